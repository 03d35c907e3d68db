#include "contact/detection.h"

#include <algorithm>

#include "numerics/quaternion.h"
#include "support/scenes.h"

using namespace rockfall;
using namespace support;

namespace {

// The callbacks of a grid without the upper plane: every vertex is sampled.
rf_terrain without_upper_plane(const rf_terrain& terrain) {
  rf_terrain plain = terrain;
  plain.upper_plane = nullptr;
  return plain;
}

ContactSet find(const rf_terrain& terrain, const rf_rock& rock, const Placement& at) {
  const CallbackTerrain ground(terrain);
  const GroundBound bound = ground.bound(footprint(rock, at.position));
  ContactSet contacts;
  const Velocity at_rest{Vec3(0, 0, 0), Vec3(0, 0, 0)};
  SoilEntry soil(rock, at.rotation, at_rest, 0.002, 0);
  find_vertex_contacts(ground, rock, at, bound.known ? &bound.plane : nullptr, kBaselineKernels, contacts, soil);
  find_terrain_vertex_contacts(ground, rock, at, bound.known ? &bound.plane : nullptr, kBaselineKernels, contacts,
                               soil);
  return contacts;
}

// A placement close to the ground, with few contacts.
Placement random_placement(Random& random, const OnGrid& on) {
  rf_state state = rf_default_state();
  const double width = (on.grid.columns - 1) * on.grid.cell_x;
  state.position[0] = random.between(0.3, 0.7) * width;
  state.position[1] = random.between(0.3, 0.7) * width;
  random.orientation(state.orientation);
  REQUIRE(rf_place_above_ground(&on.scene, &state, random.between(-0.3, 0.01), nullptr) == RF_OK);
  return {load3(state.position), rotation_matrix(load_quat(state.orientation))};
}

// Peaks of height 0 on a square lattice over ground that is lower.
struct Lattice {
  double spacing;
  rf_terrain terrain = rf_default_terrain();
  explicit Lattice(double distance) : spacing(distance) {
    terrain.user = this;
    terrain.sample = [](void*, const double*, uint32_t count, rf_terrain_sample* out) {
      for (uint32_t i = 0; i < count; ++i) {
        out[i] = {};
        out[i].exists = 1;
        out[i].height = -1;
        out[i].normal[2] = 1;
        out[i].ground = rf_default_ground();
      }
    };
    terrain.terrain_vertices = [](void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
      const double a = static_cast<const Lattice*>(user)->spacing;
      uint32_t count = 0;
      for (double y = std::ceil(area->y_min / a); y * a <= area->y_max; ++y) {
        for (double x = std::ceil(area->x_min / a); x * a <= area->x_max && count < capacity; ++x) {
          double* const place = xyz + 3 * static_cast<size_t>(count++);
          place[0] = x * a;
          place[1] = y * a;
          place[2] = 0;
        }
      }
      return count;
    };
  }
  Lattice(const Lattice&) = delete;
};

}  // namespace

TEST_CASE("exactly the vertices at or below the ground are contacts, with gap and normal of the ground") {
  Random random(101);
  int found = 0, missed = 0;
  for (int i = 0; i < 300; ++i) {
    OnGrid on(shape_rock(RF_SHAPE_RANDOM, 1, 1.4, 0.8, 12 + random.below(60), 1 + random.bits() % 50), 9, 9, 1);
    on.roughen(random, random.between(-1, 1), random.between(-1, 1), random.between(0, 0.8));
    const Placement at = random_placement(random, on);
    const ContactSet contacts = find(on.scene.terrain, *on.rock, at);
    REQUIRE(contacts.dropped == 0);
    uint32_t next = 0;
    for (uint32_t v = 0; v < on.rock->vertex_count; ++v) {
      const Vec3 p = at.position + at.rotation * load3(on.rock->vertices + 3 * v);
      rf_terrain_sample below;
      REQUIRE(rf_terrain_at(&on.scene.terrain, p[0], p[1], &below) == RF_OK);
      if (!below.exists || p[2] > below.height) continue;
      ++found;
      if (next >= contacts.count || contacts.items[next].feature != v) {
        ++missed;
        continue;
      }
      const Contact& contact = contacts.items[next++];
      CHECK(contact.gap == p[2] - below.height);
      CHECK(contact.frame.col(0) == load3(below.normal));
      CHECK(contact.arm == load3(on.rock->vertices + 3 * v));
    }
    for (; next < contacts.count; ++next) CHECK((contacts.items[next].feature & RF_TERRAIN_VERTEX_FEATURE) != 0);
  }
  CHECK(found > 300);
  CHECK(missed == 0);
}

TEST_CASE("culling by the upper plane misses no contact") {
  Random random(102);
  for (int i = 0; i < 300; ++i) {
    const double cell = random.between(0.2, 4);
    OnGrid on(shape_rock(RF_SHAPE_RANDOM, 1, 1.4, 0.8, 12 + random.below(90), 1 + random.bits() % 50), 12, 12, cell);
    on.roughen(random, random.between(-2, 2), random.between(-2, 2), random.between(0, cell));
    const Placement at = random_placement(random, on);
    const ContactSet culled = find(on.scene.terrain, *on.rock, at);
    const ContactSet all = find(without_upper_plane(on.scene.terrain), *on.rock, at);
    REQUIRE(culled.count == all.count);
    for (uint32_t k = 0; k < all.count; ++k) {
      CHECK(culled.items[k].feature == all.items[k].feature);
      CHECK(culled.items[k].gap == all.items[k].gap);
    }
  }
}

TEST_CASE("a rock above the upper plane has no contact") {
  Random random(103);
  int above = 0;
  for (int i = 0; i < 500; ++i) {
    OnGrid on(box_rock(1, 1.4, 0.8), 12, 12, 0.5);
    on.roughen(random, random.between(-2, 2), random.between(-2, 2), random.between(0, 0.5));
    Placement at = random_placement(random, on);
    at.position[2] += random.between(0, 3);
    const GroundBound bound = CallbackTerrain(on.scene.terrain).bound(footprint(*on.rock, at.position));
    REQUIRE(bound.known);
    if (!sphere_above(*on.rock, at.position, bound.plane)) continue;
    ++above;
    CHECK(find(without_upper_plane(on.scene.terrain), *on.rock, at).count == 0);
  }
  CHECK(above > 50);
}

TEST_CASE("a spike of the ground below the face of a box is a contact") {
  OnGrid on(box_rock(2, 2, 2), 41, 41, 0.25);
  on.at(20, 20) = 0.3;
  on.renew();
  const Placement at{Vec3(5.1, 4.9, 1.25), Mat3::Identity()};  // 5 cm below the tip, vertices 25 cm above the ground
  const ContactSet contacts = find(on.scene.terrain, *on.rock, at);
  REQUIRE(contacts.count == 1);
  const Contact& contact = contacts.items[0];
  CHECK((contact.feature & RF_TERRAIN_VERTEX_FEATURE) != 0);
  CHECK(contact.gap == doctest::Approx(-0.05).epsilon(1e-12));
  CHECK((contact.arm - Vec3(-0.1, 0.1, -0.95)).norm() < 1e-12);
  CHECK((contact.frame.col(0) - Vec3(0, 0, 1)).norm() < 1e-12);
}

TEST_CASE(
    "a spike at the rim of a hole is a contact whatever side the hole is on, and none if all its cells are holes") {
  for (int side = 0; side < 5; ++side) {
    CAPTURE(side);
    OnGrid on(box_rock(2, 2, 2), 41, 41, 0.25);
    on.at(20, 20) = 0.3;
    for (int corner = 0; corner < 4; ++corner) {
      if (side == corner || side == 4) on.at(corner % 2 ? 21 : 19, corner / 2 ? 21 : 19) = std::nan("");
    }
    on.renew();
    const ContactSet contacts = find(on.scene.terrain, *on.rock, {Vec3(5.1, 4.9, 1.25), Mat3::Identity()});
    CHECK(contacts.count == (side < 4 ? 1 : 0));
    rf_state state = rf_default_state();
    state.position[0] = 5.5;
    state.position[1] = 5.5;
    REQUIRE(rf_place_above_ground(&on.scene, &state, 0, nullptr) == RF_OK);
    CHECK(state.position[2] == doctest::Approx(side < 4 ? 1.3 : 1.0).epsilon(1e-12));
    on.scene.settings.model = RF_MODEL_ROCFALL_RIGID;
    on.scene.settings.rocfall_shape = RF_ROCFALL_HULL;
    rf_step_report report = {};
    state.position[2] -= 0.01;
    state.velocity[2] = -1;
    REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
    CHECK(report.contact_count > 0);
  }
}

TEST_CASE("a terrain vertex is a contact exactly if it is inside the hull, with the normal of a downward face") {
  Random random(104);
  OnGrid on(shape_rock(RF_SHAPE_EOTA, 2, 2, 2), 41, 41, 0.25);
  on.at(20, 20) = 0.8;
  on.renew();
  const Vec3 tip(5, 5, 0.8);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    double q[4], shift[3];
    random.orientation(q);
    random.fill(shift, 3, 1.2);
    const Placement at{tip + load3(shift) + Vec3(0, 0, 1), rotation_matrix(load_quat(q))};
    const Vec3 point = at.rotation.transpose() * (tip - at.position);
    double depth = 1e300;
    for (uint32_t f = 0; f < on.rock->face_count; ++f) {
      depth = std::fmin(depth, (*on.rock).face(f)[3] - load3((*on.rock).face(f)).dot(point));
    }
    const ContactSet contacts = find(on.scene.terrain, *on.rock, at);
    int terrain_vertices = 0;
    for (uint32_t k = 0; k < contacts.count; ++k) {
      if (!(contacts.items[k].feature & RF_TERRAIN_VERTEX_FEATURE)) continue;
      ++terrain_vertices;
      CHECK((contacts.items[k].arm - point).norm() < 1e-12);
      CHECK(contacts.items[k].gap <= -depth * (1 - 1e-12));  // at least the distance to the nearest face
      CHECK(contacts.items[k].frame(2, 0) > 0);              // the normal points up
    }
    if (depth > 1e-9) ++inside;
    CHECK(terrain_vertices == (depth > 0 ? 1 : 0));
  }
  CHECK(inside > 100);
}

TEST_CASE("with more than RF_MAX_CONTACTS contacts the deepest are kept and the others counted") {
  OnGrid on(shape_rock(RF_SHAPE_DISC, 2, 2, 0.2, 240), 9, 9, 1);
  const Placement at{Vec3(4, 4, 0.05), Mat3::Identity()};
  ContactSet contacts = find(on.scene.terrain, *on.rock, at);
  CHECK(contacts.count == RF_MAX_CONTACTS);
  CHECK(contacts.dropped == 120 - RF_MAX_CONTACTS);
  // Slightly tilted: the deepest vertices of the rim must be kept.
  const double angle = 0.01;
  Mat3 tilt = Mat3::Identity();
  tilt(0, 0) = tilt(2, 2) = std::cos(angle);
  tilt(0, 2) = std::sin(angle);
  tilt(2, 0) = -tilt(0, 2);
  contacts = find(on.scene.terrain, *on.rock, {Vec3(4, 4, 0.05), tilt});
  CHECK(contacts.count == RF_MAX_CONTACTS);
  std::vector<double> gaps;
  for (uint32_t v = 0; v < on.rock->vertex_count; ++v) {
    gaps.push_back(0.05 + (tilt * load3(on.rock->vertices + 3 * v))[2]);
  }
  std::sort(gaps.begin(), gaps.end());
  double shallowest = -1e300;
  for (const Contact& contact : contacts.items) shallowest = std::fmax(shallowest, contact.gap);
  CHECK(shallowest == gaps[RF_MAX_CONTACTS - 1]);
}

TEST_CASE("contact frames are orthonormal and right-handed about any normal") {
  Random random(105);
  for (int i = 0; i < 2000; ++i) {
    double n[3];
    random.fill(n, 3, 1);
    if (i % 10 == 0) n[i / 10 % 3] = 0;
    const Mat3 frame = contact_frame(load3(n).normalized());
    CHECK((frame.transpose() * frame - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(frame.determinant() > 0.999);
  }
  CHECK(contact_frame(Vec3(0, 0, 1)).col(0) == Vec3(0, 0, 1));
}

TEST_CASE("a NaN height marks the contacts as faulty") {
  OnPlane on(box_rock(1, 1, 1));
  rf_terrain broken = on.scene.terrain;
  broken.upper_plane = nullptr;
  broken.sample = [](void*, const double*, uint32_t count, rf_terrain_sample* out) {
    for (uint32_t i = 0; i < count; ++i) {
      out[i] = {std::nan(""), {0, 0, 1}, rf_default_ground(), 1};
    }
  };
  CHECK(find(broken, *on.rock, {Vec3(0, 0, 0.2), Mat3::Identity()}).faulty);
}

TEST_CASE("below a large rock all vertices of a callback are found, or some in every part and a report says so") {
  const Rock rock = shape_rock(RF_SHAPE_BOX, 6, 6, 6);
  const Placement at = {Vec3(0, 0, 2.99), Mat3::Identity()};  // 1 cm deep
  const auto count_below = [&](double spacing, uint32_t part[4]) {
    const Lattice lattice(spacing);
    for (int k = 0; k < 4; ++k) part[k] = 0;
    return visit_inner_vertices(CallbackTerrain(lattice.terrain), *rock.get(), at, nullptr, kBaselineKernels,
                                [&](const InnerVertex& vertex) {
                                  ++part[(vertex.place[0] > 0) + 2 * (vertex.place[1] > 0)];
                                  return true;
                                });
  };
  const auto sum = [](const uint32_t part[4]) { return part[0] + part[1] + part[2] + part[3]; };
  uint32_t part[4];
  CHECK_FALSE(count_below(1, part));
  CHECK(sum(part) == 5 * 5);  // those on the faces of the rock are not inside
  CHECK_FALSE(count_below(0.25, part));
  CHECK(sum(part) == 23 * 23);
  CHECK(count_below(0.05, part));
  for (const uint32_t found : part) CHECK(found > 256);
}
