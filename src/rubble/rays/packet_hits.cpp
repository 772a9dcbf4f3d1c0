// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/packet_hits.h"

#include <bit>
#include <cmath>

namespace rubble::rays {
namespace {

enum class Rivalry { None, Decided, Open };

// Takes, of the faces that lie over the one that is met, the one that counts.
Rivalry decide_rivalry(const Scene::Tree& tree, const Ray& ray, const RayFilter& filter,
                       Contact& contact) {
  const Contact own = contact;
  const auto& [instance, geometry, triangle] = own.candidate;
  Rivalry rivalry = Rivalry::None;
  for (const Rival& rival : tree.exact(instance, geometry).rivals.of(triangle)) {
    const Vec2 weights(own.at.u, own.at.v);
    if (!rival.is_seen(own.at.slope < 0.0) || !rival.touches(weights, weights)) continue;
    if (rival.facet == nullptr || !filter.ignored_surfaces.empty()) return Rivalry::Open;
    const Contact other = contact_of(tree, {instance, rival.geometry, rival.triangle}, ray);
    if (other.at.depth() < -rival.facet->rim()) continue;  // beside it
    if (!rival.is_flush || !other.is_sure(ray)) return Rivalry::Open;
    if (rank_of(other.candidate) < rank_of(contact.candidate)) contact = other;
    rivalry = Rivalry::Decided;
  }
  return rivalry;
}

// Calls for each bit.
template <class Visit>
void visit_lanes(unsigned lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::size_t>(std::countr_zero(lanes)));
}

// The rays of a packet and a fixed triangle that is proposed for some of them. Without an initial
// state: a packet has room for eight of them, of which it uses one or two.
class Wall {
 public:
  void meet(const Scene::Tree& tree, const Candidate& what, const RayPacket& rays) {
    surface_ = &tree.exact(what.instance, what.geometry);
    geometry_ = what.geometry;
    triangle_ = what.triangle;
    sure_ = meet_packet(facet(), rays, at_);
  }

  unsigned sure() const { return sure_; }  // lanes that meet it well inside, as bits
  // Lanes that meet it well inside, but perhaps another wall as well.
  unsigned as_near_as(const Wall& other) const {
    return sure_ & find_as_near(facet(), at_, other.at_, other.facet());
  }

  // Of the faces that lie over it, those that count are hit instead: lanes that become decided.
  // Lanes of which that cannot be said at once are no longer sure.
  void decide_rivalries(const Scene::Tree& tree, const RayPacket& rays, unsigned& sure,
                        unsigned& decided, std::span<Hit> hits) const {
    const std::span<const Rival> rivals = surface_->rivals.of(triangle_);
    if (rivals.empty()) return;
    const PacketExtent extent = extent_of(at_);
    if (!extent.is_from_front && !extent.is_from_back) sure = 0;
    Eight<const Rival*> best{};
    for (const Rival& rival : rivals) {
      if (!rival.is_seen(extent.is_from_front) || !rival.touches(extent.least, extent.most))
        continue;
      Wall over;
      over.meet(tree, {.geometry = rival.geometry, .triangle = rival.triangle}, rays);
      over.fill(tree, over.lie_over(rival, best, sure, decided), hits);
    }
  }

  Contact contact(std::size_t i) const {
    return {{at_.distance[i], at_.u[i], at_.v[i], at_.slope[i]},
            &facet(),
            {.geometry = geometry_, .triangle = triangle_},
            &surface_->neighbours[triangle_]};
  }

  void fill(const Scene::Tree& tree, unsigned lanes, std::span<Hit> hits) const {
    const Vec3f normal = facet().normal().cast<float>();
    const int surface = tree.surface_of(RTC_INVALID_GEOMETRY_ID, geometry_);
    visit_lanes(lanes, [&](std::size_t i) {
      hits[i] = {.distance = static_cast<float>(at_.distance[i]),
                 .normal = at_.slope[i] > 0.0 ? Vec3f(-normal) : normal,
                 .surface = surface,
                 .triangle = triangle_,
                 .u = static_cast<float>(at_.u[i]),
                 .v = static_cast<float>(at_.v[i])};
    });
  }

 private:
  const Facet& facet() const { return surface_->facets[triangle_]; }

  // Lanes that meet this one, the rival of another, and none that counts before it. best: which
  // rival is hit so far, if any, by lane.
  unsigned lie_over(const Rival& rival, Eight<const Rival*>& best, unsigned& sure,
                    unsigned& decided) const {
    unsigned there = 0, beside = 0, better = 0;
    for (std::size_t i = 0; i < kPacket; ++i) {
      there |= (at_.depth[i] >= rival.facet->rim() ? 1U : 0U) << i;
      beside |= (at_.depth[i] < -rival.facet->rim() ? 1U : 0U) << i;
    }
    sure &= rival.is_flush ? there | beside : beside;
    decided |= sure & there;
    visit_lanes(sure & there, [&](std::size_t i) {
      if (best[i] != nullptr && !rival.counts_before(*best[i])) return;
      best[i] = &rival;
      better |= 1U << i;
    });
    return better;
  }

  const ExactSurface* surface_;
  unsigned geometry_, triangle_, sure_;
  PacketMeeting at_;
};

// Whether Embree named the wrong one of two triangles, or may on another CPU: what it named for a
// neighbour (next in the list or, in pictures, in the other row of four) is as near, and counts.
bool is_behind_neighbour(const Scene::Tree& tree, const Proposals& proposals, std::size_t i,
                         const Contact& contact, const Ray& ray) {
  const double error = contact.error();
  const Vec3 place = ray.origin.cast<double>() + contact.at.distance * ray.direction.cast<double>();
  for (const std::size_t neighbour : {i - 1, i + 1, i - 4, i + 4}) {
    if (neighbour > proposals.count) continue;  // also those below 0
    const Candidate other = proposals[neighbour];
    if (!other.is_valid() || other == contact.candidate) continue;
    const Facet& facet = tree.facet(other.instance, other.geometry, other.triangle);
    if (!other.moves() && std::abs(facet.height(place)) >
                              error + facet.rim_breadth() * kGrazing + 1e-6 * contact.at.distance)
      continue;  // the ray meets that plane even farther off
    const Contact there = contact_of(tree, other, ray);
    if (std::abs(there.at.distance - contact.at.distance) <= error + there.error() &&
        there.at.depth() >= -facet.rim() && !is_before(contact, there))
      return true;
  }
  return false;
}

// The first thing a ray meets, of which Embree made proposals.
Hit hit_of_proposed(const Scene::Tree& tree, const Proposals& proposals, std::size_t i,
                    const Ray& ray, const RayFilter& filter) {
  if (!proposals[i].is_valid()) return {};
  Contact contact = contact_of(tree, proposals[i], ray);
  if (proposals.fixed[i].is_valid()) {
    const Contact fixed = contact_of(tree, proposals.fixed[i], ray);
    if (fixed.at.distance <=
        static_cast<double>(farther(farther(static_cast<float>(contact.at.distance)))))
      return nearest_hit(tree, fixed.at.distance < contact.at.distance ? fixed : contact, ray,
                         filter);
  }
  const Rivalry rivalry =
      contact.is_sure(ray) ? decide_rivalry(tree, ray, filter, contact) : Rivalry::Open;
  if (rivalry == Rivalry::Open ||
      (rivalry == Rivalry::None && is_behind_neighbour(tree, proposals, i, contact, ray)))
    return nearest_hit(tree, contact, ray, filter);
  return hit_of(tree, contact);
}

// The triangles that are proposed for a packet, each once.
struct Walls {
  struct Proposal {
    Candidate what;
    unsigned lanes;  // of which it is proposed, as bits
  };
  std::array<Proposal, kPacket> proposals;
  std::array<Wall, kPacket> walls;  // of those that are fixed
  std::size_t count = 0;

  // Lanes that perhaps meet what is proposed of another lane: fixed things as near, and all movers.
  unsigned as_near_as_others(std::size_t own) const {
    unsigned lanes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i == own || !proposals[i].what.is_valid()) continue;
      lanes |= proposals[i].what.moves() ? ~0U : walls[own].as_near_as(walls[i]);
    }
    return lanes;
  }
};

}  // namespace

// Triangle by triangle, as long as all is clear.
void hit_packet(const Scene::Tree& tree, const Proposals& proposals, const RayPacket& packet,
                std::span<const Ray> rays, const RayFilter& filter, std::span<Hit> hits) {
  const bool sees_all_walls = !tree.hides_fixed(filter);
  Walls all;
  for (unsigned left = (1U << rays.size()) - 1U; left != 0; ++all.count) {
    const Candidate what = proposals[static_cast<std::size_t>(std::countr_zero(left)) + 1];
    all.proposals[all.count] = {what, proposals.lanes_of(what)};
    left &= ~all.proposals[all.count].lanes;
    if (what.is_valid() && !what.moves() && sees_all_walls)
      all.walls[all.count].meet(tree, what, packet);
  }
  for (std::size_t k = 0; k < all.count; ++k) {
    const auto& [what, lanes] = all.proposals[k];
    if (!what.is_valid()) {
      visit_lanes(lanes, [&](std::size_t i) { hits[i] = {}; });
      continue;
    }
    unsigned sure = 0;
    if (!what.moves() && sees_all_walls) {
      const Wall& wall = all.walls[k];
      unsigned decided = 0;
      sure = wall.sure() & lanes;
      wall.fill(tree, sure, hits);
      wall.decide_rivalries(tree, packet, sure, decided, hits);
      const unsigned before = proposals[0].is_valid() && proposals[0] != what ? 1U : 0U;
      const unsigned doubtful = sure & ~decided & (before | all.as_near_as_others(k));
      visit_lanes(doubtful & proposals.lanes_beside_others(what, lanes), [&](std::size_t i) {
        if (is_behind_neighbour(tree, proposals, i + 1, wall.contact(i), rays[i]))
          sure &= ~(1U << i);
      });
    }
    visit_lanes(lanes & ~sure, [&](std::size_t i) {
      hits[i] = hit_of_proposed(tree, proposals, i + 1, rays[i], filter);
    });
  }
}

}  // namespace rubble::rays
