// Warnings of commands.
#include <doctest/doctest.h>

#include "captured_output.h"
#include "cli/commands.h"
#include "slope.h"
#include "temporary.h"

using namespace sandbox;

namespace {

struct Doubtful {
  const Temporary temporary;
  const std::string scenario = temporary.write("s.toml", slope).string();

  // Standard error of a command for a soil strength in MPa.
  template <class Arguments>
  std::string errors_of(void (*command)(const Arguments&), Arguments arguments) const {
    arguments.scenario = scenario;
    arguments.out = (temporary.folder / "out").string();
    arguments.overrides.rocks = 2;
    arguments.overrides.set = {"ground.soil_strength=15", "settings.time_limit=1"};
    const CapturedOutput out;
    const CapturedErrors errors;
    command(arguments);
    return errors.text.str();
  }
};

// How often a text contains the warning.
std::size_t warnings_in(const std::string& text) {
  const std::string warning = "warning: ground: soil_strength is 15 Pa; is 1.5e+07 meant";
  std::size_t count = 0;
  for (std::size_t at = text.find(warning); at != std::string::npos; at = text.find(warning, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("every command that steps the rocks of a scenario prints its warnings once") {
  const Doubtful doubtful;
  SweepArguments sweep;
  sweep.vary = {"ground.mu_min=0.2,0.3,0.4"};
  sweep.quiet = true;
  CHECK(warnings_in(doubtful.errors_of(sweep_command, sweep)) == 1);
  CompareArguments compare;
  compare.quiet = compare.no_picture = true;
  CHECK(warnings_in(doubtful.errors_of(compare_command, compare)) == 1);
  RunArguments run;
  run.quiet = run.no_map = run.force = true;
  CHECK(warnings_in(Doubtful().errors_of(run_command, run)) == 1);
  const Doubtful part;
  run.shard = "1/1";
  part.errors_of(run_command, run);
  MergeArguments merge;
  merge.parts = {(part.temporary.folder / "out").string()};
  merge.out = (part.temporary.folder / "merged").string();
  merge.no_map = true;
  const CapturedOutput out;
  const CapturedErrors errors;
  merge_command(merge);
  CHECK(warnings_in(errors.text.str()) == 1);
  CHECK(warnings_in(Doubtful().errors_of(record_command, RecordArguments())) == 1);
}

TEST_CASE("a density in tonnes of the command shape is warned of") {
  const auto errors_of = [](double density) {
    ShapeArguments shape;
    shape.shape = "box";
    shape.density = density;
    const CapturedOutput out;
    const CapturedErrors errors;
    shape_command(shape);
    return errors.text.str();
  };
  const std::string warning =
      "a density of 2.7 kg/m3 is unusual; rocks have 2000 to 3300 kg/m3; is 2700 meant (2.7 t/m3)?";
  CHECK(errors_of(2.7).find(warning) != std::string::npos);
  CHECK(errors_of(2700).empty());
}
