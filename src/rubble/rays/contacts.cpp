// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/contacts.h"

#include <algorithm>

namespace rubble::rays {
namespace {

double reach_of(const Contact& contact) {
  return contact.latest() + 2.0 * kFlush / std::abs(contact.at.slope);
}

bool is_unseen(const CastContext& context, const Candidate& candidate) {
  if (context.ignored_surfaces.empty()) return false;
  const int surface = context.tree->surface_of(candidate.instance, candidate.geometry);
  return std::find(context.ignored_surfaces.begin(), context.ignored_surfaces.end(), surface) !=
         context.ignored_surfaces.end();
}

Candidate candidate_of(const RTCFilterFunctionNArguments& arguments, unsigned lane) {
  return {RTCHitN_instID(arguments.hit, arguments.N, lane, 0),
          RTCHitN_geomID(arguments.hit, arguments.N, lane),
          RTCHitN_primID(arguments.hit, arguments.N, lane)};
}

// Filters: Embree proposes a hit for some lanes of a packet; a lane whose hit is to be forgotten is
// set to 0. Forgotten are those that the eye does not see, and that are not real.
template <class IsReal>
void look_closely(const RTCFilterFunctionNArguments& arguments, CastContext& context,
                  IsReal is_real) {
  for (unsigned lane = 0; lane < arguments.N; ++lane) {
    if (arguments.valid[lane] != -1) continue;
    const Ray& ray = context.rays[RTCRayN_id(arguments.ray, arguments.N, lane)];
    const Contact contact = contact_of(*context.tree, candidate_of(arguments, lane), ray);
    if (is_unseen(context, contact.candidate) || !is_real(contact, ray)) arguments.valid[lane] = 0;
  }
}

CastContext& context_of(const RTCFilterFunctionNArguments& arguments) {
  return *reinterpret_cast<CastContext*>(arguments.context);
}

void keep_all(const RTCFilterFunctionNArguments* arguments) {
  CastContext& context = context_of(*arguments);
  look_closely(*arguments, context, [&](const Contact& contact, const Ray& ray) {
    if (contact.may_be_met(ray)) context.contacts->push_back(contact);
    return false;
  });
}

// A ray that grazes may be said to meet the triangle next to the one it meets.
void cross_edge(const Scene::Tree& tree, const Ray& ray, Contact& contact) {
  if (!contact.is_grazed() || contact.at.depth() >= -kEdge) return;
  const std::array<double, 3> weights = contact.weights();
  const auto least = static_cast<std::size_t>(
      std::distance(weights.begin(), std::min_element(weights.begin(), weights.end())));
  const std::uint32_t next = (*contact.neighbours)[least];
  if (next == MeshTopology::kNone) return;
  Candidate candidate = contact.candidate;
  candidate.triangle = next;
  const Contact other = contact_of(tree, candidate, ray);
  if (other.is_met(ray)) contact = other;
}

// Leaves those that are met, each once.
void cross_edges(const Scene::Tree& tree, const Ray& ray, std::vector<Contact>& contacts) {
  for (Contact& contact : contacts) cross_edge(tree, ray, contact);
  std::erase_if(contacts, [&](const Contact& contact) { return !contact.is_met(ray); });
  for (auto one = contacts.begin(); one != contacts.end(); ++one)  // crossed, and named as well
    contacts.erase(
        std::remove_if(one + 1, contacts.end(),
                       [&](const Contact& other) { return other.candidate == one->candidate; }),
        contacts.end());
}

}  // namespace

Contact contact_of(const Scene::Tree& tree, const Candidate& candidate, const Ray& ray) {
  Contact contact;
  contact.candidate = candidate;
  const ExactSurface& surface = tree.exact(candidate.instance, candidate.geometry);
  contact.facet = &surface.facets[candidate.triangle];
  contact.neighbours = &surface.neighbours[candidate.triangle];
  const Vec3 origin = ray.origin.cast<double>();
  const Vec3 direction = ray.direction.unaryExpr(&without_noise).cast<double>();
  if (candidate.instance == RTC_INVALID_GEOMETRY_ID) {
    contact.at = contact.facet->meet(origin, direction);
  } else {
    const Scene::Tree::Mover& mover = tree.mover(candidate.instance);
    const Vec3 from_mover = origin - mover.pose.position;
    contact.at = contact.facet->meet(mover.turn.transpose() * from_mover,
                                     mover.turn.transpose() * direction);
  }
  return contact;
}
bool is_before(const Contact& a, const Contact& b) {
  if (b.latest() > reach_of(a)) return true;
  if (a.latest() > reach_of(b)) return false;
  return rank_of(a.candidate) < rank_of(b.candidate);
}

void sort(std::vector<Contact>& contacts) {
  const auto key = [](const Contact& contact) { return rank_of(contact.candidate); };
  std::sort(contacts.begin(), contacts.end(), [&](const Contact& a, const Contact& b) {
    return std::tuple(a.latest(), key(a)) < std::tuple(b.latest(), key(b));
  });
  for (auto first = contacts.begin(); first != contacts.end();) {
    const auto end = std::find_if(
        first, contacts.end(), [&](const Contact& one) { return one.latest() > reach_of(*first); });
    std::sort(first, end, [&](const Contact& a, const Contact& b) { return key(a) < key(b); });
    first = end;
  }
}

Hit hit_of(const Scene::Tree& tree, const Contact& contact) {
  Hit hit;
  hit.distance = static_cast<float>(contact.at.distance);
  hit.surface = tree.surface_of(contact.candidate.instance, contact.candidate.geometry);
  hit.triangle = contact.candidate.triangle;
  hit.u = static_cast<float>(contact.at.u);
  hit.v = static_cast<float>(contact.at.v);
  const unsigned instance = contact.candidate.instance;
  const Vec3f normal =
      instance == RTC_INVALID_GEOMETRY_ID
          ? contact.facet->normal().cast<float>()
          : Vec3(tree.mover(instance).turn * contact.facet->normal()).cast<float>();
  hit.normal = contact.at.slope > 0.0 ? Vec3f(-normal) : normal;
  return hit;
}
void drop_ignored_surfaces(const RTCFilterFunctionNArguments* arguments) {
  const CastContext& context = context_of(*arguments);
  for (unsigned lane = 0; lane < arguments->N; ++lane) {
    if (arguments->valid[lane] != -1) continue;
    const Candidate candidate = candidate_of(*arguments, lane);
    if (is_unseen(context, candidate)) arguments->valid[lane] = 0;
  }
}

void keep_any(const RTCFilterFunctionNArguments* arguments) {
  look_closely(*arguments, context_of(*arguments),
               [](const Contact& contact, const Ray& ray) { return contact.is_met(ray); });
}

CastContext make_context(const Scene::Tree& tree, const RayFilter& filter,
                         RTCIntersectContextFlags flags, RTCFilterFunctionN filter_function) {
  CastContext context{.tree = &tree, .ignored_surfaces = filter.ignored_surfaces};
  rtcInitIntersectContext(&context.embree);
  context.embree.flags = flags;
  context.embree.filter = filter_function;
  return context;
}
std::vector<Contact> contacts_of(const Scene::Tree& tree, const Ray& ray, const RayFilter& filter,
                                 unsigned mask) {
  std::vector<Contact> contacts;
  CastContext context = make_context(tree, filter, RTC_INTERSECT_CONTEXT_FLAG_NONE, keep_all);
  context.rays = &ray;
  context.contacts = &contacts;
  contacts.reserve(16);
  for (RTCScene scene : {tree.fixed(), tree.movers()}) {
    if (scene == tree.movers() && !tree.has_movers()) continue;
    RTCRayHit single{};
    single.ray = {ray.origin.x(),
                  ray.origin.y(),
                  ray.origin.z(),
                  nearer(ray.near),
                  without_noise(ray.direction.x()),
                  without_noise(ray.direction.y()),
                  without_noise(ray.direction.z()),
                  0.0F,
                  farther(ray.far),
                  mask,
                  0,
                  0};
    single.hit.geomID = single.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context.embree, &single);
  }
  if (std::any_of(contacts.begin(), contacts.end(),
                  [](const Contact& contact) { return contact.is_grazed(); }))
    cross_edges(tree, ray, contacts);
  return contacts;
}

Hit nearest_hit(const Scene::Tree& tree, const Contact& proposed, const Ray& ray,
                const RayFilter& filter) {
  Ray part = ray;
  // Then nothing is much nearer, and what is farther does not matter.
  const bool is_close = proposed.is_met(ray) && !proposed.is_grazed();
  if (is_close) {
    const auto distance = static_cast<float>(proposed.at.distance);
    part.near = std::max(ray.near, nearer(distance));
    part.far = std::min(ray.far, farther(distance));
  }
  std::vector<Contact> contacts = contacts_of(tree, part, filter);
  const auto is_proposed = [&](const Contact& one) { return one.candidate == proposed.candidate; };
  if (is_close && std::none_of(contacts.begin(), contacts.end(), is_proposed))
    contacts.push_back(proposed);
  sort(contacts);
  return contacts.empty() ? Hit{} : hit_of(tree, contacts.front());
}
}  // namespace rubble::rays
