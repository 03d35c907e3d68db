#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/results.h"
#include "cli/run_arguments.h"
#include "common/ending_note.h"
#include "common/error.h"
#include "common/result_folder.h"

namespace sandbox {
namespace {

std::vector<std::filesystem::path> files_of(const std::vector<std::string>& names) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  for (const std::string& name : names) {
    if (!std::filesystem::is_directory(name, failed)) {
      files.emplace_back(name);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : std::filesystem::directory_iterator(name)) {
      if (entry.path().extension() == ".rfpart") files.push_back(entry.path());
    }
    if (files.size() == before) throw InputError(name + ": the folder holds no parts (.rfpart)");
  }
  std::sort(files.begin(), files.end());
  return files;
}

/** The name as a user in the present folder gives it, if the file lies below. */
std::string short_name(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path name = file.lexically_proximate(std::filesystem::current_path(failed));
  return failed || *name.begin() == ".." ? file.string() : name.string();
}

}  // namespace

void merge_command(const MergeArguments& arguments) {
  std::vector<PartReader> parts;
  for (const std::filesystem::path& file : files_of(arguments.parts)) parts.push_back(read_part(file));
  if (parts.empty()) throw InputError("no parts are given");
  check_same_campaign(parts);
  CampaignId id = parts.front().id();
  RunArguments of_run = arguments_of(id.arguments);
  of_run.scenario = short_name(of_run.scenario);
  of_run.no_map = of_run.no_map || arguments.no_map;
  of_run.force = arguments.force;
  const Scenario scenario = read_scenario(of_run.scenario, of_run.overrides);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / scenario.name : std::filesystem::path(arguments.out);
  const std::vector<std::string> former = former_results(folder, arguments.force);
  const EndingNote note("\nrockfall: interrupted; the results are not complete, the parts remain\n");
  const RunInput input(of_run, scenario);
  RunOptions options = options_of(of_run, scenario, input.plan);
  id.scene = hash_of(input.built, options);
  RunResult result = unite(std::move(parts), id, input.plan, input.built.scene());
  result.options = options;
  write_results(folder, former, of_run, input, result);
}

}  // namespace sandbox
