#include "numerics/quaternion.h"
#include "numerics/symmetric_eigen.h"
#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using namespace support;

namespace {

Mat3 frame_of(const Rock& rock) { return rotation_matrix(load_quat(rock->frame)); }

}  // namespace

TEST_CASE("principal moments ascend and the frame is a rotation that takes the vertices to the point cloud") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, seed);
    const Rock rock = cloud_rock(points);
    CHECK(rock->inertia[0] <= rock->inertia[1]);
    CHECK(rock->inertia[1] <= rock->inertia[2]);
    const Mat3 frame = frame_of(rock);
    CHECK((frame.transpose() * frame - Mat3::Identity()).cwiseAbs().maxCoeff() <
          4e-15);  // a unit quaternion to rounding
    CHECK(frame.determinant() == doctest::Approx(1).epsilon(1e-14));
    for (uint32_t i = 0; i < rock->vertex_count; ++i) {
      const Vec3 in_cloud = load3(rock->centre_of_mass) + frame * load3(rock->vertices + 3 * i);
      double nearest = 1e300;
      for (size_t k = 0; k < points.size(); k += 3) nearest = std::fmin(nearest, (in_cloud - load3(&points[k])).norm());
      CHECK(nearest < 1e-14);
    }
  }
}

TEST_CASE("the vertices in K have their centre of mass at the origin and no products of inertia") {
  // A rock cooked from the vertices in K has the identity as its principal frame.
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Rock rock = shape_rock(RF_SHAPE_RANDOM, 0.7, 1.3, 2, 50, seed);
    const Rock again = cloud_rock({rock->vertices, rock->vertices + 3 * rock->vertex_count});
    for (int k = 0; k < 3; ++k) CHECK(std::fabs(again->centre_of_mass[k]) < 1e-14);
    CHECK(std::fabs(again->frame[0]) > 1 - 1e-13);
  }
}

TEST_CASE("a rotation and translation of a point cloud changes neither mass nor principal moments") {
  Random random(11);
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 1.6, 2.2, 40, seed);
    const Rock rock = cloud_rock(points);
    double p[4], shift[3];
    random.orientation(p);
    random.fill(shift, 3, 50);
    const Mat3 turn = rotation_matrix(load_quat(p));
    for (size_t k = 0; k < points.size(); k += 3) store3(turn * load3(&points[k]) + load3(shift), &points[k]);
    const Rock moved = cloud_rock(points);
    CHECK(moved->vertex_count == rock->vertex_count);
    CHECK(moved->mass == doctest::Approx(rock->mass).epsilon(1e-12));
    for (int k = 0; k < 3; ++k) CHECK(moved->inertia[k] == doctest::Approx(rock->inertia[k]).epsilon(1e-12));
    const Vec3 centre = turn * load3(rock->centre_of_mass) + load3(shift);
    CHECK((load3(moved->centre_of_mass) - centre).norm() < 1e-12);
    // The axes are rotated too, each up to its sign.
    const Mat3 axes = frame_of(moved).transpose() * turn * frame_of(rock);
    CHECK((axes.cwiseAbs() - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-10);
  }
}

TEST_CASE("eigenvalues and eigenvectors reproduce any symmetric tensor") {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    Mat3 tensor;
    for (int r = 0; r < 3; ++r) {
      for (int c = r; c < 3; ++c) tensor(r, c) = tensor(c, r) = random.between(-1, 1);
    }
    if (i % 5 == 0) tensor(0, 1) = tensor(1, 0) = tensor(0, 2) = tensor(2, 0) = 0;
    const SymmetricEigen e = symmetric_eigen(tensor);
    CHECK(e.values[0] <= e.values[1]);
    CHECK(e.values[1] <= e.values[2]);
    const Mat3 rebuilt = e.axes * e.values.asDiagonal() * e.axes.transpose();
    CHECK((rebuilt - tensor).cwiseAbs().maxCoeff() < 1e-13);
    CHECK((e.axes.transpose() * e.axes - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-14);
    CHECK(e.axes.determinant() > 0.999);
  }
}

TEST_CASE("bodies with equal principal moments keep the axes of the point cloud") {
  const Rock cube = box_rock(1, 1, 1);
  CHECK(cube->frame[0] == 1);
  const Rock plate = shape_rock(RF_SHAPE_EOTA, 1, 1, 0.5);
  CHECK(plate->frame[0] == doctest::Approx(1).epsilon(1e-14));
  CHECK(plate->extent[2] == doctest::Approx(0.5).epsilon(1e-14));
}
