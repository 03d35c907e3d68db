// Arguments and scenarios that rockfall sweep refuses before it begins.
#include <doctest/doctest.h>

#include <filesystem>

#include "captured_output.h"
#include "cli/commands.h"
#include "run/sweep.h"
#include "slope.h"
#include "small_sweep.h"
#include "temporary.h"

TEST_CASE("a sweep refuses parameters that have no effect on any rock before it begins") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  const auto refused = [&](const std::string& vary, const std::string& more) {
    arguments.scenario = temporary.write("s.toml", swept + more).string();
    arguments.vary = {vary};
    return refusal([&] { sandbox::sweep_command(arguments); });
  };
  const std::string everywhere = "[[soil]]\npolygon = [[-99.0, -99.0], [999.0, -99.0], [999.0, 99.0], [-99.0, 99.0]]\n";
  CHECK(says(refused("ground.mu_min=0.2,0.3", everywhere + "preset = \"medium\"\n"),
             "--vary ground.mu_min has no effect: [ground.fields], [[soil]] or [[forest]] give it everywhere"));
  CHECK(says(refused("ground.mu_min=0.2,0.3", "[scatter]\nmu_min = \"0.1:0.2\"\n"),
             "--vary ground.mu_min has no effect: [scatter] draws it for each rock"));
  CHECK(says(refused("ground.rocfall_friction=0.2,0.3", ""),
             "--vary ground.rocfall_friction has no effect: the model hard_contact does not use it"));
  arguments.overrides.set = {"settings.model=rocfall_lumped"};
  CHECK(says(refused("ground.mu_min=0.2,0.3", ""), "the model rocfall_lumped does not use it"));
  arguments.overrides.set.clear();
  CHECK(says(refused("ground.roughness_70=0.2,0.3", ""), "there is no table [roughness]"));
  arguments.overrides.rocks = 3;
  CHECK(says(refused("run.rocks=2,3", ""), "--vary run.rocks has no effect: --rocks is given"));
  CHECK(!std::filesystem::exists(temporary.folder / "sweep"));
}

TEST_CASE("a sweep refuses impossible combinations and a parameter given twice before it begins") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.vary = {"ground.mu_min=0.2,0.9", "ground.mu_max=0.5,1"};
  const std::string impossible = refusal([&] { sandbox::sweep_command(arguments); });
  CHECK(says(impossible, "the run with ground.mu_min=0.9, ground.mu_max=0.5: "));
  CHECK(says(impossible, "must be at least mu_min"));
  CHECK(!std::filesystem::exists(arguments.out));
  arguments.vary = {"ground.mu_min=0.2,0.3", "ground.mu_min=0.4,0.5"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--vary ground.mu_min is given twice"));
}

TEST_CASE("a sweep refuses names, which columns of its table have") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  for (const char* key : {"line.0.name", "rock.0.name"}) {
    arguments.vary = {std::string(key) + "=a,b"};
    CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
          "--vary " + std::string(key) + ": a name cannot be varied");
  }
}

TEST_CASE("a sweep refuses a parameter that --set gives, too") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  arguments.overrides.set = {"ground.mu_min=0.2"};
  arguments.vary = {"ground.mu_min=0.1,0.3"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) == "--vary ground.mu_min: --set gives the same key");
}

TEST_CASE("a sweep names --vary in messages about its keys") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = sweep_arguments(temporary, swept);
  arguments.vary = {"rock.9.density=2600,2700"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
        "--vary: the run with rock.9.density=2600: command line: rock.9.density: the scenario has 1 table [[rock]], "
        "numbered from 0");
  arguments.vary = {"ground.mu_mni=0.2,0.3"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--vary: the run with ground.mu_mni=0.2: "));
}

TEST_CASE("--vary says what is wrong with a range") {
  const auto refused = [](const std::string& text) { return refusal([&] { sandbox::parse_axis(text); }); };
  CHECK(refused("ground.mu_min=0:0.5:3:log") ==
        "--vary ground.mu_min=0:0.5:3:log: with log FROM must be more than 0, is 0");
  CHECK(refused("ground.mu_min=0.5:0.2:3") == "--vary ground.mu_min=0.5:0.2:3: FROM must be below TO");
  CHECK(refused("mu=2:2:3") == "--vary mu=2:2:3: FROM must be below TO");
  CHECK(refused("mu=1:2:2.5") == "--vary mu=1:2:2.5: COUNT must be a whole number from 2 to 1000");
  CHECK(says(refused("mu=1:2:1"), "COUNT must be a whole number from 2 to 1000"));
  CHECK(says(refused("mu=1:inf:3"), "FROM and TO must be finite"));
  CHECK(says(refused("mu=a:2:3"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
  CHECK(says(refused("mu=1::2:3"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
  CHECK(says(refused("mu=\"1\"2,3"), "a value in quotes does not end with its quote"));
  CHECK(says(refused("mu=1:2:"), "--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT"));
}

TEST_CASE("a value that is given twice is refused, whose run would be made twice") {
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=0.2,0.3,0.3")}); }), "--vary a: a value is given"));
  CHECK(
      says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=0.2,0.20")}); }), "--vary a: a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=1e3,2,+1000")}); }), "a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=-0,0.0")}); }), "a value is given twice"));
  CHECK(says(refusal([] { sandbox::grid_of({sandbox::parse_axis("a=-0.0,0")}); }), "a value is given twice"));
  // Of texts every letter counts, and numbers that differ in the last digit are two.
  CHECK(sandbox::grid_of({sandbox::parse_axis("a=soft,Soft,0.3,0.30000000000000004")}).size() == 4);
  CHECK(sandbox::grid_of({sandbox::parse_axis("run.seed=9007199254740993,9007199254740992")}).size() == 2);
  CHECK(sandbox::grid_of({sandbox::parse_axis("release.name=01,001,1")}).size() == 3);
}

TEST_CASE("a line without extent is refused with its place in the scenario") {
  const Temporary temporary;
  sandbox::SweepArguments arguments =
      sweep_arguments(temporary, slope + "[[line]]\nname = \"zero\"\npoints = [[1.0, 1.0], [1.0, 1.0]]\n");
  arguments.vary = {"ground.mu_min=0.2,0.3"};
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "s.toml:24: line.points: line 'zero' has no extent"));
}

TEST_CASE("--latin refuses lists and counts of values") {
  const Temporary temporary;
  sandbox::SweepArguments arguments = short_sweep(temporary, 2);
  arguments.vary = {"ground.mu_min=0.2"};
  arguments.latin = 3;
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }), "--latin needs FROM:TO"));
  arguments.vary = {"ground.mu_min=0.2:0.4:2"};
  CHECK(refusal([&] { sandbox::sweep_command(arguments); }) ==
        "--vary ground.mu_min: --latin needs FROM:TO without COUNT; the number of points is that of --latin, 3");
  arguments.latin = 1;
  CHECK(says(refusal([&] { sandbox::sweep_command(arguments); }),
             "without COUNT; the number of points is that of --latin, 1"));
}

TEST_CASE("a list that is one value of a scenario cannot be varied") {
  CHECK(says(refusal([] { (void)sandbox::parse_axis("rock.0.size=[1,1,1],[2,2,2]"); }), "lists cannot be varied"));
}
