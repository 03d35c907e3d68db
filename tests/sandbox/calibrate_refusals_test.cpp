// rockfall calibrate refuses wrong input.
#include <doctest/doctest.h>

#if defined(ROCKFALL_HAS_NLOPT)

#include "captured_output.h"
#include "common/output_file.h"
#include "sandbox/calibration_world.h"

using namespace calibration_world;

TEST_CASE("a calibration refuses wrong input and writes nothing") {
  const Synthetic synthetic;
  const Temporary& temporary = synthetic.temporary;
  const auto with_fit = [&](const std::string& fit) {
    CalibrateArguments arguments = synthetic.arguments(5);
    arguments.fits = {fit};
    return refusal_of(arguments);
  };
  CHECK(says(with_fit("ground.softness=1:2"), "softness"));
  CHECK(says(with_fit("ground.mu_max"), "FROM:TO"));
  CHECK(says(with_fit("ground.mu_max=0.5"), "FROM:TO"));
  CHECK(says(with_fit("ground.mu_max=a:b"), "FROM:TO"));
  CHECK(says(with_fit("ground.mu_max=0.5:0.9:lin"), "FROM:TO"));
  CHECK(says(with_fit("ground.mu_max=0.9:0.5"), "below"));
  CHECK(with_fit("ground.mu_max=nan:0.5") == "the bounds of mu_max, 'nan:0.5': FROM and TO must be finite");
  CHECK(with_fit("ground.mu_min=0.1:inf") == "the bounds of mu_min, '0.1:inf': FROM and TO must be finite");
  CHECK(says(with_fit("ground.mu_max=0:0.5:log"), "more than 0"));
  CHECK(says(with_fit("ground.restitution_normal=0:2"), "restitution_normal"));
  CalibrateArguments twice = synthetic.arguments(5);
  twice.fits = {"ground.mu_max=0.5:0.9", "mu_max=0.5:0.9"};
  CHECK(says(refusal_of(twice), "twice"));
  CalibrateArguments nothing = synthetic.arguments(5);
  nothing.fits.clear();
  CHECK(says(refusal_of(nothing), "--fit"));
  CalibrateArguments few = synthetic.arguments(5);
  few.overrides.rocks = 3;
  CHECK(says(refusal_of(few), "at least one rock"));
  CalibrateArguments unseen = synthetic.arguments(5);
  unseen.scenario = (temporary.folder / "truth.toml").string();
  CHECK(says(refusal_of(unseen), "[observed]"));
  CHECK(!std::filesystem::exists(temporary.folder / "results"));
}

TEST_CASE("a calibration refuses parameters that have no effect on its rocks") {
  const Synthetic synthetic;
  const std::string scenario = read_all(synthetic.temporary.folder / "s.toml");
  const auto refused = [&](const std::string& fit, const std::string& more) {
    synthetic.temporary.write("s.toml", scenario + more);
    CalibrateArguments arguments = synthetic.arguments(5);
    arguments.fits = {fit};
    return refusal_of(arguments);
  };
  CHECK(
      says(refused("rocfall_friction=0.1:0.9", ""), "rocfall_friction: cannot be fitted: the model hard_contact does"));
  CHECK(says(refused("soil_drag=1:5", ""), "soil_drag: cannot be fitted: without soil_strength it has no effect"));
  const std::string settings = scenario.substr(0, scenario.find("[settings]\n") + 11),
                    rest = scenario.substr(settings.size());
  synthetic.temporary.write("s.toml", settings + "soil_law = \"face_pressure\"\n" + rest);
  CalibrateArguments of_soil = synthetic.arguments(5);
  of_soil.fits = {"soil_drag_rotation=1:5", "soil_strength=1e6:1e7"};
  CHECK(says(refusal_of(of_soil), "soil_drag_rotation: cannot be fitted: the soil law face_pressure does not use it"));
  CHECK(says(refused("mu_max=0.5:0.9", "[scatter]\nmu_max = \"0.5:0.9\"\n"), "[scatter] draws it for each rock"));
  const std::string soil =
      "[[soil]]\npreset = \"hard\"\npolygon = [[-999.0, -999.0], [999.0, -999.0], [999.0, 999.0], [-999.0, 999.0]]\n";
  CHECK(says(refused("mu_max=0.5:0.9", soil),
             "mu_max: cannot be fitted: [ground.fields], [[soil]] or [[forest]] give it everywhere"));
  CHECK(says(refused("soil.1.mu_max=0.5:0.9", soil), "soil.1.mu_max: cannot be fitted, the scenario has 1 [[soil]]"));
  CHECK(says(refused("soil.0.mu_max=0.5:0.9", "[[forest]]\n" + soil.substr(soil.find("polygon"))),
             "soil.0.mu_max: cannot be fitted, the scenario has no [[soil]]"));
  CHECK(
      says(refused("soil.0.rocfall_friction=0.1:0.9", soil), "cannot be fitted: the model hard_contact does not use"));
  for (const char* wrong :
       {"soil.x.mu_max=0.5:0.9", "soil.-1.mu_max=0.5:0.9", "soil.0.5.mu_max=0.5:0.9", "rock.0.mass=1:2"}) {
    CHECK(says(refused(wrong, soil), "only numbers of [ground] and of a [[soil]] (soil.0.FIELD, ...) can be fitted"));
  }
}

TEST_CASE("a calibration refuses parameters that the values of others leave without effect, unless those are fitted") {
  const Synthetic synthetic;
  const auto refused = [&](const std::vector<std::string>& fits, const std::vector<std::string>& set) {
    CalibrateArguments arguments = synthetic.arguments(1);
    arguments.fits = fits;
    arguments.overrides.set = set;
    arguments.minutes = 1e-9;
    arguments.force = true;
    const CapturedOutput out;
    return refusal_of(arguments);
  };
  const std::string no_effect = " it has no effect";
  CHECK(says(refused({"layer_drag=0:1000"}, {}), "layer_drag: cannot be fitted: without layer_height" + no_effect));
  CHECK(says(refused({"layer_drag_rotation=0:9"}, {}), "layer_drag_rotation: cannot be fitted: without layer_height"));
  CHECK(says(refused({"layer_height=1:9"}, {}), "without layer_drag or layer_drag_rotation" + no_effect));
  CHECK(refused({"layer_drag=0:1000", "layer_height=1:9"}, {}).empty());
  CHECK(refused({"layer_height=1:9"}, {"ground.layer_drag_rotation=1"}).empty());
  CHECK(says(refused({"soil_drag_rotation=0:1"}, {"ground.soil_strength=1e7", "ground.soil_drag=0"}),
             "without soil_drag" + no_effect));
  CHECK(says(refused({"soil_drag=0:1"}, {"ground.soil_strength=1e7", "ground.soil_density=0"}),
             "without soil_density" + no_effect));
  CHECK(says(
      refused({"soil_drag_rotation=0:2"}, {"ground.soil_strength=1e7", "ground.soil_drag=1", "ground.soil_density=0"}),
      "soil_drag_rotation: cannot be fitted: without soil_density" + no_effect));

  const std::string constant = "cannot be fitted: where mu_max is mu_min" + no_effect;
  CHECK(says(refused({"kappa=1:9"}, {"ground.mu_max=0.35"}), "kappa: " + constant));
  CHECK(says(refused({"beta=1:9"}, {"ground.mu_max=0.35"}), "beta: " + constant));
  CHECK(refused({"kappa=1:9", "mu_max=0.35:0.9"}, {"ground.mu_max=0.35"}).empty());
  CHECK(refused({"beta=1:9"}, {}).empty());
  CHECK(says(refused({"beta=1:9"}, {"ground.kappa=0"}), "beta: cannot be fitted: without kappa" + no_effect));
  CHECK(says(refused({"mu_max=0.4:0.9"}, {"ground.kappa=0"}), "mu_max: cannot be fitted: without kappa" + no_effect));
  CHECK(refused({"mu_max=0.4:0.9", "kappa=0:9"}, {"ground.kappa=0"}).empty());
}

TEST_CASE("a calibration refuses bounds at which no ground is valid before it begins") {
  const Synthetic synthetic;
  const auto refused = [&](const std::vector<std::string>& fits) {
    CalibrateArguments arguments = synthetic.arguments(3);
    arguments.fits = fits;
    return refusal_of(arguments);
  };
  // mu_min is 0.35, mu_max 0.55.
  CHECK(
      says(refused({"mu_min=0.2:0.9"}), "mu_min: the bound 0.9 is not possible: mu_max is 0.55, must be at least mu_"));
  CHECK(says(refused({"mu_min=1:2"}), "mu_min: the bound 1 is not possible"));
  CHECK(says(refused({"contact_drag=0.1:2", "mu_max=0.2:0.9"}), "mu_max: the bound 0.2 is not possible"));
  CHECK(says(refused({"mu_min=0.6:2", "mu_max=0.2:0.9"}), "mu_min: the bound 2 is not possible"));
  CHECK(!std::filesystem::exists(synthetic.temporary.folder / "results"));
  CHECK(refused({"mu_min=0.2:0.9", "mu_max=0.5:0.9"}).empty());
}

TEST_CASE("a calibration is refused while another process writes its results, or to the state that it continues") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(1);
  {
    const ResultFiles others(arguments.out);
    CHECK(says(refusal_of(arguments), "results: another process writes its results to this folder now"));
    CHECK(!std::filesystem::exists(synthetic.temporary.folder / "results/state.json"));
  }
  calibrate_command(arguments);
  arguments.resume = (synthetic.temporary.folder / "results/state.json").string();
  arguments.out = (synthetic.temporary.folder / "others").string();
  const ResultFiles others(synthetic.temporary.folder / "results");
  CHECK(says(refusal_of(arguments), "state.json: another process writes to its folder now"));
}

TEST_CASE("a calibration refuses two observations of a run and negative observations") {
  const Synthetic synthetic;
  const std::filesystem::path file = synthetic.temporary.folder / "seen.csv";
  const std::string seen = read_all(file);
  const auto refused = [&](const std::string& table) {
    synthetic.temporary.write("seen.csv", table);
    return refusal_of(synthetic.arguments(5));
  };
  const std::size_t last = seen.rfind('\n', seen.size() - 2) + 1;
  CHECK(says(refused(seen + seen.substr(last)), "is given twice"));
  std::string negative = seen;
  negative.insert(negative.rfind(',') + 1, "-");
  CHECK(says(refused(negative), "seen.csv:31: runout: the run-out is negative"));
}

TEST_CASE("a calibration does not continue a damaged state or that of another calibration") {
  const Synthetic synthetic;
  calibrate_command(synthetic.arguments(3));
  CalibrateArguments other = synthetic.arguments(5);
  other.resume = (synthetic.temporary.folder / "results/state.json").string();
  other.overrides.seed = 8;
  CHECK(says(refusal_of(other), "seed"));
  other = synthetic.arguments(5);
  other.resume = (synthetic.temporary.folder / "results/state.json").string();
  const std::string runs = read_all(synthetic.temporary.folder / "runs.csv");
  synthetic.temporary.write("runs.csv", "id,x,y\nr0,5,0\n" + runs.substr(runs.find("r1,")));
  CHECK(says(refusal_of(other), "state.json"));
  synthetic.temporary.write("runs.csv", runs);
  other.resume = synthetic.temporary.write("broken.json", "{\"format\": 3").string();
  CHECK(says(refusal_of(other), "broken.json"));
  const std::string state = read_all(synthetic.temporary.folder / "results/state.json");
  other.resume = synthetic.temporary.write("cut.json", state.substr(0, state.size() / 2)).string();
  const std::string cut = refusal_of(other);
  CHECK(says(cut, "cut.json: is not the state of a calibration: the file is cut off or damaged"));
  CHECK(!says(cut, "json.exception"));
  nlohmann::json damaged = nlohmann::json::parse(state);
  damaged.at("neighbours").at("other_seed").erase(0);
  other.resume = synthetic.temporary.write("damaged.json", damaged.dump()).string();
  CHECK(says(refusal_of(other), "damaged.json: is not the state of a calibration: an evaluation is not complete"));
  const auto with_evaluation = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json impossible = nlohmann::json::parse(state);
    impossible.at("evaluations").at(1).at(key) = value;
    other.resume = synthetic.temporary.write("damaged.json", impossible.dump()).string();
    return refusal_of(other);
  };
  const std::string impossible = "damaged.json: is not the state of a calibration: an evaluation is not possible";
  CHECK(says(with_evaluation("misfit", -1), impossible));
  CHECK(says(with_evaluation("misfit", 1e-3), impossible));
  CHECK(says(with_evaluation("values", {2.5}), impossible));
  CHECK(says(with_evaluation("values", {1e-3}), impossible));
  CHECK(says(with_evaluation("point", {1.5}), impossible));
  nlohmann::json older = nlohmann::json::parse(state);
  older.at("format") = "rockfall calibration 1";
  older.at("evaluations").at(0).erase("at_time_limit");
  other.resume = synthetic.temporary.write("older.json", older.dump()).string();
  CHECK(says(refusal_of(other), "older.json: is the state of a calibration of another version of rockfall"));
  older.at("format") = "something else";
  other.resume = synthetic.temporary.write("older.json", older.dump()).string();
  CHECK(says(refusal_of(other), "older.json: is not the state of a calibration: another format"));
  damaged.at("neighbours") = 3;
  other.resume = synthetic.temporary.write("damaged.json", damaged.dump()).string();
  CHECK(says(refusal_of(other), "damaged.json: is not the state of a calibration: the file is cut off or damaged"));
  other.resume = (synthetic.temporary.folder / "lost.json").string();
  CHECK(says(refusal_of(other), "lost.json"));
}

TEST_CASE("a calibration does not replace the scenario that it reads") {
  const Synthetic synthetic;
  CalibrateArguments arguments = synthetic.arguments(1);
  arguments.force = true;
  synthetic.temporary.write("scenario.toml", read_all(arguments.scenario));
  arguments.scenario = (synthetic.temporary.folder / "scenario.toml").string();
  arguments.out = synthetic.temporary.folder.string();
  const std::string before = read_all(arguments.scenario);
  CHECK(says(refusal_of(arguments), "would be replaced by the result; give another place by --out"));
  CHECK(read_all(arguments.scenario) == before);
}

#endif
