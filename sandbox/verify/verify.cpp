#include "verify/verify.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "common/error.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "common/threads.h"
#include "verify/groups.h"

namespace sandbox::verify {
namespace {

bool wanted(const Options& options, const char* letter) {
  return options.only.empty() || std::find(options.only.begin(), options.only.end(), letter) != options.only.end();
}

void check_groups(const Options& options) {
  std::vector<std::string> letters;
  for (const Group& group : groups()) letters.emplace_back(group.letter);
  for (const std::string& name : options.only) {
    if (std::find(letters.begin(), letters.end(), name) == letters.end()) {
      throw InputError("--only: there is no group '" + name + "'; the groups are " + join(letters));
    }
  }
}

}  // namespace

bool run(const Options& options) {
  check_groups(options);
  if (!options.json.empty()) {
    refuse_former_file(options.json, options.force, "", "--json");
    check_place(options.json);
  }
  const auto begin = std::chrono::steady_clock::now();
  const Effort effort{options.quick, options.threads != 0 ? options.threads : machine_threads()};
  std::vector<Table> tables;
  int count[verdict_count] = {};
  for (const Group& group : groups()) {
    if (!wanted(options, group.letter)) continue;
    tables.push_back(group.run(effort));
    print(tables.back());
    for (const Row& row : tables.back().rows()) ++count[static_cast<int>(row.verdict)];
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("\n%d pass, %d fail, %d report; %.1f s\n", count[static_cast<int>(Verdict::pass)],
              count[static_cast<int>(Verdict::fail)], count[static_cast<int>(Verdict::report)], seconds);
  if (!options.json.empty()) write_json(tables, options.json);
  return count[static_cast<int>(Verdict::fail)] == 0;
}

}  // namespace sandbox::verify
