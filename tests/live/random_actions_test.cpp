// Sequences of actions as a user makes them, drawn at random: what is refused changes nothing, and every recording
// replays.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "live/fingerprint.h"
#include "live/parameters.h"
#include "live/session.h"
#include "samples/samples.h"
#include "sandbox/temporary.h"
#include "support/random.h"

using namespace sandbox;
using namespace sandbox::live;
using support::Random;

namespace {

/** A user of one window. Each action returns false if it was refused. */
class User {
 public:
  explicit User(std::uint64_t seed) : random_(seed), session_(any_sample()) {
    folder_.write("hill.asc",
                  "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 30\n60 30 0 0\n60 30 0 0\n60 30 0 -9999\n");
    folder_.write("rock.pts", "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n");
    folder_.write("flat.pts", "0 0 0\n1 0 0\n0 1 0\n1 1 0\n");
    for (const char* name : {"hill.asc", "rock.pts", "flat.pts", "none.toml"}) files_.push_back(folder_.folder / name);
  }

  void act() {
    const Fingerprint before(session_);
    const bool can_undo = session_.history().can_undo(), can_redo = session_.history().can_redo();
    const std::vector<std::function<bool()>> actions = {
        [&] { return session_.open_sample(any_sample()); },
        [&] { return session_.open_file(files_[random_.below(static_cast<std::uint32_t>(files_.size()))]); },
        [&] { return saved(&Session::save_scenario, "scenario.toml"); },
        [&] { return saved(&Session::save_ground, "ground.toml"); },
        [&] { return session_.restart(); },
        [&] { return change_parameter(); },
        [&] { return change_parameter(); },
        [&] { return session_.set_ground(rf_ground_preset_at(random_.below(rf_ground_preset_count()))->ground); },
        [&] { return change_method(); },
        [&] { return change_density(); },
        [&] { return session_.set_release_count(1 + random_.below(20)); },
        [&] { return session_.open_with_rocks(1 + random_.below(20)); },
        [&] { return throw_rock(); },
        [&] { return throw_rock(); },
        [&] { return session_.start_recording(); },
        [&] { return end_recording(); },
        [&] { return !session_.world().replaying() || session_.leave_replay(); },
        [&] { return session_.compare_with(session_.opened_with().set); },
        [&] { return sweep(); },
        [&] { return session_.step_back(); },
        [&] { return session_.seek(random_.below(static_cast<std::uint32_t>(session_.world().step()) + 20)); },
        [&] { return !can_undo || session_.undo(); },
        [&] { return !can_redo || session_.redo(); },
        [&] { return advance(); },
        [&] { return advance(); }};
    const std::uint32_t action = random_.below(static_cast<std::uint32_t>(actions.size()));
    CAPTURE(action);
    if (actions[action]()) return;
    CAPTURE(session_.message());
    CHECK_FALSE(session_.message().empty());
    CHECK(Fingerprint(session_) == before);
  }

 private:
  /** Not those with a thousand rocks. */
  std::string any_sample() {
    const auto& all = samples::all();
    const std::string name = all[random_.below(static_cast<std::uint32_t>(all.size()))].name;
    return name == "thousand" || name == "mountain" ? "first_fall" : name;
  }

  bool saved(bool (Session::*save)(const std::filesystem::path&), const char* name) {
    const std::filesystem::path file = folder_.folder / name;
    if (!(session_.*save)(file)) return false;
    files_.push_back(file);
    return true;
  }

  bool change_parameter() {
    const auto& all = random_.below(3) != 0 ? ground_parameters() : settings_parameters();
    const Parameter& parameter = all[random_.below(static_cast<std::uint32_t>(all.size()))];
    ParameterSet set = session_.present().set;
    parameter.put(set, random_.between(parameter.low, parameter.high));
    return parameter.field >= 0 ? session_.set_ground(set.ground) : session_.set_settings(set.settings);
  }

  bool change_method() {
    rf_settings settings = session_.world().settings();
    settings.scheme = static_cast<std::int32_t>(random_.below(RF_SCHEME_COUNT));
    if (random_.below(3) == 0) settings.model = static_cast<std::int32_t>(random_.below(RF_MODEL_COUNT));
    return session_.set_settings(settings);
  }

  bool change_density() {
    RockSpec spec = session_.world().rock_spec(0);
    spec.density = random_.below(5) == 0 ? -1 : random_.between(100, 4000);
    return session_.set_rock(0, spec);
  }

  bool throw_rock() {
    const auto& states = session_.world().variants()[0].states;
    const double x = states.empty() ? 0 : states[0].position[0], y = states.empty() ? 0 : states[0].position[1];
    const double velocity[3] = {random_.between(-5, 5), random_.between(-5, 5), random_.between(-5, 5)};
    return session_.release(x + random_.between(-3, 3), y + random_.between(-3, 3), random_.between(0, 4), velocity,
                            random_.below(2));
  }

  bool sweep() {
    const auto& all = ground_parameters();
    const Parameter& parameter = all[random_.below(static_cast<std::uint32_t>(all.size()))];
    return session_.sweep(parameter, parameter.low, parameter.high, 2 + static_cast<int>(random_.below(4)));
  }

  bool advance() {
    session_.world().advance(1 + random_.below(60));
    session_.end_gesture();
    return true;
  }

  /** Saves the recording and replays it in another window. */
  bool end_recording() {
    if (!session_.world().recording()) return true;
    const std::filesystem::path file = folder_.folder / ("run" + std::to_string(files_.size()) + ".rfrec");
    const std::uint64_t hash = states_hash(session_.world().variants()[0]);
    if (!session_.stop_recording(file)) return false;
    files_.push_back(file);
    Session other("first_fall");
    const bool opened = other.open_file(file);
    CHECK_MESSAGE(opened, other.message());
    if (!opened) return true;
    const World& replayed = other.world();
    for (std::uint64_t i = 0; i <= replayed.replay_steps() && !replayed.replay_finished(); ++i)
      other.world().advance(1);
    CHECK(replayed.replay_finished());
    CHECK(replayed.diverged() == 0);
    CHECK(states_hash(replayed.variants()[0]) == hash);
    return true;
  }

  Random random_;
  Temporary folder_;
  std::vector<std::filesystem::path> files_;
  Session session_;
};

}  // namespace

TEST_CASE("in random sequences of actions, what is refused changes nothing and every recording replays" *
          doctest::test_suite("long")) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    User user(seed);
    for (int i = 0; i < 60; ++i) {
      CAPTURE(i);
      user.act();
    }
  }
}
