// Parts of a campaign, which rockfall merge unites or refuses.
#include <doctest/doctest.h>

#include "captured_output.h"
#include "cli/commands.h"
#include "run/part_file.h"
#include "small_campaign.h"

namespace {

/** Writes the parts of a campaign with a seed. */
void make_parts(const Temporary& temporary, const std::string& folder, std::uint64_t seed,
                const std::vector<std::string>& shards) {
  sandbox::RunArguments arguments = arguments_of(temporary, folder);
  arguments.no_map = true;
  arguments.overrides.rocks = 6;
  arguments.overrides.seed = seed;
  for (const std::string& shard : shards) {
    arguments.shard = shard;
    sandbox::run_command(arguments);
  }
}

std::string refused_merge(const std::vector<fs::path>& parts) {
  const Temporary results;
  sandbox::MergeArguments merge;
  for (const fs::path& part : parts) merge.parts.push_back(part.string());
  merge.out = (results.folder / "merged").string();
  return refusal([&] { sandbox::merge_command(merge); });
}

}  // namespace

TEST_CASE("a single part of a campaign is merged, too") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "parts");
  arguments.no_map = true;
  arguments.shard = "1/1";
  sandbox::run_command(arguments);
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  CHECK_NOTHROW(sandbox::merge_command(merge));
}

TEST_CASE("with --force parts of a campaign are merged to a folder of former results, which they replace") {
  const Temporary temporary;
  make_parts(temporary, "parts", 1, {"1/1"});
  make_parts(temporary, "others", 2, {"1/1"});
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  sandbox::merge_command(merge);
  const std::string before = read_all(temporary.folder / "merged/deposits.csv");
  merge.parts = {(temporary.folder / "others").string()};
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "--force"));
  merge.force = true;
  const CapturedErrors errors;
  sandbox::merge_command(merge);
  CHECK(errors.text.str() == "");
  CHECK(read_all(temporary.folder / "merged/deposits.csv") != before);
  CHECK_FALSE(fs::exists(temporary.folder / "merged_2"));
}

TEST_CASE("parts of a campaign are merged without pictures where the user wants none") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "parts");
  arguments.shard = "1/1";
  sandbox::run_command(arguments);
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  merge.no_map = true;
  sandbox::merge_command(merge);
  CHECK(fs::exists(temporary.folder / "merged/summary.json"));
  CHECK(!fs::exists(temporary.folder / "merged/map.png"));
}

TEST_CASE("shards of a campaign give the files of one machine, to the last bit") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "one");
  arguments.overrides.set = {"settings.gravity=9"};
  arguments.no_map = true;
  sandbox::run_command(arguments);
  arguments.out = (temporary.folder / "parts").string();
  for (const char* shard : {"3/3", "1/3", "2/3"}) {
    arguments.shard = shard;
    arguments.threads = shard[0] == '1' ? 1 : 3;
    sandbox::run_command(arguments);
  }
  sandbox::MergeArguments merge;
  merge.parts = {(temporary.folder / "parts").string()};
  merge.out = (temporary.folder / "merged").string();
  sandbox::merge_command(merge);
  CHECK(differences(temporary.folder / "one", temporary.folder / "merged") == std::vector<std::string>());
  CHECK(fs::exists(temporary.folder / "merged/intensity_T30.tif"));

  const std::string part = read_all(temporary.folder / "parts/part-2-of-3.rfpart");
  arguments.overrides.seed = 5;
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "part-2-of-3.rfpart: exists; give --force to replace"));
  CHECK(read_all(temporary.folder / "parts/part-2-of-3.rfpart") == part);
  arguments.force = true;
  sandbox::run_command(arguments);
  CHECK(read_all(temporary.folder / "parts/part-2-of-3.rfpart") != part);

  merge.out = (temporary.folder / "other").string();
  merge.parts = {(temporary.folder / "parts/part-1-of-3.rfpart").string(),
                 (temporary.folder / "parts/part-3-of-3.rfpart").string()};
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "rocks 10 to 19 are missing"));
  merge.parts.push_back(merge.parts[0]);
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "contains rocks that another part contains"));
  temporary.write("s.toml", campaign_text + "[roughness]\n");
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "has changed since this part was computed"));
  for (const char* more :
       {"[scatter]\nmu_max = \"2:3\"\n", "[[line]]\nname = \"new\"\npoints = [[30.0, -9.0], [30.0, 9.0]]\n"}) {
    temporary.write("s.toml", campaign_text + more);
    CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "has changed since this part was computed"));
  }
  fs::resize_file(merge.parts[0], 2000);
  CHECK(says(refusal([&] { sandbox::merge_command(merge); }), "is broken or cut short"));
}

TEST_CASE("a part of a campaign with a changed byte is refused") {
  CellCampaign of_cells(2);
  of_cells.plan.lines = sandbox::make_lines(of_cells.scenario, of_cells.built);
  of_cells.options.rocks = 5;
  of_cells.options.recorded_rocks = 2;
  const std::vector<unsigned char> part = part_bytes({"{}", 1, 5}, run_rocks(of_cells.built, of_cells.options));
  const auto read = [&](const std::vector<unsigned char>& bytes) {
    return refusal([&] { sandbox::PartReader(bytes, "a.rfpart").result(of_cells.plan, of_cells.built.scene()); });
  };
  CHECK(read(part).empty());
  for (std::size_t at = 0; at < part.size(); at += 1 + part.size() / 500) {
    CAPTURE(at);
    std::vector<unsigned char> changed = part;
    changed[at] ^= 0x10;
    CHECK_FALSE(read(changed).empty());
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, part.size() - 1}) {
    CHECK_FALSE(read({part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size)}).empty());
  }
}

TEST_CASE("a part of another campaign is named, with one of the campaign that most parts are of") {
  const Temporary temporary;
  make_parts(temporary, "b", 1, {"1/3", "2/3", "3/3"});
  for (const char* other : {"a", "c"}) {  // before and behind the others
    for (const char* shard : {"1/3", "3/3"}) {
      CAPTURE(other);
      CAPTURE(shard);
      const Temporary elsewhere;
      make_parts(temporary, (elsewhere.folder / other).string(), 2, {shard});
      const std::string name = "part-" + std::string(1, shard[0]) + "-of-3.rfpart";
      fs::create_directory(temporary.folder / other);
      const fs::path foreign = temporary.folder / other / name;
      fs::copy_file(elsewhere.folder / other / name, foreign, fs::copy_options::overwrite_existing);
      std::vector<fs::path> parts = {foreign};
      for (const char* own : {"part-1-of-3.rfpart", "part-2-of-3.rfpart", "part-3-of-3.rfpart"}) {
        if (own != name) parts.push_back(temporary.folder / "b" / own);
      }
      const std::string message = refused_merge(parts);
      CAPTURE(message);
      CHECK(message.rfind(foreign.string() + ": is a part of another campaign than ", 0) == 0);
      CHECK(says(message, "another campaign than " + (temporary.folder / "b").string()));
    }
  }
}

TEST_CASE("a part that was computed from another state of the scenario is named, and no other") {
  const Temporary temporary;
  make_parts(temporary, "parts", 1, {"1/2"});
  sandbox::RunArguments arguments = arguments_of(temporary, "parts");
  arguments.no_map = true;
  arguments.overrides.rocks = 6;
  arguments.overrides.seed = 1;
  arguments.shard = "2/2";
  temporary.write("s.toml", campaign_text + "[roughness]\n");
  sandbox::run_command(arguments);
  const std::string message = refused_merge({temporary.folder / "parts"});
  CHECK(message.rfind((temporary.folder / "parts/part-1-of-2.rfpart").string() + ": the scenario", 0) == 0);
}
