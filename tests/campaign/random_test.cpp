#include <doctest/doctest.h>
#include <rockfall/campaign.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

const double kPi = std::acos(-1.0);

// Kolmogorov-Smirnov statistic against the uniform distribution on [0, 1], times the square root of the sample count.
double departure(std::vector<double> u) {
  std::sort(u.begin(), u.end());
  const double n = static_cast<double>(u.size());
  double worst = 0;
  for (size_t i = 0; i < u.size(); ++i) {
    const double low = static_cast<double>(i) / n, high = static_cast<double>(i + 1) / n;
    worst = std::max({worst, high - u[i], u[i] - low});
  }
  return worst * std::sqrt(n);
}

constexpr double kCritical = 1.95;  // quantile of the Kolmogorov distribution: exceeded once in a thousand tests

}  // namespace

TEST_CASE("the generator reproduces the published test vectors of Philox4x32-10") {
  const struct {
    uint32_t counter[4], key[2], words[4];
  } known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const auto& answer : known) {
    uint32_t out[4];
    rf_random_block(answer.counter, answer.key, out);
    CHECK(std::equal(out, out + 4, answer.words));
  }
}

TEST_CASE("a pair of random numbers has 53 bits each of the block with counter (rock, event) and key seed") {
  const uint64_t seed = 0x299f31d0a4093822u;
  const uint32_t counter[4] = {77, 5, 0, 0}, key[2] = {0xa4093822, 0x299f31d0};
  uint32_t words[4];
  rf_random_block(counter, key, words);
  double pair[2];
  rf_random_pair(seed, 77, 5, pair);
  for (int i = 0; i < 2; ++i) {
    const uint64_t bits = static_cast<uint64_t>(words[2 * i] >> 5) << 26 | words[2 * i + 1] >> 6;
    CHECK(pair[i] == static_cast<double>(bits) / 9007199254740992.0);
  }
}

TEST_CASE("random numbers are uniform in [0, 1) over rocks, events and seeds") {
  std::vector<double> along[3];
  for (uint32_t i = 0; i < 10000; ++i) {
    double pair[2];
    rf_random_pair(1, i, 0, pair);
    along[0].insert(along[0].end(), pair, pair + 2);
    rf_random_pair(1, 0, i, pair);
    along[1].insert(along[1].end(), pair, pair + 2);
    rf_random_pair(i, 0, 0, pair);
    along[2].insert(along[2].end(), pair, pair + 2);
  }
  for (const auto& u : along) {
    CHECK(*std::min_element(u.begin(), u.end()) >= 0);
    CHECK(*std::max_element(u.begin(), u.end()) < 1);
    CHECK(departure(u) < kCritical);
  }
}

TEST_CASE("orientations are uniform on the rotation group") {
  // A uniform random rotation takes any fixed direction to a uniform point of the sphere (coordinates uniform on [-1,
  // 1]), and its angle has the distribution (phi - sin phi) / pi.
  std::vector<double> coordinate[3], angle;
  for (uint32_t i = 0; i < 20000; ++i) {
    double p[4];
    rf_random_orientation(3, i, 1, p);
    const double w = p[0], x = p[1], y = p[2], z = p[3];
    CHECK(std::fabs(w * w + x * x + y * y + z * z - 1) < 1e-15);
    // The rotated direction (0.36, 0.48, 0.8).
    const double a = 0.36, b = 0.48, c = 0.8;
    const double rx = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c;
    const double ry = 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c;
    const double rz = 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c;
    coordinate[0].push_back(0.5 * (rx + 1));
    coordinate[1].push_back(0.5 * (ry + 1));
    coordinate[2].push_back(0.5 * (rz + 1));
    const double phi = 2 * std::acos(std::min(1.0, std::fabs(w)));
    angle.push_back((phi - std::sin(phi)) / kPi);
  }
  for (const auto& u : coordinate) CHECK(departure(u) < kCritical);
  CHECK(departure(angle) < kCritical);
}

TEST_CASE("the uniformity test detects a deviation of a few percent") {
  std::vector<double> tilted;
  for (uint32_t i = 0; i < 20000; ++i) {
    double pair[2];
    rf_random_pair(1, i, 0, pair);
    tilted.push_back(std::pow(pair[0], 1.06));
  }
  CHECK(departure(tilted) > kCritical);
}
