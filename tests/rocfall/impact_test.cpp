// Impacts of the RocFall3 models: the 6 x 6 formulation, with and without the impulse cap.
#include "rocfall/impact.h"

#include "numerics/dense_solve.h"
#include "rocfall/legacy_world.h"
#include "rocfall/rolling.h"
#include "rocfall/support.h"

using namespace legacy;
using namespace rockfall;
using namespace rockfall::rocfall;

namespace {

struct Impact {
  double normal, tangential, angular;
};

// Velocities of a sphere after an oblique impact.
Impact impact(double cap, double mu, double r_n, double r_t, double v_n, double v_t, double omega) {
  rf_ground soil = ground(r_n, r_t, mu);
  soil.rocfall_impulse_cap = cap;
  LegacyWorld world(RF_MODEL_ROCFALL_RIGID, 0, soil);
  world.scene.settings.gravity = 0;
  rf_state state = world.placed(0, 0, 0.5 * v_n * world.scene.settings.time_step);
  state.velocity[0] = v_t;
  state.velocity[2] = -v_n;
  state.angular_velocity[1] = omega;
  world.step(state);
  return {state.velocity[2], state.velocity[0], state.angular_velocity[1]};
}

HullSupport any_support(const Body& body, const Vec3& arm, const Quat& p) {
  Touch touch = no_touch();
  touch.normal = Vec3(0.2, -0.1, 1).normalized();
  touch.arm = arm;
  return support_of<HullSupport>(body, {Vec3(0, 0, 0), p, Vec3(0, 0, 0), Vec3(0, 0, 0)}, touch);
}

Body slab() { return {Body::Kind::hull, 500, 1, Vec3(40, 90, 120), Vec3(1.0 / 40, 1.0 / 90, 1.0 / 120)}; }

}  // namespace

TEST_CASE("an oblique impact of a sphere without the cap multiplies the contact velocity by R_N and R_T") {
  const double v_n = 6, v_t = 9, omega = -4, r_n = 0.4, r_t = 0.7;
  const Impact out = impact(0, 0.1, r_n, r_t, v_n, v_t, omega);
  // gamma_t = v - r omega; dP_t = 2/7 m (R_T - 1) gamma_t; d omega = -5/2 dP_t / (m r).
  const double slip = v_t - kRadius * omega, dv = 2.0 / 7 * (r_t - 1) * slip;
  CHECK(out.normal == doctest::Approx(r_n * v_n).epsilon(1e-12));
  CHECK(out.tangential == doctest::Approx(v_t + dv).epsilon(1e-12));
  CHECK(out.angular == doctest::Approx(omega - 2.5 * dv / kRadius).epsilon(1e-12));
  CHECK(out.tangential - kRadius * out.angular == doctest::Approx(r_t * slip).epsilon(1e-12));
}

TEST_CASE("the cap limits the tangential percussion to mu times the normal percussion") {
  const double v_n = 6, v_t = 9, omega = -4, r_n = 0.4, r_t = 0.2, mu = 0.1;
  const Impact out = impact(1, mu, r_n, r_t, v_n, v_t, omega);
  const double dv = -mu * (1 + r_n) * v_n;
  CHECK(out.normal == doctest::Approx(r_n * v_n).epsilon(1e-12));
  CHECK(out.tangential == doctest::Approx(v_t + dv).epsilon(1e-12));
  CHECK(out.angular == doctest::Approx(omega - 2.5 * dv / kRadius).epsilon(1e-12));
  const Impact high_mu = impact(1, 5, r_n, r_t, v_n, v_t, omega), no_cap = impact(0, 5, r_n, r_t, v_n, v_t, omega);
  CHECK(high_mu.tangential == no_cap.tangential);
  CHECK(high_mu.angular == no_cap.angular);
}

TEST_CASE("an impact of a lumped mass multiplies its velocity by R_N and R_T") {
  LegacyWorld world(RF_MODEL_ROCFALL_LUMPED, -0.7, ground(0.35, 0.8, 0.6));
  world.scene.settings.gravity = 0;
  rf_state state = world.placed(0, 0, 0);
  const double nx = world.nx(), nz = world.nz(), v_n = 5, v_t = 8;
  state.velocity[0] = v_t * nz - v_n * nx;
  state.velocity[1] = 2;
  state.velocity[2] = -v_t * nx - v_n * nz;
  state.angular_velocity[0] = 5;
  world.step(state);
  CHECK(state.velocity[0] * nx + state.velocity[2] * nz == doctest::Approx(0.35 * v_n).epsilon(1e-12));
  CHECK(world.down(state.velocity) == doctest::Approx(0.8 * v_t).epsilon(1e-12));
  CHECK(state.velocity[1] == doctest::Approx(0.8 * 2).epsilon(1e-12));
  CHECK(state.angular_velocity[0] == 0);
}

TEST_CASE("G maps percussions to changes of contact velocity for any lever arm") {
  const HullSupport support = any_support(slab(), Vec3(0.3, -0.5, 0.6), Quat{0.5, 0.5, -0.5, 0.5});
  const Vec3 percussion(30, -70, 110);
  const Vec3 change = support.velocity(support.inverse_mass * percussion, support.angular_velocity_change(percussion));
  CHECK((support.response * percussion - change).norm() < 1e-14);
  CHECK((percussion_for(support, change) - percussion).norm() < 1e-10);
}

TEST_CASE("no impact increases the energy for any lever arm, impact law and velocity") {
  int bounced = 0;
  for (uint32_t i = 0; i < 2000; ++i) {
    double r[8];
    for (uint32_t k = 0; k < 4; ++k) rf_random_pair(3, i, k, r + 2 * k);
    double q[4];
    rf_random_orientation(4, i, 0, q);
    const HullSupport support = any_support(slab(), Vec3(r[0] - 0.5, r[1] - 0.5, 0.3 + r[2]), load_quat(q));
    const Vec3 incoming = Vec3(10 * r[3] - 5, 10 * r[4] - 5, 0) - (0.1 + 4 * r[5]) * support.normal;
    if (incoming.dot(support.normal) >= 0) continue;
    const ImpactLaw law{r[6], r[7], i % 2 == 0, 0.4};
    const Vec3 percussion = impact_percussion(support, law, incoming);
    const Vec3 outgoing = incoming + support.response * percussion;
    CHECK(0.5 * (incoming + outgoing).dot(percussion) <= 1e-9);
    CHECK(percussion.dot(support.normal) >= -1e-9);
    bounced += outgoing.dot(support.normal) > 0;
  }
  CHECK(bounced > 1000);
}

TEST_CASE("rolling satisfies the nine equations of the manual with its fifth equation corrected") {
  // Unknowns a1 a2 a3 alpha1 alpha2 alpha3 F1 F2 N in the frame (t1, t2, n).
  const double m = 500, i1 = 40, i2 = 90, i3 = 120, mu_r = 0.15;
  const Vec3 r(0.2, -0.1, 0.7), g(2.0, -1.0, -9.0), omega(0.3, 0.9, 0.2);
  const double size = std::sqrt(omega[0] * omega[0] + omega[1] * omega[1]);
  // Eq. 3.11 in this frame: n^ p is the direction against rolling, (-omega2, omega1) / |omega|.
  const double e1 = omega[1] / size, e2 = -omega[0] / size;
  double a[81] = {}, b[9] = {};
  const auto at = [&](int row, int column) -> double& { return a[9 * (row - 1) + column]; };
  enum { A1, A2, A3, W1, W2, W3, F1, F2, N };
  at(1, A1) = m, at(1, F1) = -1, at(1, N) = e1 * mu_r, b[0] = m * g[0];
  at(2, A2) = m, at(2, F2) = -1, at(2, N) = e2 * mu_r, b[1] = m * g[1];
  at(3, A3) = m, at(3, N) = -1, b[2] = m * g[2];
  at(4, W2) = i2, at(4, F1) = r[2], at(4, N) = -r[0];
  at(5, W1) = i1, at(5, F2) = -r[2], at(5, N) = r[1];  // the manual has r1
  at(6, W3) = i3, at(6, F1) = -r[1], at(6, F2) = r[0];
  at(7, A1) = 1, at(7, W2) = -r[2], at(7, W3) = r[1];
  at(8, A2) = 1, at(8, W1) = r[2], at(8, W3) = -r[0];
  at(9, A3) = 1, at(9, W2) = r[0], at(9, W1) = -r[1];
  REQUIRE(dense_solve(a, b, 9, 9));

  // The same slope in the inertial frame: rotate gravity onto -z.
  const Vec3 z = -g.normalized(), x = z.unitOrthogonal(), y = z.cross(x);
  Mat3 turn;  // rows: axes of the frame in which -g is z
  turn.row(0) = x.transpose();
  turn.row(1) = y.transpose();
  turn.row(2) = z.transpose();
  HullSupport support;
  support.normal = turn.col(2);
  support.arm = turn * r;
  support.inverse_mass = 1 / m;
  support.inverse_inertia = turn * Vec3(1 / i1, 1 / i2, 1 / i3).asDiagonal() * turn.transpose();
  const Mat3 arm = skew(support.arm);
  support.response = Mat3(Mat3::Identity() / m) + arm * support.inverse_inertia * arm.transpose();
  const Vec3 velocity = -(turn * r).cross(turn * omega);  // pure rolling: the contact point does not slip
  const GroundMotion motion = ground_motion(support, {10, mu_r}, velocity, turn * omega, g.norm());
  REQUIRE(motion.mode == ContactMode::rolling);
  CHECK((turn.transpose() * motion.acceleration - Vec3(b[A1], b[A2], b[A3])).norm() < 1e-12);
  CHECK((turn.transpose() * motion.angular_acceleration - Vec3(b[W1], b[W2], b[W3])).norm() < 1e-12);
  CHECK((turn.transpose() * motion.force - Vec3(b[F1], b[F2], b[N])).norm() < 1e-9);
}
