#include "verify.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "error.h"
#include "threads.h"
#include "verify/groups.h"

namespace {

using sandbox::InputError;
namespace verify = sandbox::verify;

const char* const usage =
    "Check the engine against published results and closed forms: expected, measured, source, verdict.\n"
    "Usage: rockfall verify [--only A,B,C,D,E,F,R] [--quick] [--json FILE] [--threads N]\n\n"
    "  --only GROUPS  A free rotation, B director bodies, C scarring, D wheel, E ramp of 1000 rocks, F closed forms,\n"
    "                 R legacy models of RocFall3\n"
    "  --quick        smaller ensembles\n"
    "  --json FILE    write the rows as JSON too\n"
    "  --threads N    for ensembles (default: as many as the machine has)\n\n"
    "Exit code 0 if every row holds, 1 if one fails, 2 if the arguments make no sense.\n";

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    parts.push_back(list.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

unsigned thread_count(const std::string& value) {
  char* end = nullptr;
  const long count = std::strtol(value.c_str(), &end, 10);
  if (end == value.c_str() || *end != '\0' || count < 1 || count > 1024) {
    throw InputError("--threads: '" + value + "' is not a number from 1 to 1024");
  }
  return static_cast<unsigned>(count);
}

VerifyOptions parse(int argc, char** argv) {
  VerifyOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) throw InputError(argument + " needs a value");
      return argv[++i];
    };
    if (argument == "--only") {
      options.only = split(value());
    } else if (argument == "--json") {
      options.json = value();
    } else if (argument == "--threads") {
      options.threads = thread_count(value());
    } else if (argument == "--quick") {
      options.quick = true;
    } else {
      throw InputError("verify does not know '" + argument + "' (rockfall verify --help explains)");
    }
  }
  return options;
}

bool wanted(const VerifyOptions& options, const char* letter) {
  return options.only.empty() || std::find(options.only.begin(), options.only.end(), letter) != options.only.end();
}

void check_groups(const VerifyOptions& options) {
  for (const std::string& name : options.only) {
    const auto& all = verify::groups();
    if (std::none_of(all.begin(), all.end(), [&](const verify::Group& group) { return name == group.letter; })) {
      throw InputError("--only: there is no group '" + name + "'; the groups are A, B, C, D, E, F, R");
    }
  }
}

}  // namespace

int verify_main(const VerifyOptions& options) {
  check_groups(options);
  const auto begin = std::chrono::steady_clock::now();
  const verify::Effort effort{options.quick, options.threads != 0 ? options.threads : sandbox::machine_threads()};
  std::vector<verify::Table> tables;
  int count[3] = {0, 0, 0};
  for (const verify::Group& group : verify::groups()) {
    if (!wanted(options, group.letter)) continue;
    tables.push_back(group.run(effort));
    verify::print(tables.back());
    for (const verify::Row& row : tables.back().rows()) ++count[static_cast<int>(row.verdict)];
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("\n%d pass, %d fail, %d report; %.1f s\n", count[0], count[1], count[2], seconds);
  if (!options.json.empty()) verify::write_json(tables, options.json);
  return count[1] == 0 ? 0 : 1;
}

int verify_main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--help") == 0 || std::strcmp(argv[i], "-h") == 0) {
      std::fputs(usage, stdout);
      return 0;
    }
  }
  return verify_main(parse(argc, argv));
}
