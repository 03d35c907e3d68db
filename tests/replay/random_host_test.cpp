// Recordings of hosts that act at random: every step has the bits of the run, forwards and after jumps.
#include <vector>

#include "host.h"
#include "support/random.h"

using namespace support;
using namespace host;

namespace {

constexpr uint32_t kMostRocks = 14, kMostShapes = 5;

void add_shape(Host& host, rf_recorder& recorder) {
  if (host.shapes.size() == kMostShapes) return;
  const rf_rock* const shape = host.plate.get();
  host.shapes.push_back(shape);
  host.scene.rocks = host.shapes.data();
  host.scene.rock_count = static_cast<uint32_t>(host.shapes.size());
  REQUIRE(rf_recorder_shape(&recorder, shape, nullptr) == RF_OK);
}

void add_rock(Host& host, Random& random, rf_recorder& recorder) {
  if (host.states.size() == kMostRocks) return;
  const rf_state state = host.thrown(random.below(host.scene.rock_count), random.between(8, 36));
  host.states.push_back(state);
  host.tracks[host.states.size() - 1] = {};
  REQUIRE(rf_recorder_add(&recorder, &state, nullptr) == RF_OK);
}

void push(Host& host, uint32_t rock, Random& random, rf_recorder& recorder) {
  double impulse[3], point[3];
  random.fill(impulse, 3, 3000);
  random.fill(point, 3, 0.3);
  for (int i = 0; i < 3; ++i) point[i] += host.states[rock].position[i];
  REQUIRE(rf_apply_impulse(&host.scene, &host.states[rock], impulse, point, nullptr) == RF_OK);
  REQUIRE(rf_recorder_impulse(&recorder, rock, impulse, point, nullptr) == RF_OK);
}

void throw_again(Host& host, uint32_t rock, Random& random, rf_recorder& recorder) {
  rf_state& state = host.states[rock];
  state = host.thrown(state.rock, random.between(8, 36));
  REQUIRE(rf_recorder_replace(&recorder, rock, &state, nullptr) == RF_OK);
}

void change_settings(Host& host, Random& random, rf_recorder& recorder) {
  rf_settings& settings = host.scene.settings;
  settings.gravity = random.between(3, 12);
  settings.scheme = static_cast<int32_t>(random.below(RF_SCHEME_COUNT));
  settings.time_step = random.between(0.001, 0.004);
  REQUIRE(rf_recorder_settings(&recorder, &settings, nullptr) == RF_OK);
}

void act_at_random(Host& host, Random& random, rf_recorder& recorder) {
  const auto rock = [&] { return random.below(static_cast<uint32_t>(host.states.size())); };
  switch (random.below(100)) {
    case 0:
      return dig(host, random.below(Host::kNodes - 3), recorder);
    case 1:
      return add_shape(host, recorder);
    case 2:
    case 3:
    case 4:
      return add_rock(host, random, recorder);
    case 5:
      host.field.ground = rf_ground_preset_at(random.below(rf_ground_preset_count()))->ground;
      REQUIRE(rf_recorder_ground(&recorder, &host.field.ground, nullptr) == RF_OK);
      return;
    case 6:
      return change_settings(host, random, recorder);
    case 7:
    case 8:
      if (host.states.empty()) return;
      return remove_from(host, rock(), random.below(2) ? RF_REMOVAL_SHIFT : RF_REMOVAL_SWAP, recorder);
    case 9:
    case 10:
      if (!host.states.empty()) push(host, rock(), random, recorder);
      return;
    case 11:
      if (!host.states.empty()) throw_again(host, rock(), random, recorder);
      return;
    default:
      return;
  }
}

}  // namespace

TEST_CASE("recordings of hosts that act at random replay to the same bits, forwards and after jumps to any step") {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const size_t budget = seed % 3 == 0 ? 0 : 3000 * seed;
    const Recorded recorded =
        record_host(budget, 1 + random.below(20), [&](Host& host, uint64_t, rf_recorder& recorder) {
          // Several actions between two steps, too.
          do {
            act_at_random(host, random, recorder);
          } while (random.below(8) == 0);
        });
    Seeker seeker(recorded.file);
    REQUIRE(seeker.begin(recorded.file) == RF_OK);
    // The beginning contains what the host did before the first step.
    const std::vector<uint16_t> samples = seeker.host.samples;
    const uint32_t shapes = seeker.host.scene.rock_count;
    const std::vector<rf_state> beginning = seeker.present();
    size_t wrong = 0, differs = 0;
    differs += seeker.play([&] { wrong += !same_bits(seeker.present(), recorded.states[seeker.report.step]); });
    for (int jump = 0; jump < 25; ++jump) {
      const uint64_t step = random.below(kStepsOfHost + 1);
      seeker.seek(step);
      differs += seeker.report.differs != 0;
      wrong += !same_bits(seeker.present(), step == 0 ? beginning : recorded.states[step]);
    }
    CHECK(differs == 0);
    CHECK(wrong == 0);
    seeker.seek(0);
    CHECK(seeker.host.samples == samples);
    CHECK(seeker.host.scene.rock_count == shapes);
    CHECK(same_bits(seeker.present(), beginning));
  }
}
