// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/contact_log.h"

#include <algorithm>
#include <tuple>

#include "rubble/physics/contact_rules.h"

namespace rubble::physics {
namespace {

auto pair_of(const Contact& contact) { return std::tie(contact.first, contact.second); }

bool is_before(const Contact& a, const Contact& b) { return pair_of(a) < pair_of(b); }

// A point of contact, the part with the smaller number first.
struct TouchPoint {
  Contact contact;
  double distance = 0.0;
  int number = 0;  // keeps the order of equals
};

std::vector<TouchPoint> touch_points(std::span<btPersistentManifold* const> manifolds) {
  std::vector<TouchPoint> points;
  for (const btPersistentManifold* touching : manifolds) {
    const btPersistentManifold& manifold = *touching;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      if (point.m_appliedImpulse <= 0.0 && point.getDistance() > 0.0) continue;
      Contact contact{.first = traits_of(*manifold.getBody0()).shape(point.m_index0).part,
                      .second = traits_of(*manifold.getBody1()).shape(point.m_index1).part,
                      .point_world = from_bullet(point.getPositionWorldOnB()),
                      .normal_world = from_bullet(point.m_normalWorldOnB),
                      .impulse = point.m_appliedImpulse};
      if (contact.second < contact.first) {
        std::swap(contact.first, contact.second);
        contact.normal_world = -contact.normal_world;
      }
      points.push_back({contact, point.getDistance(), static_cast<int>(points.size())});
    }
  }
  return points;
}

// One contact for each pair: the deepest point's place, the impulses of all.
std::vector<Contact> merged(std::vector<TouchPoint> points) {
  std::sort(points.begin(), points.end(), [](const TouchPoint& a, const TouchPoint& b) {
    return std::tuple(pair_of(a.contact), a.distance, a.number) <
           std::tuple(pair_of(b.contact), b.distance, b.number);
  });
  std::vector<Contact> contacts;
  for (const TouchPoint& point : points) {
    if (!contacts.empty() && pair_of(contacts.back()) == pair_of(point.contact))
      contacts.back().impulse += point.contact.impulse;
    else
      contacts.push_back(point.contact);
  }
  return contacts;
}

}  // namespace

void ContactLog::update(std::span<btPersistentManifold* const> manifolds, StepReport& report) {
  std::vector<TouchPoint> points = touch_points(manifolds);
  report.contact_points = static_cast<int>(points.size());
  std::vector<Contact> now = merged(std::move(points));
  report.contacts.reserve(now.size());
  auto before = touching_.begin();
  const auto end_one = [&] {
    Contact ended = *before++;
    ended.phase = ContactPhase::End;
    ended.impulse = 0.0;
    report.contacts.push_back(ended);
  };
  for (Contact& contact : now) {
    while (before != touching_.end() && is_before(*before, contact)) end_one();
    const bool was_there = before != touching_.end() && pair_of(*before) == pair_of(contact);
    contact.phase = was_there ? ContactPhase::Continue : ContactPhase::Begin;
    if (was_there) ++before;
    report.contacts.push_back(contact);
  }
  while (before != touching_.end()) end_one();
  touching_ = std::move(now);
}

void ContactLog::forget(InstanceId instance) {
  std::erase_if(touching_, [&](const Contact& contact) {
    return contact.first.instance == instance || contact.second.instance == instance;
  });
}

}  // namespace rubble::physics
