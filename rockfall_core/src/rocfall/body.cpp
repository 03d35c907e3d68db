#include "rocfall/body.h"

#include <cmath>

#include "numerics/elementary.h"

namespace rockfall {
namespace {

// Radius of the sphere of a volume, from a radius that is not smaller: Newton's method comes down from above.
double sphere_radius(double volume, double start) {
  const double cube = volume * 3 / (4 * kPi);
  double r = start;
  for (int i = 0; i < 60; ++i) {
    const double next = r - (r * r * r - cube) / (3 * r * r);
    if (!(next < r)) break;
    r = next;
  }
  return r;
}

}  // namespace

Body body_of(const rf_rock& rock, const rf_settings& settings) {
  Body body = {Body::Kind::hull, rock.mass, rock.bounding_radius, load3(rock.inertia), load3(rock.inverse_inertia)};
  if (settings.model == RF_MODEL_ROCFALL_LUMPED) {
    body.kind = Body::Kind::point;
    body.radius = 0;
    body.inertia = body.inverse_inertia = Vec3(0, 0, 0);
  } else if (settings.model == RF_MODEL_ROCFALL_RIGID && settings.rocfall_shape == RF_ROCFALL_SPHERE) {
    body.kind = Body::Kind::sphere;
    body.radius = sphere_radius(rock.volume, rock.bounding_radius);
    const double inertia = 0.4 * rock.mass * body.radius * body.radius;
    body.inertia = Vec3(inertia, inertia, inertia);
    body.inverse_inertia = Vec3(1 / inertia, 1 / inertia, 1 / inertia);
  }
  return body;
}

double kinetic_energy(const Body& body, const double v[3], const double w[3]) {
  return 0.5 * (body.mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + body.inertia[0] * w[0] * w[0] +
                body.inertia[1] * w[1] * w[1] + body.inertia[2] * w[2] * w[2]);
}

Mat3 inverse_inertia_in_space(const Body& body, const Quat& orientation) {
  Mat3 inverse = body.inverse_inertia.asDiagonal();
  if (body.kind != Body::Kind::hull) return inverse;  // the same in every frame
  const Mat3 a = rotation_matrix(orientation);
  return a * inverse * a.transpose();
}

Quat turned_in_space(const Quat& p, const Vec3& angle) {
  const HalfAngle half = half_angle(angle.squaredNorm());
  const Vec3 e = half.sine_over_angle * rotate_back(p, angle);
  return turned(p, {half.cosine, e[0], e[1], e[2]});
}

BodyMotion after_flight(const Body& body, const BodyMotion& start, double gravity, double t) {
  BodyMotion end = start;
  end.position += t * start.velocity - Vec3(0, 0, 0.5 * gravity * t * t);
  end.velocity[2] -= gravity * t;
  if (body.kind != Body::Kind::point) end.orientation = turned_in_space(start.orientation, t * start.spin);
  return end;
}

}  // namespace rockfall
