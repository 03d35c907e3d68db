#include "scenario/rock_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenario/rounding.h"

namespace sandbox {
namespace {

double normal_share(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/** The z with normal_share(z) = share. */
double normal_quantile(double share) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (normal_share(middle) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/** The z below which this share of the part of the normal distribution from `low` to `high` lies. In the upper tail
 *  shares are near 1 and have no digits left, so it is taken as the lower one. */
double truncated_normal_quantile(double low, double high, double share) {
  if (low > 0) return -truncated_normal_quantile(-high, -low, 1 - share);
  const double from = normal_share(low), z = normal_quantile(from + share * (normal_share(high) - from));
  return std::clamp(z, low, high);
}

double lognormal_quantile(const VolumeSpec& spec, double share) {
  if (!(spec.sigma > 0)) return spec.median;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto bound = [&](double volume) { return std::log(volume / spec.median) / spec.sigma; };
  const double low = spec.minimum > 0 ? bound(spec.minimum) : -infinite,
               high = spec.maximum > 0 ? bound(spec.maximum) : infinite;
  return spec.median * std::exp(spec.sigma * truncated_normal_quantile(low, high, share));
}

double power_law_quantile(const VolumeSpec& spec, double share) {
  // V / minimum = (1 - share (1 - r))^(-1/b) with r = (maximum / minimum)^-b, for very small and very large b as well.
  const double b = spec.exponent, rest = std::expm1(-b * std::log(spec.maximum / spec.minimum));
  const double volume = spec.minimum * std::exp(-std::log1p(share * rest) / b);
  return std::clamp(volume, spec.minimum, spec.maximum);
}

}  // namespace

std::vector<double> volumes_of(const VolumeSpec& spec) {
  std::vector<double> volumes;
  for (std::uint32_t k = 0; k < spec.sizes; ++k) {
    const double share = (k + 0.5) / spec.sizes;
    double volume = 0;
    switch (spec.kind) {
      case VolumeSpec::Kind::lognormal:
        volume = lognormal_quantile(spec, share);
        break;
      case VolumeSpec::Kind::uniform:
        volume = spec.minimum + share * (spec.maximum - spec.minimum);
        break;
      case VolumeSpec::Kind::power_law:
        volume = power_law_quantile(spec, share);
        break;
    }
    volumes.push_back(round_to_40_bits(volume));
  }
  return volumes;
}

std::vector<RockSpec> shapes_of(const RockSpec& spec) {
  if (!spec.volume) return {spec};
  std::vector<RockSpec> shapes;
  for (const double volume : volumes_of(*spec.volume)) {
    RockSpec shape = spec;
    shape.volume.reset();
    shape.sizing = RF_SIZE_SCALE_TO_MASS;
    shape.mass = spec.density * volume;
    shapes.push_back(shape);
  }
  return shapes;
}

bool has_shares(const std::vector<RockSpec>& rocks) {
  return std::any_of(rocks.begin(), rocks.end(), [](const RockSpec& rock) { return rock.share || rock.volume; });
}

}  // namespace sandbox
