// Parts that rockfall merge refuses.
#include <doctest/doctest.h>

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
