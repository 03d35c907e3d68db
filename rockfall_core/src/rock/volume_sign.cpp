#include "rock/volume_sign.h"

namespace rockfall {
namespace {

// Whole numbers are sums of digits times powers of 2^26. Digits but the highest are not negative; those of a product
// are added up before they are carried, for which 64 bits suffice.
constexpr int kDigitBits = 26;
constexpr int64_t kDigitMask = (int64_t{1} << kDigitBits) - 1;

struct Factor {
  explicit Factor(double x) : high(static_cast<int64_t>(x) >> kDigitBits), low(static_cast<int64_t>(x) & kDigitMask) {}
  int64_t high, low;
};

template <int count>
void carry(int64_t (&digits)[count]) {
  for (int i = 0; i + 1 < count; ++i) {
    digits[i + 1] += digits[i] >> kDigitBits;
    digits[i] &= kDigitMask;
  }
}

// Adds (a b - c d) e to the digits of the sum.
void add_product(double a, double b, double c, double d, double e, int64_t (&sum)[5]) {
  const Factor p(a), q(b), r(c), s(d), t(e);
  int64_t area[4] = {p.low * q.low - r.low * s.low, p.low * q.high + p.high * q.low - r.low * s.high - r.high * s.low,
                     p.high * q.high - r.high * s.high, 0};
  carry(area);
  for (int i = 0; i < 4; ++i) {
    sum[i] += area[i] * t.low;
    sum[i + 1] += area[i] * t.high;
  }
}

}  // namespace

GridPlane grid_plane(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a;
  const Vec3 p = u.cwiseAbs(), q = v.cwiseAbs();
  const Vec3 products(p[1] * q[2] + p[2] * q[1], p[2] * q[0] + p[0] * q[2], p[0] * q[1] + p[1] * q[0]);
  return {a, u, v, u.cross(v), 1e-15 * products.maxCoeff()};  // each of the nine roundings is at most 1.2e-16
}

int exact_volume_sign(const Vec3& u, const Vec3& v, const Vec3& d) {
  int64_t sum[5] = {};
  add_product(u[1], v[2], u[2], v[1], d[0], sum);
  add_product(u[2], v[0], u[0], v[2], d[1], sum);
  add_product(u[0], v[1], u[1], v[0], d[2], sum);
  carry(sum);
  if (sum[4] != 0) return sum[4] > 0 ? 1 : -1;
  return sum[0] != 0 || sum[1] != 0 || sum[2] != 0 || sum[3] != 0 ? 1 : 0;
}

}  // namespace rockfall
