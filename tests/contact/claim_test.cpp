// The slots of contacts where there are more than fit.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "contact/soil_entry.h"
#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using support::Random;

namespace {

// Claims without a memory of earlier ones.
Contact* claim_plainly(ContactSet& contacts, const SoilEntry& soil, double gap, const rf_ground& ground) {
  contacts.contacts_changed();
  return claim_contact(contacts, soil, gap, ground);
}

struct Candidate {
  double gap;
  bool in_soil, hull_vertex, enters;
};

std::vector<Candidate> candidates(Random& random, uint32_t count) {
  const double step = random.below(2) == 0 ? 0 : -1e-4;  // deeper and deeper, or in random order
  std::vector<Candidate> list;
  for (uint32_t i = 0; i < count; ++i) {
    list.push_back(
        {step * i - 0.01 * random.below(30), random.below(2) == 0, random.below(2) == 0, random.below(count) < 10});
  }
  return list;
}

// Detection of the candidates in their order.
template <class Claim>
void detect(const support::Rock& rock, const std::vector<Candidate>& list, const Claim& claim, ContactSet& contacts) {
  const Mat3 rotation = Mat3::Identity();
  const Velocity velocity = {Vec3(0, 0, -2), Vec3(0, 1, 0)};
  SoilEntry soil(*rock.get(), rotation, velocity, 0.002, 0);
  const Vec3 up(0, 0, 1), steep(0.6, 0, 0.8);
  for (uint32_t i = 0; i < list.size(); ++i) {
    const Candidate& candidate = list[i];
    rf_ground ground = rf_default_ground();
    ground.soil_strength = candidate.in_soil ? 1e4 : 0;
    if (candidate.in_soil && candidate.enters) soil.add_vertex(candidate.gap, up, up, Vec3(0.01 * i, 0, 0), ground);
    Contact* const contact = claim(contacts, soil, candidate.gap, ground);
    if (!contact) continue;
    contact->gap = candidate.gap;
    contact->feature = candidate.hull_vertex ? i : RF_TERRAIN_VERTEX_FEATURE | i;
    contact->frame.col(0) = i % 3 == 0 ? steep : up;
    contact->ground = contact_ground(ground);
    contact->in_soil = candidate.in_soil;
  }
}

}  // namespace

TEST_CASE("a full set keeps the deepest contacts, in the order of their claims") {
  const support::Rock rock = support::box_rock(1, 1, 1);
  Random random(1);
  std::vector<Candidate> list;
  for (uint32_t i = 0; i < 500; ++i) list.push_back({-random.uniform(), false, true, false});
  ContactSet contacts;
  detect(rock, list, claim_contact, contacts);
  REQUIRE(contacts.count == RF_MAX_CONTACTS);
  CHECK(contacts.dropped == 500 - RF_MAX_CONTACTS);
  double shallowest = -1;
  for (const Contact& contact : contacts.items) shallowest = std::fmax(shallowest, contact.gap);
  uint32_t deeper = 0;
  for (const Candidate& candidate : list) deeper += candidate.gap <= shallowest;
  CHECK(deeper == RF_MAX_CONTACTS);
}

TEST_CASE("what claims remember of each other changes no contact, in soil and beside it") {
  const support::Rock rock = support::box_rock(1, 1, 1);
  Random random(2);
  uint32_t removed = 0, replaced = 0;
  for (int run = 0; run < 60; ++run) {
    const std::vector<Candidate> list = candidates(random, 64 + random.below(600));
    ContactSet found, expected;
    detect(rock, list, claim_contact, found);
    detect(rock, list, claim_plainly, expected);
    REQUIRE(found.count == expected.count);
    CHECK(found.dropped == expected.dropped);
    CHECK(found.dropped_in_soil == expected.dropped_in_soil);
    for (uint32_t i = 0; i < found.count; ++i) CHECK(found.items[i].feature == expected.items[i].feature);
    removed += found.count < RF_MAX_CONTACTS;
    replaced += found.dropped > 0;
  }
  CHECK(removed > 0);
  CHECK(replaced > 0);
}
