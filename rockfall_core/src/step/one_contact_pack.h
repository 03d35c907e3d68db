// One contact of each of several rocks in SIMD lanes: the data of a contact, and contact/one_contact.cpp in lanes.
// Everything has internal linkage.
#pragma once

#include <cstddef>

#include "contact/laws.h"
#include "contact/slip_equation.h"
#include "contact/tangent.h"
#include "numerics/arctangent_lanes.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/ground_query.h"

namespace rockfall {
namespace {

using VectorPack = VectorOf<Pack>;

struct VelocityPack {
  VectorPack linear, angular;
};

// Replaces a contact that a rock does not have.
constexpr DetectedContact kNoContact = {{0, 0, 0}, {0, 0, 1}, {0, 0, 0, 0, 0, 0}, 0};

// Number k of the contacts of every rock; see contact/contact.h. Matrices are three columns.
struct ContactPack {
  PackMask present;
  VectorPack arm;
  Pack mu_min, mu_max, kappa, restitution_normal, restitution_tangential, restitution_threshold, rolling_arm;
  Pack friction;
  VectorPack frame[3];  // the first is the normal
  VectorPack angular[3], response[3];
  VectorPack before, offset;  // gamma-, epsilon gamma-
  VectorPack percussion;

  // @param here   the lanes that have this contact
  // @param found  kNoContact in the others
  void set(const PackMask& here, const DetectedContact* const (&found)[kPackCount]) {
    static_assert(offsetof(DetectedContact, normal) == 3 * sizeof(double) &&
                      offsetof(DetectedContact, ground) == 6 * sizeof(double) &&
                      offsetof(DetectedContact, rolling_arm) == 12 * sizeof(double) &&
                      sizeof(DetectedContact) == 13 * sizeof(double),
                  "rows of four numbers, the last two overlap");
    constexpr int kFirst[4] = {0, 4, 8, 9};
    Pack columns[4][4];
    for (int part = 0; part < 4; ++part) {
      const double* row[kPackCount];
      for (int lane = 0; lane < kPackCount; ++lane) {
        row[lane] = reinterpret_cast<const double*>(found[lane]) + kFirst[part];
      }
      transpose(row, columns[part]);
    }
    present = here;
    arm = {{columns[0][0], columns[0][1], columns[0][2]}};
    frame[0] = {{columns[0][3], columns[1][0], columns[1][1]}};
    mu_min = columns[1][2];
    mu_max = columns[1][3];
    kappa = columns[2][0];
    restitution_normal = columns[2][1];
    restitution_tangential = columns[2][2];
    restitution_threshold = columns[2][3];
    rolling_arm = columns[3][3];
    percussion = {{packed(0.0), packed(0.0), packed(0.0)}};
  }

  // slippage_friction().
  void set_friction(const Pack& slippage) {
    friction = mu_min;
    const PackMask varies = ~(mu_max == mu_min);
    if (!none_set(varies)) {
      const Pack angle = arctangent_of_positive(larger_of(kappa * slippage, packed(0.0)));
      friction = select(varies, slippage_friction(mu_min, mu_max, angle), friction);
    }
    friction = smaller_of(friction, packed(kMostFriction));
  }

  // True if both contacts have the same friction in all lanes that have this one.
  bool has_friction_of(const ContactPack& other) const {
    return none_set(present & ~((mu_min == other.mu_min) & (mu_max == other.mu_max) & (kappa == other.kappa)));
  }

  // contact_frame().
  void set_tangents() {
    set_tangent<Pack>(frame[0], frame[1]);
    frame[2] = cross(frame[0], frame[1]);
  }

  // gamma = W^T u.
  VectorPack velocity(const VelocityPack& u) const {
    VectorPack gamma;
    for (int k = 0; k < 3; ++k) gamma[k] = dot(frame[k], u.linear) + dot(angular[k], u.angular);
    return gamma;
  }

  // No restitution at contacts below its threshold; `before` must be known.
  void limit_restitution() {
    const PackMask slow = absolute(before[0]) < restitution_threshold;
    restitution_normal = select(slow, packed(0.0), restitution_normal);
    restitution_tangential = select(slow, packed(0.0), restitution_tangential);
  }

  // u += M^-1 W P in the given lanes that have this contact.
  void apply(const PackMask& lanes, const Pack& inverse_mass, VelocityPack& u) const {
    const PackMask here = lanes & present;
    const VectorPack& p = percussion;
    for (int i = 0; i < 3; ++i) {
      const Pack linear =
          inverse_mass * frame[0][i] * p[0] + (inverse_mass * frame[1][i] * p[1] + inverse_mass * frame[2][i] * p[2]);
      const Pack turn = response[0][i] * p[0] + (response[1][i] * p[1] + response[2][i] * p[2]);
      u.linear[i] = select(here, u.linear[i] + linear, u.linear[i]);
      u.angular[i] = select(here, u.angular[i] + turn, u.angular[i]);
    }
  }

  // G = W^T M^-1 W.
  MatrixOf<Pack> delassus(const Pack& inverse_mass) const {
    MatrixOf<Pack> g;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Pack coupling = dot(angular[i], response[j]);
        g.at[i][j] = i == j ? coupling + inverse_mass : coupling;
      }
    }
    return g;
  }
};

// slip() of contact/one_contact.cpp. Sets the lanes in which friction is negligible.
template <int N>
inline VectorOf<LanesOf<N>> solve_slip(const SlipEquation<LanesOf<N>>& equation, const LanesOf<N>& g_normal,
                                       const LanesOf<N>& friction, const MaskOf<N>& slipping, MaskOf<N>& negligible) {
  using Real = LanesOf<N>;
  using Mask = MaskOf<N>;
  Real low = filled<N>(0.0), high = filled<N>(-1.0), s = first_slip_weight(equation);
  SlipPoint<Real> point = evaluate<Mask>(equation, s);
  negligible = ~((speed_squared(equation) >= kSmallestSlip) & (s < kNegligibleFriction));
  Mask running = slipping & ~negligible;
  for (int iteration = 0; iteration < kMaxSlipIterations; ++iteration) {
    running = running & ~(absolute(point.excess) <= kSlipExcess * point.length);
    if (none_set(running)) break;
    const Mask above = point.excess > 0.0;
    low = select(running & above, s, low);
    high = select(running & ~above, s, high);
    const Mask unbounded = high < 0.0;
    const Real newton = s + point.step;
    const Mask inside = ~(point.step == 0.0) & (newton > low) & (unbounded | (newton < high));
    const Mask last = inside & (absolute(point.step) <= kLastSlipStep * s);
    const Real next = select(inside, newton, select(unbounded, 2.0 * s + 1e-3 * equation.d1, 0.5 * (low + high)));
    running = running & ~(next == s);
    s = select(running, next, s);
    point = evaluate<Mask>(equation, s);
    running = running & ~last;
    if (none_set(running)) break;
  }
  return slip_percussion(equation, g_normal, friction, s, point);
}

// solve_local() for xi = G P + c.
template <int N>
inline VectorOf<LanesOf<N>> solve_one_contact(const MatrixOf<LanesOf<N>>& g, const LanesOf<N>& friction,
                                              const VectorOf<LanesOf<N>>& c, const MaskOf<N>& lanes) {
  using Real = LanesOf<N>;
  using Mask = MaskOf<N>;
  const Real zero = filled<N>(0.0);
  const VectorOf<Real> none = {{zero, zero, zero}};
  const LocalMatrices<Real> local = local_matrices(g);
  const VectorOf<Real> stick = -1.0 * product(local.inverse, c);
  const Real bound = friction * stick[0];
  const Mask open = c[0] >= 0.0;
  Mask smooth = friction == 0.0;
  const Mask sticks = (stick[0] > 0.0) & (stick[1] * stick[1] + stick[2] * stick[2] <= bound * bound);
  VectorOf<Real> p = stick;
  const Mask slips = lanes & ~open & ~smooth & ~sticks;
  if (!none_set(slips)) {
    const SlipEquation<Real> equation = slip_equation(g, local.schur, friction, c);
    Mask negligible;
    p = select(slips, solve_slip(equation, g.at[0][0], friction, slips, negligible), p);
    smooth = smooth | (slips & negligible);
  }
  p = select(smooth, VectorOf<Real>{{(-1.0 * c[0]) / g.at[0][0], zero, zero}}, p);
  return select(open, none, p);
}

}  // namespace
}  // namespace rockfall
