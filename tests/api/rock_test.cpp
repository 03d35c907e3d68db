#include <algorithm>
#include <cmath>

#include "support/refusal.h"
#include "support/rocks.h"

using namespace support;

namespace {

struct Attempt {
  rf_status status;
  rf_error error;
  const rf_rock* rock;
};

// Cooks in a block that is large enough.
Attempt cook(const rf_rock_def& def) {
  static std::vector<Line> block(4096);
  Attempt attempt = {RF_OK, stale_error(), reinterpret_cast<const rf_rock*>(&attempt)};
  attempt.status = rf_cook_rock(&def, block.data(), block.size() * sizeof(Line), &attempt.rock, &attempt.error);
  return attempt;
}

void refuse(const rf_rock_def& def, rf_status status, const char* field) {
  const Attempt attempt = cook(def);
  check_refusal(attempt.status, attempt.error, status, field);
  CHECK(attempt.rock == nullptr);
}

void refuse(const std::vector<double>& points, rf_status status, const char* field) {
  refuse(rock_def(points), status, field);
}

const std::vector<double> kCube = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};

}  // namespace

TEST_CASE("the default rock def is valid once its points are set") {
  rf_rock_def def = rf_default_rock_def();
  CHECK(def.density == 2700);
  CHECK(def.sizing == RF_SIZE_BY_DENSITY);
  def.point_count = 8;
  refuse(def, RF_NULL_ARGUMENT, "points");
  def.points = kCube.data();
  const Attempt attempt = cook(def);
  check_success(attempt.status, attempt.error);
  CHECK(attempt.rock != nullptr);
}

TEST_CASE("the size query returns a sufficient size and refuses bad counts") {
  rf_rock_def def = rock_def(kCube);
  size_t bytes = 0;
  rf_error error = stale_error();
  check_success(rf_rock_memory(&def, &bytes, &error), error);
  std::vector<Line> block(bytes / sizeof(Line) + 2);
  const rf_rock* rock = nullptr;
  CHECK(rf_cook_rock(&def, block.data(), bytes, &rock, nullptr) == RF_OK);

  check_refusal(rf_cook_rock(&def, block.data(), bytes - 1, &rock, &error), error, RF_MEMORY_TOO_SMALL, "memory");
  CHECK(rock == nullptr);
  check_refusal(rf_cook_rock(&def, block.data(), 0, &rock, &error), error, RF_MEMORY_TOO_SMALL, "memory");
  for (const size_t shift : {size_t{1}, size_t{8}, size_t{32}}) {
    check_refusal(rf_cook_rock(&def, block.data()->bytes + shift, bytes, &rock, &error), error, RF_MEMORY_MISALIGNED,
                  "memory");
  }
  def.point_count = 3;
  check_refusal(rf_rock_memory(&def, &bytes, &error), error, RF_TOO_FEW_POINTS, "point_count");
  def.point_count = 1000001;
  check_refusal(rf_rock_memory(&def, &bytes, &error), error, RF_BAD_VALUE, "point_count");
  refuse(def, RF_BAD_VALUE, "point_count");
  def.struct_size += 1;
  check_refusal(rf_rock_memory(&def, &bytes, &error), error, RF_BAD_DEF, "def");
  refuse(def, RF_BAD_DEF, "def");
}

TEST_CASE("rock calls refuse null pointers") {
  const rf_rock_def def = rock_def(kCube);
  Line line;
  size_t bytes;
  const rf_rock* rock;
  rf_error error = stale_error();
  check_refusal(rf_rock_memory(nullptr, &bytes, &error), error, RF_NULL_ARGUMENT, "def");
  check_refusal(rf_rock_memory(&def, nullptr, &error), error, RF_NULL_ARGUMENT, "bytes");
  check_refusal(rf_cook_rock(nullptr, &line, 64, &rock, &error), error, RF_NULL_ARGUMENT, "def");
  check_refusal(rf_cook_rock(&def, nullptr, 64, &rock, &error), error, RF_NULL_ARGUMENT, "memory");
  check_refusal(rf_cook_rock(&def, &line, 64, nullptr, &error), error, RF_NULL_ARGUMENT, "rock");
  CHECK(rf_cook_rock(&def, nullptr, 64, &rock, nullptr) == RF_NULL_ARGUMENT);
  rf_rock_properties properties;
  CHECK(rf_rock_get(nullptr, &properties) == RF_NULL_ARGUMENT);
  const Rock cube = cloud_rock(kCube);
  CHECK(rf_rock_get(cube.get(), nullptr) == RF_NULL_ARGUMENT);
}

TEST_CASE("sizing, density and mass out of range are refused if the sizing uses them") {
  for (const double bad : {0.0, -1.0, kNaN, kInfinity}) {
    rf_rock_def def = rock_def(kCube);
    def.density = bad;
    refuse(def, RF_BAD_VALUE, "density");
    def.sizing = RF_SIZE_BY_MASS;
    def.mass = 5;
    CHECK(cook(def).status == RF_OK);  // the density is not used
    def.mass = bad;
    refuse(def, RF_BAD_VALUE, "mass");
    def.sizing = RF_SIZE_SCALE_TO_MASS;
    def.density = 2700;
    refuse(def, RF_BAD_VALUE, "mass");
  }
  rf_rock_def def = rock_def(kCube);
  for (const int32_t sizing : {-1, 3}) {
    def.sizing = sizing;
    refuse(def, RF_BAD_VALUE, "sizing");
  }
}

TEST_CASE("a density that makes the mass overflow or underflow is refused") {
  rf_rock_def def = rock_def(kCube);
  def.density = 1e308;
  refuse(def, RF_BAD_VALUE, "density");
  def.density = 1e-320;
  refuse(def, RF_BAD_VALUE, "density");
}

TEST_CASE("point clouds that enclose no volume are refused") {
  refuse({0, 0, 0, 1, 0, 0, 0, 1, 0}, RF_TOO_FEW_POINTS, "point_count");
  refuse({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, RF_TOO_FEW_POINTS, "points");
  refuse({5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, RF_TOO_FEW_POINTS, "points");
  refuse({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.2, 0}, RF_FLAT_CLOUD, "points");
  refuse({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 9, 9, 9}, RF_FLAT_CLOUD, "points");
  std::vector<double> tilted;  // flat except for rounding, far from the origin
  for (int i = 0; i < 20; ++i) {
    const double u = 0.1 * i * i, v = 3.7 * i - 0.3 * i * i;
    tilted.insert(tilted.end(), {1e6 + u, -2e6 + v, 0.3 * u - 0.7 * v + 500});
  }
  refuse(tilted, RF_FLAT_CLOUD, "points");
}

TEST_CASE("a thin plate is not refused as a flat cloud") {
  const Rock plate = box_rock(1, 1, 1e-3);
  CHECK(plate->volume == doctest::Approx(1e-3).epsilon(1e-12));
  CHECK(plate->face_count == 6);
}

TEST_CASE("NaN, infinite and too large coordinates are refused with the point in the text") {
  for (const double bad : {kNaN, kInfinity, -kInfinity, 1.1e12, -1e300}) {
    std::vector<double> points = kCube;
    points[3 * 5 + 1] = bad;
    refuse(points, RF_BAD_VALUE, "points[5].y");
    refuse(points, RF_BAD_VALUE, "must be finite and at most 1e12 in absolute value");
  }
}

TEST_CASE("coordinates of a national grid give the same rock as local ones") {
  std::vector<double> points = kCube;
  for (size_t i = 0; i < points.size(); i += 3) {
    points[i] += 2.7e6;
    points[i + 1] += 1.2e6;
    points[i + 2] += 1800;
  }
  const Rock far = cloud_rock(points), near = cloud_rock(kCube);
  CHECK(far->face_count == 6);
  CHECK(far->mass == doctest::Approx(near->mass).epsilon(1e-9));
  CHECK(far->inertia[0] == doctest::Approx(near->inertia[0]).epsilon(1e-9));
  CHECK(far->centre_of_mass[0] == doctest::Approx(2.7e6).epsilon(1e-15));
}

TEST_CASE("given triangles that are not a closed, outward, convex surface are refused") {
  const std::vector<double> points = shape_cloud(RF_SHAPE_TETRAHEDRON, 1, 1, 1);
  std::vector<uint32_t> triangles;
  {
    const Rock rock = cloud_rock(points);
    triangles.assign(rock->triangles, rock->triangles + 12);
  }
  const auto with = [&](const std::vector<uint32_t>& t) {
    rf_rock_def def = rock_def(points);
    def.triangles = t.data();
    def.triangle_count = static_cast<uint32_t>(t.size() / 3);
    return def;
  };
  CHECK(cook(with(triangles)).status == RF_OK);

  std::vector<uint32_t> bad = triangles;
  bad[7] = 4;
  refuse(with(bad), RF_BAD_HULL, "triangles[7]");
  bad[7] = 0xffffffffu;
  refuse(with(bad), RF_BAD_HULL, "triangles[7]");
  bad = triangles;
  bad.resize(9);
  refuse(with(bad), RF_BAD_HULL, "triangle_count");
  bad = triangles;
  std::copy(bad.begin(), bad.begin() + 3, bad.begin() + 3);  // one face twice, one missing
  refuse(with(bad), RF_BAD_HULL, "triangles");
  bad = triangles;
  for (size_t i = 0; i < bad.size(); i += 3) std::swap(bad[i], bad[i + 1]);
  refuse(with(bad), RF_BAD_HULL, "outward");
  bad = triangles;
  std::swap(bad[0], bad[1]);  // one face reversed
  refuse(with(bad), RF_BAD_HULL, "triangles");
  bad = triangles;
  bad[1] = bad[0];
  refuse(with(bad), RF_BAD_HULL, "triangles");

  rf_rock_def def = rock_def(points);
  def.triangle_count = 4;
  refuse(def, RF_BAD_VALUE, "triangle_count");
}

TEST_CASE("a given hull that is concave is refused") {
  // An octahedron whose top corner is moved below the centre.
  std::vector<double> points = shape_cloud(RF_SHAPE_OCTAHEDRON, 2, 2, 2);
  std::vector<uint32_t> triangles;
  uint32_t count = 0;
  {
    const Rock rock = cloud_rock(points);
    count = rock->triangle_count;
    // The hull keeps the order of the points if it uses all of them.
    triangles.assign(rock->triangles, rock->triangles + 3 * count);
    REQUIRE(rock->vertex_count == 6);
  }
  rf_rock_def def = rock_def(points);
  def.triangles = triangles.data();
  def.triangle_count = count;
  CHECK(cook(def).status == RF_OK);
  for (size_t i = 0; i < points.size(); i += 3) {
    if (points[i + 2] > 0.5) points[i + 2] = -0.2;
  }
  refuse(def, RF_BAD_HULL, "convex");
}

TEST_CASE("a given hull gives the same rock as the computed one and ignores unused points") {
  std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 2, 3, 60, 4);
  const Rock computed = cloud_rock(points);
  REQUIRE(computed->vertex_count < 60);
  // The same hull, with its vertices in K as points.
  std::vector<double> vertices(computed->vertices, computed->vertices + 3 * computed->vertex_count);
  vertices.insert(vertices.end(), {0.01, 0.02, 0.03});  // inside, used by no triangle
  rf_rock_def def = rock_def(vertices);
  def.triangles = computed->triangles;
  def.triangle_count = computed->triangle_count;
  const Rock again = cooked_rock(def);
  CHECK(again->vertex_count == computed->vertex_count);
  CHECK(again->mass == doctest::Approx(computed->mass).epsilon(1e-13));
  for (int k = 0; k < 3; ++k) {
    CHECK(again->inertia[k] == doctest::Approx(computed->inertia[k]).epsilon(1e-12));
    CHECK(std::fabs(again->centre_of_mass[k]) < 1e-13);
  }
  CHECK(std::fabs(again->frame[0]) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("a copy of a rock's bytes in another aligned block is a valid rock") {
  rf_rock_properties copied;
  std::vector<Line> elsewhere;
  std::vector<double> vertices;
  {
    const std::vector<double> points = shape_cloud(RF_SHAPE_EOTA, 1, 1, 1);
    rf_rock_def def = rock_def(points);
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&def, &bytes, nullptr) == RF_OK);
    std::vector<Line> block(bytes / sizeof(Line));
    REQUIRE(block.size() * sizeof(Line) == bytes);
    const rf_rock* rock = nullptr;
    REQUIRE(rf_cook_rock(&def, block.data(), bytes, &rock, nullptr) == RF_OK);
    CHECK(static_cast<const void*>(rock) == block.data());
    rf_rock_properties original;
    REQUIRE(rf_rock_get(rock, &original) == RF_OK);
    vertices.assign(original.vertices, original.vertices + 3 * original.vertex_count);
    elsewhere = block;
    for (Line& line : block) std::memset(line.bytes, 0xa5, sizeof line.bytes);
  }
  REQUIRE(rf_rock_get(reinterpret_cast<const rf_rock*>(elsewhere.data()), &copied) == RF_OK);
  CHECK(copied.vertex_count == 24);
  const unsigned char* low = elsewhere.front().bytes;
  const unsigned char* high = elsewhere.back().bytes + sizeof(Line);
  CHECK(reinterpret_cast<const unsigned char*>(copied.vertices) >= low);
  CHECK(reinterpret_cast<const unsigned char*>(copied.vertices + 72) <= high);
  CHECK(std::equal(vertices.begin(), vertices.end(), copied.vertices));
}

TEST_CASE("members of a shape def out of range are refused with their name") {
  std::vector<double> room(3 * 64);
  uint32_t count;
  rf_error error = stale_error();
  rf_shape_def def = rf_default_shape_def();
  check_success(rf_shape_points(&def, room.data(), 64, &count, &error), error);
  CHECK(count == 8);
  count = 77;
  check_refusal(rf_shape_points(nullptr, room.data(), 64, &count, &error), error, RF_NULL_ARGUMENT, "def");
  CHECK(count == 0);
  check_refusal(rf_shape_points(&def, room.data(), 64, nullptr, &error), error, RF_NULL_ARGUMENT, "count");
  check_refusal(rf_shape_points(&def, room.data(), 7, &count, &error), error, RF_MEMORY_TOO_SMALL, "capacity");
  check_success(rf_shape_points(&def, nullptr, 0, &count, &error), error);
  CHECK(count == 8);
  for (const int32_t kind : {-1, 7}) {
    def.kind = kind;
    check_refusal(rf_shape_points(&def, room.data(), 64, &count, &error), error, RF_BAD_VALUE, "kind");
  }
  const char* const names[3] = {"size[0]", "size[1]", "size[2]"};
  for (int k = 0; k < 3; ++k) {
    for (const double bad : {0.0, -1.0, kNaN, kInfinity}) {
      def = rf_default_shape_def();
      def.size[k] = bad;
      check_refusal(rf_shape_points(&def, room.data(), 64, &count, &error), error, RF_BAD_VALUE, names[k]);
    }
  }
  const struct {
    int32_t kind;
    uint32_t count;
  } counts[] = {{RF_SHAPE_DISC, 4},
                {RF_SHAPE_DISC, 7},
                {RF_SHAPE_DISC, 1000002},
                {RF_SHAPE_ELLIPSOID, 7},
                {RF_SHAPE_ELLIPSOID, 1000001},
                {RF_SHAPE_RANDOM, 7}};
  for (const auto& bad : counts) {
    def = rf_default_shape_def();
    def.kind = bad.kind;
    def.point_count = bad.count;
    check_refusal(rf_shape_points(&def, room.data(), 64, &count, &error), error, RF_BAD_VALUE, "point_count");
  }
  def = rf_default_shape_def();
  def.struct_size = 4;
  check_refusal(rf_shape_points(&def, room.data(), 64, &count, &error), error, RF_BAD_DEF, "def");
}
