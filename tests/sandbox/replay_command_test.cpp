#include <doctest/doctest.h>

#include "captured_output.h"
#include "cli/commands.h"
#include "live/session.h"
#include "run/recording_note.h"
#include "temporary.h"

namespace {

const std::string recorded_slope =
    "[terrain]\nkind = \"ramp\"\nslope_deg = 35\nslope_length = 30.0\nflat_length = 60.0\nroughness = 0.1\n"
    "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n"
    "[ground]\npreset = \"medium\"\n"
    "[release]\nkind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n"
    "[settings]\ntime_limit = 3.0\n[run]\nrocks = 8\n";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = recorded_slope;
  return text.replace(text.find(from), from.size(), to);
}

/** A recorded run of the slope. */
struct Recorded {
  Temporary temporary;
  std::string file;
  explicit Recorded(const sandbox::ScenarioOverrides& overrides = {}) {
    sandbox::RecordArguments arguments;
    arguments.overrides = overrides;
    arguments.scenario = temporary.write("slope.toml", recorded_slope).string();
    arguments.out = file = (temporary.folder / "run.rfrec").string();
    arguments.threads = 2;
    const CapturedOutput output;
    sandbox::record_command(arguments);
  }
  std::string bytes() const { return read_all(file); }
};

/** Replays a recording and returns the output. */
std::string replay(const sandbox::ReplayArguments& arguments, bool& same) {
  const CapturedOutput output;
  same = sandbox::replay_command(arguments);
  return output.text.str();
}

sandbox::ReplayArguments replay_of(const std::string& file) {
  sandbox::ReplayArguments arguments;
  arguments.file = file;
  arguments.threads = 3;
  return arguments;
}

}  // namespace

TEST_CASE("a recorded run replays to the same bits with another number of threads") {
  const Recorded recorded;
  bool same = false;
  const std::string text = replay(replay_of(recorded.file), same);
  CAPTURE(text);
  CHECK(same);
  CHECK(says(text, "the same bits, 8 rocks, 1500 steps"));
}

TEST_CASE("a replay replaces the log of another one only with --force, and says so before it steps") {
  const Recorded recorded;
  sandbox::ReplayArguments arguments = replay_of(recorded.file);
  arguments.disturb = 150;
  bool same = true;
  replay(arguments, same);
  CHECK(!same);
  const std::string log = read_all(recorded.file + ".log");
  arguments.disturb = 160;
  CHECK(says(refusal([&] { replay(arguments, same); }),
             "run.rfrec.log: exists; give --force to replace it, or another place by --log"));
  CHECK(read_all(recorded.file + ".log") == log);
  arguments.force = true;
  replay(arguments, same);
  CHECK(read_all(recorded.file + ".log") != log);
  arguments.log = recorded.file + ".absent/log";
  CHECK(says(refusal([&] { replay(arguments, same); }), "there is no such folder"));
}

TEST_CASE("neither a recording nor the scenario of one is replaced by what is made from it") {
  const Recorded recorded;
  const std::string bytes = recorded.bytes();
  sandbox::ReplayArguments replayed = replay_of(recorded.file);
  replayed.log = recorded.file;
  replayed.disturb = 3;
  replayed.force = true;
  bool same = true;
  CHECK(refusal([&] { replay(replayed, same); }) ==
        recorded.file + ": would be replaced by the result; give another place by --log");
  CHECK(recorded.bytes() == bytes);
  sandbox::RecordArguments arguments;
  arguments.scenario = arguments.out = (recorded.temporary.folder / "slope.toml").string();
  arguments.force = true;
  CHECK(says(refusal([&] { sandbox::record_command(arguments); }), "would be replaced by the result"));
  CHECK(read_all(arguments.scenario) == recorded_slope);
}

TEST_CASE("a replay with one changed bit reports the step and logs both states in hexadecimal") {
  const Recorded recorded;
  sandbox::ReplayArguments arguments = replay_of(recorded.file);
  arguments.disturb = 149;
  arguments.log = (recorded.temporary.folder / "both.log").string();
  bool same = true;
  const std::string text = replay(arguments, same);
  CAPTURE(text);
  CHECK_FALSE(same);
  CHECK(says(text, "first compared step that differs: 150"));
  std::ifstream stream(arguments.log);
  const std::string log(std::istreambuf_iterator<char>(stream), {});
  CHECK(says(log, "first compared step that differs 150\nlast compared step that is the same 149\n"));
  CHECK(says(log, "recorded and replayed states at step 200"));
  CHECK(says(log, "* position[2] recorded 0x1."));
  CHECK(says(log, "7 rocks are the same"));
  CHECK(says(log, "replayed states at step 150\nrock 0\n  position[0] "));
}

TEST_CASE("the messages of a replay name one rock and one step in the singular") {
  sandbox::ScenarioOverrides overrides;
  overrides.rocks = 2;
  sandbox::ReplayArguments arguments;
  bool same = true;
  const auto log_of = [&](const Recorded& recorded) {
    arguments = replay_of(recorded.file);
    arguments.disturb = 149;
    replay(arguments, same);
    return read_all(recorded.file + ".log");
  };
  CHECK(says(log_of(Recorded(overrides)), "\n1 rock is the same\n"));
  overrides.rocks = 1;
  overrides.set = {"settings.time_limit=0.002"};
  const Recorded shortest(overrides);
  arguments = replay_of(shortest.file);
  CHECK(says(replay(arguments, same), "the same bits, 1 rock, 1 step, hash"));
  CHECK(same);
  arguments.disturb = 1;
  CHECK(says(refusal([&] { replay(arguments, same); }), "--disturb 1: the recording has 1 step, so give"));
}

TEST_CASE("a replay on another terrain, ground or rock is refused") {
  const Recorded recorded;
  const Temporary& temporary = recorded.temporary;
  sandbox::ReplayArguments arguments = replay_of(recorded.file);
  arguments.scenario = temporary.write("other.toml", changed("slope_deg = 35", "slope_deg = 36")).string();
  CHECK(says(refusal([&] { sandbox::replay_command(arguments); }), "other terrain: the hashes differ"));
  arguments.scenario = temporary.write("other.toml", changed("\"medium\"", "\"hard\"")).string();
  CHECK(says(refusal([&] { sandbox::replay_command(arguments); }), "other ground parameters"));
  arguments.scenario = temporary.write("other.toml", changed("780.0", "781.0")).string();
  CHECK(says(refusal([&] { sandbox::replay_command(arguments); }), "other rocks"));
}

TEST_CASE("a run recorded with changed keys, rocks and settings replays to the same bits") {
  sandbox::ScenarioOverrides overrides;
  overrides.set = {"ground.mu_min=0.7", "rock.0.density=2000", "release.points=[[0.0, -4.0],\n[0.0, 4.0]]"};
  overrides.rocks = 3;
  overrides.seed = 7;
  overrides.time_step = 0.004;
  overrides.scheme = "explicit";
  const Recorded recorded(overrides);
  sandbox::ReplayArguments arguments = replay_of(recorded.file);
  bool same = false;
  CHECK(says(replay(arguments, same), "the same bits, 3 rocks, 750 steps"));
  CHECK(same);
  arguments.scenario = recorded.temporary.write("moved.toml", recorded_slope).string();
  CHECK(says(replay(arguments, same), "the same bits, 3 rocks, 750 steps"));
}

TEST_CASE("a run recorded with changed keys opens in the window") {
  sandbox::ScenarioOverrides overrides;
  overrides.set = {"ground.mu_min=0.7"};
  const Recorded recorded(overrides);
  sandbox::live::Session session("bounce");
  REQUIRE_MESSAGE(session.open_file(recorded.file), session.message());
  CHECK(session.world().ground().mu_min == 0.7);
  session.world().advance(200);
  CHECK(session.world().diverged() == 0);
}

TEST_CASE("a recording of a scenario without overrides names it in the note, as former versions did") {
  CHECK(sandbox::scenario_note("mountain", {}) == "scenario=mountain\n");
}

TEST_CASE("a scenario that draws the ground of each rock is not recorded") {
  const Temporary temporary;
  sandbox::RecordArguments arguments;
  arguments.scenario = temporary.write("slope.toml", recorded_slope + "\n[scatter]\nmu_max = \"0.6:1.8\"\n").string();
  arguments.out = (temporary.folder / "run.rfrec").string();
  CHECK(says(refusal([&] { sandbox::record_command(arguments); }), "[scatter]"));
  CHECK_FALSE(std::filesystem::exists(arguments.out));
}

TEST_CASE("a recording finds its scenario beside itself after both were moved") {
  const Recorded recorded;
  const Temporary other;
  std::filesystem::rename(recorded.temporary.folder / "slope.toml", other.folder / "slope.toml");
  std::filesystem::rename(recorded.file, other.folder / "run.rfrec");
  bool same = false;
  replay(replay_of((other.folder / "run.rfrec").string()), same);
  CHECK(same);
}

TEST_CASE("a recording finds a scenario in a folder beside its own from everywhere") {
  const Temporary temporary;
  std::filesystem::create_directories(temporary.folder / "recordings");
  std::filesystem::create_directories(temporary.folder / "scenarios");
  temporary.write("scenarios/slope.toml", recorded_slope);
  sandbox::RecordArguments arguments;
  arguments.scenario = "../scenarios/slope.toml";
  arguments.out = "run.rfrec";
  {
    const WorkingFolder recordings(temporary.folder / "recordings");
    const CapturedOutput output;
    sandbox::record_command(arguments);
  }
  bool same = false;
  replay(replay_of((temporary.folder / "recordings/run.rfrec").string()), same);
  CHECK(same);
}

TEST_CASE("a disturbance beyond the end of the recording is refused") {
  const Recorded recorded;
  sandbox::ReplayArguments arguments = replay_of(recorded.file);
  arguments.disturb = 1500;
  CHECK(says(refusal([&] { sandbox::replay_command(arguments); }), "--disturb 1500: the recording has 1500 steps"));
  arguments.disturb = 1499;
  bool same = true;
  replay(arguments, same);
  CHECK_FALSE(same);
}

TEST_CASE("truncated, altered and other files are refused as recordings with the file name") {
  const Recorded recorded;
  const Temporary& temporary = recorded.temporary;
  const std::string bytes = recorded.bytes();
  const auto refused = [&](const std::string& content) {
    const std::string file = temporary.write("bad.rfrec", content).string();
    return refusal([&] { sandbox::replay_command(replay_of(file)); });
  };
  CHECK(says(refused(bytes.substr(0, bytes.size() - 100)), "bad.rfrec: the recording is truncated"));
  CHECK(says(refused(bytes.substr(0, 20)), "ends inside its header"));
  std::string altered = bytes;
  altered[bytes.size() / 2] = static_cast<char>(altered[bytes.size() / 2] ^ 1);
  CHECK(says(refused(altered), "the recording was altered"));
  CHECK(says(refused("hello"), "not a recording"));
  CHECK(says(refused(""), "empty"));
  CHECK(says(refusal([&] { sandbox::replay_command(replay_of("/nowhere.rfrec")); }), "/nowhere.rfrec"));
  // A folder, as a device without end, is not read.
  const std::string folder = temporary.folder.string();
  CHECK(refusal([&] { sandbox::replay_command(replay_of(folder)); }) == folder + ": not a file that can be read");
}
