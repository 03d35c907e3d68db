#include "scenario/rock_classes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

TEST_CASE("volumes of a class follow their distribution") {
  sandbox::VolumeSpec spec;
  spec.median = 2;
  spec.sigma = 0.5;
  spec.sizes = 200;
  std::vector<double> volumes = sandbox::volumes_of(spec);
  CHECK(0.5 * (volumes[99] + volumes[100]) == doctest::Approx(2).epsilon(1e-3));
  double mean = 0, variance = 0;
  for (const double volume : volumes) mean += std::log(volume) / 200;
  for (const double volume : volumes) variance += std::pow(std::log(volume) - mean, 2) / 200;
  CHECK(std::sqrt(variance) == doctest::Approx(0.5).epsilon(0.02));
  spec.kind = sandbox::VolumeSpec::Kind::power_law;
  spec.minimum = 1;
  spec.maximum = 16;
  spec.exponent = 0.5;
  volumes = sandbox::volumes_of(spec);
  CHECK(volumes.front() > 1);
  CHECK(volumes.back() < 16);
  // N(> V) ~ V^-1/2 between 1 and 16: the median has V^-1/2 = (1 + 1/4) / 2.
  CHECK(0.5 * (volumes[99] + volumes[100]) == doctest::Approx(2.56).epsilon(1e-3));
}

TEST_CASE("a lognormal distribution that is cut off anywhere has its volumes within the bounds, in ascending order") {
  struct Case {
    double median, sigma, minimum, maximum;
  };
  for (const Case& c : {Case{0.5, 0.1, 1.5, 0}, Case{3, 0.3, 36, 0}, Case{3, 0.3, 100, 0}, Case{3, 0.3, 0, 0.01},
                        Case{3, 0.3, 30, 31}, Case{1, 0.01, 50, 0}, Case{1, 0.01, 0, 0.02}, Case{1, 0.5, 0.5, 2}}) {
    CAPTURE(c.minimum);
    CAPTURE(c.maximum);
    sandbox::VolumeSpec spec;
    spec.median = c.median;
    spec.sigma = c.sigma;
    spec.minimum = c.minimum;
    spec.maximum = c.maximum;
    spec.sizes = 50;
    const std::vector<double> volumes = sandbox::volumes_of(spec);
    // Volumes are rounded to 40 bits.
    CHECK(volumes.front() >= c.minimum * (1 - 1e-11));
    if (c.maximum > 0) CHECK(volumes.back() <= c.maximum * (1 + 1e-11));
    CHECK(std::is_sorted(volumes.begin(), volumes.end()));
  }
}

TEST_CASE("the upper tail of a lognormal distribution is that of the lower one turned over") {
  sandbox::VolumeSpec upper, lower;
  upper.median = lower.median = 1;
  upper.sigma = lower.sigma = 0.2;
  upper.minimum = 4;
  lower.maximum = 0.25;
  upper.sizes = lower.sizes = 40;
  const std::vector<double> large = sandbox::volumes_of(upper), small = sandbox::volumes_of(lower);
  for (std::size_t k = 0; k < 40; ++k) CHECK(large[k] * small[39 - k] == doctest::Approx(1).epsilon(1e-10));
  // Far in the tail ln V has an exponential distribution of the mean sigma^2 / ln 4 over the bound, so the last of 40
  // volumes exceeds the bound by about this mean times ln 80.
  const double mean = 0.2 * 0.2 / std::log(4.0);
  CHECK(std::log(large.back() / 4) == doctest::Approx(mean * std::log(80.0)).epsilon(0.15));
}

TEST_CASE("a class with a distribution has its large volumes too, if its number of volumes is not given") {
  sandbox::VolumeSpec spec;
  spec.kind = sandbox::VolumeSpec::Kind::power_law;
  spec.minimum = 0.1;
  spec.maximum = 5;
  spec.exponent = 1.2;
  // 1 of 100 rocks is larger: (V^-1.2 - 5^-1.2) / (0.1^-1.2 - 5^-1.2) = 0.01.
  const double rarely_exceeded = 2.712;
  const std::vector<double> volumes = sandbox::volumes_of(spec);
  CHECK(volumes[volumes.size() - 2] > rarely_exceeded);
  CHECK(volumes.back() > 0.8 * spec.maximum);
}

TEST_CASE("a power law of any exponent has its volumes within the bounds, in ascending order") {
  for (const double exponent : {1e-300, 1e-17, 1e-9, 0.5, 150.0, 2000.0}) {
    for (const double minimum : {1e-3, 2.0}) {
      CAPTURE(exponent);
      sandbox::VolumeSpec spec;
      spec.kind = sandbox::VolumeSpec::Kind::power_law;
      spec.minimum = minimum;
      spec.maximum = 5;
      spec.exponent = exponent;
      spec.sizes = 50;
      const std::vector<double> volumes = sandbox::volumes_of(spec);
      CHECK(volumes.front() >= minimum * (1 - 1e-11));
      CHECK(volumes.back() <= 5 * (1 + 1e-11));
      CHECK(std::is_sorted(volumes.begin(), volumes.end()));
      // With the exponent 0 the logarithm of the volume has a uniform distribution.
      if (exponent < 1e-8) CHECK(volumes[24] * volumes[25] == doctest::Approx(minimum * 5));
    }
  }
}
