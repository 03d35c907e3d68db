#include "body/body.h"

#include "numerics/elementary.h"

namespace rockfall {
namespace {

// Radius of the sphere with a given volume, by Newton's method from a start that is not smaller.
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

}  // namespace rockfall
