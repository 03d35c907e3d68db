#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <string>

#include "cli/commands.h"
#include "cli/processes.h"
#include "cli/results.h"
#include "cli/run_arguments.h"
#include "common/ending_note.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/stop_request.h"
#include "common/text.h"

namespace sandbox {
namespace {

/** A part of the rocks. */
struct Shard {
  std::uint32_t number = 1, count = 1;

  std::uint32_t first(std::uint32_t rocks) const {
    return static_cast<std::uint32_t>(std::uint64_t{rocks} * (number - 1) / count);
  }
  std::uint32_t end(std::uint32_t rocks) const {
    return static_cast<std::uint32_t>(std::uint64_t{rocks} * number / count);
  }
};

Shard parse_shard(const std::string& text, std::uint32_t rocks) {
  Shard shard;
  if (text.empty()) return shard;
  const std::size_t slash = text.find('/');
  double number = 0, count = 0;
  const bool numbers = slash != std::string::npos && parse_number(text.substr(0, slash), number) &&
                       parse_number(text.substr(slash + 1), count);
  const bool in_range = numbers && number >= 1 && number <= count && count <= 1e9;
  if (!in_range || number != std::floor(number) || count != std::floor(count)) {
    throw InputError("--shard must be I/N with I from 1 to N, for example 2/4, not '" + shortened(text) + "'");
  }
  if (count > rocks) {
    throw InputError("--shard: " + counted(rocks, "rock") + " can be divided into " + std::to_string(rocks) +
                     " parts at most");
  }
  shard.number = static_cast<std::uint32_t>(number);
  shard.count = static_cast<std::uint32_t>(count);
  return shard;
}

/** The shard of the arguments, or that of this process under MPI. */
Shard shard_of(const RunArguments& arguments, std::uint32_t rocks) {
  if (Processes::count() == 1) return parse_shard(arguments.shard, rocks);
  for (const std::string* given : {&arguments.shard, &arguments.until, &arguments.checkpoint}) {
    if (!given->empty()) throw InputError("--shard, --until and --checkpoint cannot be combined with mpirun");
  }
  return parse_shard(std::to_string(Processes::number() + 1) + "/" + std::to_string(Processes::count()), rocks);
}

/** The results of all processes, on the first of them. */
RunResult united(const CampaignId& id, const RunInput& input, const RunResult& result) {
  std::vector<PartReader> parts;
  for (auto& bytes : Processes::gather(part_bytes(id, result))) parts.emplace_back(std::move(bytes), "a process");
  return parts.empty() ? RunResult{} : unite(std::move(parts), id, input.plan, input.built.scene());
}

std::optional<double> parse_until(const RunArguments& arguments) {
  if (arguments.until.empty()) return std::nullopt;
  double value = 0;
  const bool reach = arguments.until.rfind("reach=", 0) == 0 && parse_number(arguments.until.substr(6), value);
  if (!reach || !(value > 0) || !(value < 1)) {
    throw InputError("--until must be reach=X with X between 0 and 1, for example reach=0.01, not '" +
                     shortened(arguments.until) + "'");
  }
  if (!arguments.rasters) throw InputError("--until reach needs --rasters");
  if (!arguments.shard.empty()) throw InputError("--until cannot be combined with --shard");
  return value;
}

std::filesystem::path file_of(const Shard& shard, const std::filesystem::path& folder) {
  return folder / ("part-" + std::to_string(shard.number) + "-of-" + std::to_string(shard.count) + ".rfpart");
}

/** Writes the part of a shard and prints where it is. */
void write_shard(OutputFile& file, const RunArguments& arguments, const CampaignId& id, const RunResult& result) {
  const std::vector<unsigned char> bytes = part_bytes(id, result);
  const auto write = [&](std::ostream& out) {
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  };
  const std::filesystem::path place = write_result(file, arguments.force, write);
  std::cout << counted(result.ends.size(), "rock") << ", written:\n  " << place.string() << "\n";
}

/** To be called before the folder of the results is made, which may be that of the checkpoint. */
void check_checkpoint(const std::filesystem::path& checkpoint, const std::filesystem::path& folder) {
  if (checkpoint.empty()) return;
  const auto whole = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  if (whole(checkpoint) == whole(folder)) {
    throw InputError("--checkpoint " + checkpoint.string() + ": is the folder of the results");
  }
  const bool inside = whole(checkpoint).parent_path() == whole(folder / "c").parent_path();
  if (!inside) return check_place(checkpoint);
  const std::set<std::string> of_results = {".csv", ".gpkg", ".html", ".json", ".png", ".rfpart", ".tif"};
  const std::set<std::string> folders = {"lines", "classes"};
  const bool is_result =
      of_results.count(checkpoint.extension().string()) != 0 || folders.count(checkpoint.filename().string()) != 0;
  if (!is_result) return;
  throw InputError("--checkpoint " + checkpoint.string() +
                   ": a result may have this name; give another ending, or another folder than that of the results");
}

/** Whether the confidence of --until was reached. */
bool is_certain(const CampaignControl& control, const RunResult& result) {
  return control.until_reach && !result.decisions.empty() && result.decisions.back().reach <= *control.until_reach;
}

/** run_campaign() with a checkpoint: a signal saves the finished rocks, then ends the program.
 *  @param part  the file of a shard: what it has begun is removed before the program ends */
RunResult run_with_checkpoint(const BuiltScene& built, RunOptions options, const CampaignControl& control,
                              std::optional<OutputFile>& part) {
  const StopRequest stop;
  options.stop = &stop.requested();
  RunResult result = run_campaign(built, options, control);
  result.options.stop = nullptr;
  const bool complete = result.ends.size() == options.rocks || is_certain(control, result);
  std::error_code failed;
  const bool saved = std::filesystem::exists(control.checkpoint, failed);
  if (!stop.requested() || (complete && !saved)) return result;
  std::cerr << "rockfall: interrupted after " << result.ends.size() << " of " << counted(options.rocks, "rock")
            << (result.ends.empty() ? "\n" : "; they are saved, and the same command continues from them\n");
  part.reset();
  stop.end_program();
}

/** Message of a run without a checkpoint when a signal ends it. */
std::string text_of_interruption() {
  const bool alone = Processes::count() == 1;  // a checkpoint is possible
  return std::string("\nrockfall: interrupted; no rock is saved") + (alone ? "; --checkpoint FILE saves them\n" : "\n");
}

CampaignControl control_of(const RunArguments& arguments, const std::filesystem::path& folder) {
  CampaignControl control;
  control.until_reach = parse_until(arguments);
  control.checkpoint = arguments.checkpoint;
  control.trajectories = arguments.trajectories;
  control.folder = folder;
  return control;
}

/** Names of the results of a former run that this one may replace. Throws InputError where it may not. */
std::vector<std::string> former_of(const RunArguments& arguments, const Shard& shard,
                                   const std::filesystem::path& folder) {
  if (!arguments.shard.empty()) {
    refuse_former_file(file_of(shard, folder), arguments.force);
    return {};
  }
  if (Processes::number() != 0) return {};
  return former_results(folder, arguments.force, arguments.checkpoint);
}

/** Options of the rocks of the shard, for this process. */
RunOptions options_of_shard(const RunArguments& arguments, const RunInput& input, const Shard& shard) {
  const std::uint32_t rocks = input.scenario.rock_count;
  RunOptions options = options_of(arguments, input.scenario, input.plan);
  options.quiet = options.quiet || Processes::number() != 0;
  options.first_rock = shard.first(rocks);
  options.rocks = shard.end(rocks) - options.first_rock;
  return options;
}

/** Runs the rocks. While `note` exists, a signal that ends the program prints whether the rocks are saved.
 *  @param part  the file of a shard, which is not complete */
RunResult run_with_note(const BuiltScene& built, const RunOptions& options, const CampaignControl& control,
                        std::optional<OutputFile>& part, std::optional<EndingNote>& note) {
  const std::filesystem::path unfinished = part ? part->temporary() : std::filesystem::path();
  if (control.checkpoint.empty()) {
    if (Processes::number() == 0) note.emplace(text_of_interruption(), "", unfinished);
    return run_campaign(built, options, control);
  }
  RunResult result = run_with_checkpoint(built, options, control, part);
  std::error_code unknown;
  if (std::filesystem::exists(control.checkpoint, unknown)) {
    note.emplace("\nrockfall: interrupted; the rocks are saved, and the same command continues from them\n", "",
                 unfinished);
  }
  return result;
}

/** Adds and prints the warning that all rocks together have not reached the confidence of --until. */
void warn_of_uncertainty(const CampaignControl& control, RunResult& result) {
  if (!control.until_reach || is_certain(control, result)) return;
  result.warnings.push_back("after all " + counted(result.ends.size(), "rock") +
                            " the reach probability is known to +-" +
                            format_number(100 * result.decisions.back().reach, 3) + " % only");
  std::cerr << "warning: " << result.warnings.back() << "\n";
}

}  // namespace

void run_command(const RunArguments& arguments) {
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / scenario.name : std::filesystem::path(arguments.out);
  CampaignControl control = control_of(arguments, folder);
  const Shard shard = shard_of(arguments, scenario.rock_count);
  const std::vector<std::string> former = former_of(arguments, shard, folder);
  check_checkpoint(control.checkpoint, folder);
  RunInput input(arguments, scenario);
  std::optional<NewFolder> made;  // a run that is refused leaves no empty folder
  if (Processes::number() == 0) made.emplace(folder);
  if (!control.checkpoint.empty()) check_place(control.checkpoint);
  std::optional<OutputFile> part;
  if (!arguments.shard.empty()) {
    part.emplace(file_of(shard, folder));
    refuse_former_file(part->path(), arguments.force);  // another process may just have finished it
  }

  const RunOptions options = options_of_shard(arguments, input, shard);
  if (shard.count > 1 || !arguments.shard.empty() || !arguments.checkpoint.empty()) {
    control.id = {text_of(arguments), hash_of(input.built, options), scenario.rock_count};
  }
  store_relief(input.built, options);
  std::optional<EndingNote> note;
  RunResult result = run_with_note(input.built, options, control, part, note);
  if (Processes::count() > 1) {
    result = united(control.id, input, result);
    if (Processes::number() != 0) return;
    result.options = options_of(arguments, scenario, input.plan);
  }
  warn_of_uncertainty(control, result);
  if (part) {
    write_shard(*part, arguments, control.id, result);
  } else {
    write_results(folder, former, arguments, input, result);
  }
  std::error_code ignored;
  if (!control.checkpoint.empty()) std::filesystem::remove(control.checkpoint, ignored);
}

}  // namespace sandbox
