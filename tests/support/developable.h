// Clouds whose hulls have many vertices and planes that touch along lines, in faces of many corners, or at a hub.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "numerics/linear.h"
#include "support/random.h"
#include "support/rocks.h"

namespace support {

inline std::vector<double> turned(std::vector<double> points, double angle, const rockfall::Vec3& axis) {
  using namespace rockfall;
  const Mat3 turn = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  for (size_t i = 0; i < points.size(); i += 3) store3(turn * load3(&points[i]), &points[i]);
  return points;
}

/// Random points on the side of a cone, or its apex and points on the rim of its base.
inline std::vector<double> cone_cloud(uint32_t count, bool rim) {
  Random random(7);
  std::vector<double> points;
  if (rim) points = {0, 0, 1};
  for (uint32_t i = rim ? 1 : 0; i < count; ++i) {
    const double angle = 2 * 3.14159265358979323846 * random.uniform(), w = rim ? 1 : std::sqrt(random.uniform());
    points.insert(points.end(), {w * std::cos(angle), w * std::sin(angle), 1 - w});
  }
  return points;
}

/// Random points on a helix: two of its vertices have thousands of neighbours.
inline std::vector<double> helix_cloud(uint32_t count) {
  Random random(8);
  std::vector<double> points;
  for (uint32_t i = 0; i < count; ++i) {
    const double u = random.uniform();
    points.insert(points.end(), {std::cos(30 * u), std::sin(30 * u), u});
  }
  return points;
}

/// Named clouds whose hulls have more than 2000 vertices each.
inline std::vector<std::pair<std::string, std::vector<double>>> developable_clouds(uint32_t count) {
  const rockfall::Vec3 axis(1, 2, 3);
  std::vector<double> cylinder = cone_cloud(count, true);
  Random random(9);
  for (size_t i = 2; i < cylinder.size(); i += 3) cylinder[i] = random.uniform();
  std::vector<double> noisy = turned(shape_cloud(RF_SHAPE_DISC, 2, 2, 0.5, count), 0.7, axis);
  for (double& x : noisy) x += 1e-9 * random.between(-1, 1);
  return {{"cone", turned(cone_cloud(count, false), 0.7, axis)},
          {"hub", turned(cone_cloud(count, true), 0.7, axis)},
          {"cylinder", cylinder},
          {"helix", helix_cloud(count)},
          {"disc", turned(shape_cloud(RF_SHAPE_DISC, 2, 2, 0.5, count), 0.7, axis)},
          {"noisy disc", noisy},
          {"lens", shape_cloud(RF_SHAPE_ELLIPSOID, 1, 1, 1e-4, count)},
          {"ellipsoid", shape_cloud(RF_SHAPE_ELLIPSOID, 1, 1.2, 1.7, count)}};
}

}  // namespace support
