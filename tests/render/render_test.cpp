#include <doctest/doctest.h>
#include <rockfall/render.h>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "support/random.h"
#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;

namespace {

using Point = std::array<double, 3>;

// The table of render.h, written out a second time.
Point in_engine(int32_t convention, const Point& p) {
  switch (convention) {
    case RF_CONVENTION_GLTF:
    case RF_CONVENTION_GODOT:
      return {p[0], p[2], -p[1]};
    case RF_CONVENTION_UNITY:
      return {p[0], p[2], p[1]};
    case RF_CONVENTION_UNREAL:
      return {100 * p[0], -100 * p[1], 100 * p[2]};
    default:
      return p;
  }
}

Point rotated(const double* q, const Point& v) {  // real part first
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const Point t = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])};
  return {v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
          v[2] + w * t[2] + x * t[1] - y * t[0]};
}

// A vertex times a transform.
Point transformed(int32_t format, const float* t, const float* v) {
  const Point p = {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
  const auto at = [&](size_t i) { return static_cast<double>(t[i]); };
  if (format == RF_TRANSFORM_POSITION_QUATERNION) {
    const double q[4] = {at(6), at(3), at(4), at(5)};
    const Point r = rotated(q, p);
    return {at(0) + r[0], at(1) + r[1], at(2) + r[2]};
  }
  Point out;
  for (size_t r = 0; r < 3; ++r) {
    const bool rows = format == RF_TRANSFORM_ROWS_3X4;
    const auto m = [&](size_t c) { return rows ? at(4 * r + c) : at(4 * c + r); };
    out[r] = m(0) * p[0] + m(1) * p[1] + m(2) * p[2] + m(3);
  }
  return out;
}

struct Mesh {
  std::vector<float> positions, normals;
  std::vector<uint32_t> indices;
};

Mesh mesh_of(const rf_rock* rock, int32_t convention, int32_t shading) {
  rf_rock_mesh def = rf_default_rock_mesh();
  def.convention = convention;
  def.shading = shading;
  REQUIRE(rf_rock_get_mesh(rock, &def, nullptr) == RF_OK);
  Mesh mesh;
  mesh.positions.resize(3 * def.vertex_count);
  mesh.normals.resize(3 * def.vertex_count);
  mesh.indices.resize(def.index_count);
  def.vertex_capacity = def.vertex_count;
  def.index_capacity = def.index_count;
  def.positions = mesh.positions.data();
  def.normals = mesh.normals.data();
  def.indices = mesh.indices.data();
  REQUIRE(rf_rock_get_mesh(rock, &def, nullptr) == RF_OK);
  return mesh;
}

Point corner(const Mesh& mesh, size_t i) {
  const float* p = mesh.positions.data() + 3 * mesh.indices[i];
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

}  // namespace

TEST_CASE("a vertex of the mesh times the transform is the point of the rock in every engine and format") {
  Random random(5);
  const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1.5, 1, 0.7, 24);
  const uint32_t floats[] = {7, 16, 12};
  for (int32_t convention = 0; convention < RF_CONVENTION_COUNT; ++convention) {
    for (int32_t format = 0; format < RF_TRANSFORM_FORMAT_COUNT; ++format) {
      CAPTURE(convention);
      CAPTURE(format);
      rf_render_def def = rf_default_render_def();
      def.convention = convention;
      def.format = format;
      def.origin[0] = 30;
      def.origin[2] = -4;
      const rf_state state = random_state(random, 40, -20, 12, 5, 5);
      std::vector<float> out(floats[format]);
      REQUIRE(rf_render_transforms(&def, nullptr, &state, 1, 0, out.data(), 4 * out.size(), nullptr) == RF_OK);
      const Mesh mesh = mesh_of(rock.get(), convention, RF_SHADING_SMOOTH);
      for (uint32_t v = 0; v < rock->vertex_count; ++v) {
        const double* k = rock->vertices + 3 * v;
        const Point offset = rotated(state.orientation, {k[0], k[1], k[2]});
        const Point expected = in_engine(convention, {state.position[0] + offset[0] - 30, state.position[1] + offset[1],
                                                      state.position[2] + offset[2] + 4});
        const Point found = transformed(format, out.data(), mesh.positions.data() + 3 * v);
        const double unit = convention == RF_CONVENTION_UNREAL ? 100 : 1;
        for (size_t k3 = 0; k3 < 3; ++k3) CHECK(std::fabs(found[k3] - expected[k3]) < 2e-5 * unit);
      }
    }
  }
}

TEST_CASE("the corners of the triangles are in the order in which each engine draws the front") {
  const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1.5, 1, 0.7, 24);
  // The cross product of two edges points along the outward normal where the hand of the axes and the order of the
  // front faces agree, and against it where they do not.
  const double along[RF_CONVENTION_COUNT] = {1, 1, -1, 1, -1};
  const double scale[RF_CONVENTION_COUNT] = {1, 1, 1, 1, 100};
  for (int32_t convention = 0; convention < RF_CONVENTION_COUNT; ++convention) {
    CAPTURE(convention);
    const Mesh mesh = mesh_of(rock.get(), convention, RF_SHADING_FLAT);
    CHECK(mesh.positions.size() == 9 * rock->triangle_count);
    double volume = 0;
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
      const Point a = corner(mesh, i), b = corner(mesh, i + 1), c = corner(mesh, i + 2);
      const Point area = cross(minus(b, a), minus(c, a));
      const float* n = mesh.normals.data() + 3 * mesh.indices[i];
      const Point normal = {static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])};
      CHECK(std::fabs(dot(normal, normal) - 1) < 1e-6);
      CHECK(along[convention] * dot(area, normal) > 0);
      CHECK(dot(a, normal) > 0);  // outward: the centre of mass is inside
      volume += dot(a, area) / 6;
    }
    const double cube = scale[convention] * scale[convention] * scale[convention];
    CHECK(along[convention] * volume / cube == doctest::Approx(rock->volume).epsilon(1e-5));
  }
}

TEST_CASE("smooth normals of a mesh are unit vectors that point outwards, one for each hull vertex") {
  const Rock rock = shape_rock(RF_SHAPE_ELLIPSOID, 2, 2, 2, 60);
  const Mesh mesh = mesh_of(rock.get(), RF_CONVENTION_GLTF, RF_SHADING_SMOOTH);
  REQUIRE(mesh.positions.size() == 3 * rock->vertex_count);
  for (size_t v = 0; v < mesh.positions.size(); v += 3) {
    double length = 0, outward = 0, radius = 0;
    for (size_t k = 0; k < 3; ++k) {
      const double n = static_cast<double>(mesh.normals[v + k]), p = static_cast<double>(mesh.positions[v + k]);
      length += n * n;
      outward += n * p;
      radius += p * p;
    }
    CHECK(std::fabs(length - 1) < 1e-6);
    CHECK(outward > 0.95 * std::sqrt(radius));
  }
}

TEST_CASE("interpolated transforms start at the previous state, end at the current one and turn by the shorter arc") {
  rf_state a = rf_default_state(), b = rf_default_state();
  a.position[0] = 2;
  b.position[0] = 4;
  // Turned about z by 0.2 and by 0.6 rad; the second one with the opposite sign of the quaternion.
  a.orientation[0] = std::cos(0.1);
  a.orientation[3] = std::sin(0.1);
  b.orientation[0] = -std::cos(0.3);
  b.orientation[3] = -std::sin(0.3);
  const rf_render_def def = rf_default_render_def();
  float out[7];
  const double angles[] = {0.2, 0.4, 0.6}, blends[] = {0, 0.5, 1};
  for (int i = 0; i < 3; ++i) {
    REQUIRE(rf_render_transforms(&def, &a, &b, 1, blends[i], out, sizeof out, nullptr) == RF_OK);
    CHECK(static_cast<double>(out[0]) == 2 + 2 * blends[i]);
    CHECK(2 * std::atan2(static_cast<double>(out[5]), static_cast<double>(out[6])) ==
          doctest::Approx(angles[i]).epsilon(1e-6));
  }
}

TEST_CASE("a shifted origin keeps millimetres of positions on a national grid") {
  rf_state state = rf_default_state();
  state.position[0] = 2600000.001;
  state.position[1] = 1200000.002;
  rf_render_def def = rf_default_render_def();
  def.origin[0] = 2600000;
  def.origin[1] = 1200000;
  float out[7];
  REQUIRE(rf_render_transforms(&def, nullptr, &state, 1, 0, out, sizeof out, nullptr) == RF_OK);
  CHECK(static_cast<double>(out[0]) == doctest::Approx(0.001).epsilon(1e-4));
  CHECK(static_cast<double>(out[1]) == doctest::Approx(0.002).epsilon(1e-4));
}

TEST_CASE("transforms with a stride leave the bytes between them untouched") {
  std::vector<rf_state> states(3, rf_default_state());
  for (size_t i = 0; i < 3; ++i) states[i].position[0] = static_cast<double>(i);
  rf_render_def def = rf_default_render_def();
  def.stride = 40;
  std::vector<unsigned char> out(2 * 40 + 28 + 8, 0xCD);
  REQUIRE(rf_render_transforms(&def, nullptr, states.data(), 3, 0, out.data(), 2 * 40 + 28, nullptr) == RF_OK);
  for (size_t i = 0; i < 3; ++i) {
    float x;
    std::memcpy(&x, out.data() + 40 * i, 4);
    CHECK(static_cast<double>(x) == static_cast<double>(i));
    for (size_t k = 28; k < 36; ++k) CHECK(out[40 * i + k] == 0xCD);
  }
}

TEST_CASE("the transforms of one shape are those of all rocks without the rocks of other shapes") {
  Random random(8);
  std::vector<rf_state> before, after;
  for (uint32_t i = 0; i < 9; ++i) {
    before.push_back(random_state(random, 0, 0, 5, 1, 1));
    after.push_back(random_state(random, 1, 0, 5, 1, 1));
    after[i].rock = before[i].rock = i % 3 == 1 ? 1 : 4;
  }
  rf_render_def def = rf_default_render_def();
  def.format = RF_TRANSFORM_COLUMNS_4X4;
  def.stride = 72;
  std::vector<float> all(18 * 9), some(18 * 6, 7.0f);
  REQUIRE(rf_render_transforms(&def, before.data(), after.data(), 9, 0.3, all.data(), 72 * 9, nullptr) == RF_OK);
  const auto call = [&](uint32_t shape, size_t bytes, uint32_t& written) {
    return rf_render_transforms_of_shape(&def, shape, before.data(), after.data(), 9, 0.3, some.data(), bytes, &written,
                                         nullptr);
  };
  uint32_t written = 99;
  CHECK(call(4, 72 * 5 + 63, written) == RF_MEMORY_TOO_SMALL);
  CHECK(written == 6);
  CHECK(some[0] == 7.0f);
  REQUIRE(call(4, 72 * 5 + 64, written) == RF_OK);
  CHECK(written == 6);
  size_t next = 0;
  for (size_t i = 0; i < 9; ++i) {
    if (after[i].rock == 4) CHECK(std::memcmp(&some[18 * next++], &all[18 * i], 64) == 0);
  }
  REQUIRE(call(1, 72 * 3, written) == RF_OK);
  CHECK(written == 3);
  CHECK(std::memcmp(some.data(), &all[18], 64) == 0);
  REQUIRE(call(2, 0, written) == RF_OK);  // none
  CHECK(written == 0);
  after[0].position[0] = kNaN;  // of shape 4
  CHECK(call(1, 72 * 3, written) == RF_OK);
  CHECK(call(4, 72 * 6, written) == RF_BAD_VALUE);
  CHECK(written == 0);
}

TEST_CASE("points go to every engine and back") {
  Random random(9);
  for (int32_t convention = 0; convention < RF_CONVENTION_COUNT; ++convention) {
    rf_render_def def = rf_default_render_def();
    def.convention = convention;
    random.fill(def.origin, 3, 100);
    double points[30], back[30];
    float engine[30];
    random.fill(points, 30, 50);
    REQUIRE(rf_render_points(&def, points, 10, engine, nullptr) == RF_OK);
    REQUIRE(rf_world_points(&def, engine, 10, back, nullptr) == RF_OK);
    for (int i = 0; i < 30; ++i) CHECK(std::fabs(back[i] - points[i]) < 2e-5);
    rf_error error;
    points[7] = 1e300;
    check_refusal(rf_render_points(&def, points, 10, engine, &error), error, RF_BAD_VALUE, "points[2]");
    engine[29] = INFINITY;
    check_refusal(rf_world_points(&def, engine, 10, back, &error), error, RF_BAD_VALUE, "points[9]");
  }
}

TEST_CASE("bad arguments of rendering calls are refused with the name of the argument and write nothing") {
  std::vector<rf_state> states(2, rf_default_state());
  float out[16] = {};
  out[0] = 7;
  rf_render_def def = rf_default_render_def();
  const auto call = [&](const rf_state* previous, double blend, size_t bytes, rf_error& error) {
    return rf_render_transforms(&def, previous, states.data(), 2, blend, out, bytes, &error);
  };
  rf_error error;
  CHECK(call(nullptr, 0, 55, error) == RF_MEMORY_TOO_SMALL);
  CHECK(call(states.data(), kNaN, 56, error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("blend") != std::string::npos);
  def.stride = 26;
  CHECK(call(nullptr, 0, 64, error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("stride") != std::string::npos);
  def.stride = 0;
  def.convention = RF_CONVENTION_COUNT;
  CHECK(call(nullptr, 0, 64, error) == RF_BAD_VALUE);
  def.convention = 0;
  states[1].position[2] = kNaN;
  CHECK(call(nullptr, 0, 64, error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("current[1]") != std::string::npos);
  states[1] = rf_default_state();
  def.struct_size -= 8;
  CHECK(call(nullptr, 0, 64, error) == RF_BAD_DEF);
  CHECK(out[0] == 7.0f);

  const Rock rock = box_rock(1, 1, 1);
  rf_rock_mesh mesh = rf_default_rock_mesh();
  mesh.positions = out;
  mesh.vertex_capacity = 5;
  CHECK(rf_rock_get_mesh(rock.get(), &mesh, &error) == RF_MEMORY_TOO_SMALL);
  CHECK(std::string(error.text).find("vertex_capacity") != std::string::npos);
  CHECK(out[0] == 7.0f);
}
