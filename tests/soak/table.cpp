#include "table.h"

#include <rockfall/step.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace soak {
namespace {

const char* const kHead = "rockfall_soak table 1";

void print_share(const char* name, uint64_t part, uint64_t whole) {
  std::printf("%-28s %14" PRIu64 "  %.4f %%\n", name, part,
              whole ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

void print_count(const char* name, uint64_t count) { std::printf("%-28s %14" PRIu64 "\n", name, count); }

// Calls visit(name, counter) for every counter, in the order of the file.
template <class TableOrConst, class Visit>
void visit_counters(TableOrConst& table, Visit&& visit) {
  auto& t = table.tally;
  visit("seed", table.seed);
  visit("first_world", table.first);
  visit("next_world", table.next);
  visit("worlds", t.worlds);
  visit("rocks", t.rocks);
  visit("steps", t.steps);
  visit("steps_by_many", t.steps_by_many);
  visit("contact_steps", t.contact_steps);
  visit("scaled_back", t.scaled_back);
  visit("restitution_off", t.restitution_off);
  visit("not_converged", t.not_converged);
  visit("stopped_deep", t.stopped_deep);
  for (auto& count : t.ends) visit("end", count);
}

// Hexadecimal, so that a value is read as it was written.
std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

bool read_number(std::istream& in, double& value) {
  std::string text;
  if (!(in >> text)) return false;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return *end == '\0';
}

bool read_violation(std::istream& in, Violation& v) {
  return in >> v.world >> v.rock >> v.step >> v.check && v.check < kCheckCount && read_number(in, v.value);
}

}  // namespace

uint64_t world_seed(const Table& table, uint64_t index) { return table.seed * 1000000007u + index; }

void print(const Tally& t) {
  print_count("worlds", t.worlds);
  print_count("rocks", t.rocks);
  print_count("rock-steps", t.rock_steps());
  print_count("  by rf_step", t.steps);
  print_count("  by rf_step_many", t.steps_by_many);
  print_share("steps with contact", t.contact_steps, t.steps);
  print_share("  scaled back", t.scaled_back, t.contact_steps);
  print_share("  restitution off", t.restitution_off, t.contact_steps);
  print_share("  not converged", t.not_converged, t.contact_steps);
  const char* const ends[] = {"still moving", "stopped", "left the terrain", "time limit", "fault"};
  for (size_t i = 0; i < t.ends.size(); ++i) print_share(ends[i], t.ends[i], t.rocks);
  print_share("stopped a radius deep", t.stopped_deep, t.ends[RF_ENDED_STOPPED]);
  std::printf("\n%-28s %14s %12s %12s %12s\n", "check", "checked", "limit", "worst", "violated");
  for (uint32_t i = 0; i < kCheckCount; ++i) {
    std::printf("%-28s %14" PRIu64 " %12.3g %12.3g %12" PRIu64 "\n", check_name(i), t.checked[i], check_limit(i),
                t.worst[i], t.violated[i]);
  }
  if (t.violations.empty()) return;
  std::printf("\nfirst violations\n%22s %5s %8s  %s\n", "world", "rock", "step", "check");
  for (const Violation& v : t.violations) {
    std::printf("%22" PRIu64 " %5u %8" PRIu64 "  %s: %.4g\n", v.world, v.rock, v.step, check_name(v.check), v.value);
  }
}

bool write_table(const std::string& path, const Table& table) {
  const std::string part = path + ".part";
  std::ofstream out(part);
  out << kHead << '\n';
  visit_counters(table, [&](const char* name, uint64_t count) { out << name << ' ' << count << '\n'; });
  const Tally& t = table.tally;
  for (uint32_t i = 0; i < kCheckCount; ++i) {
    out << "check " << t.checked[i] << ' ' << t.violated[i] << ' ' << hexadecimal(t.worst[i]) << '\n';
  }
  for (const Violation& v : t.violations) {
    out << "violation " << v.world << ' ' << v.rock << ' ' << v.step << ' ' << v.check << ' ' << hexadecimal(v.value)
        << '\n';
  }
  out << "end\n";
  out.close();
  return !out.fail() && std::rename(part.c_str(), path.c_str()) == 0;
}

bool read_table(const std::string& path, Table& table) {
  std::ifstream in(path);
  std::string word;
  if (!std::getline(in, word) || word != kHead) return false;
  table = {};
  bool good = true;
  visit_counters(table, [&](const char* name, uint64_t& count) { good = good && in >> word >> count && word == name; });
  Tally& t = table.tally;
  for (uint32_t i = 0; i < kCheckCount && good; ++i) {
    good = in >> word >> t.checked[i] >> t.violated[i] && word == "check" && read_number(in, t.worst[i]);
  }
  while (good && in >> word && word == "violation") {
    Violation violation;
    good = read_violation(in, violation);
    t.violations.push_back(violation);
  }
  return good && word == "end";
}

bool overlap(const Table& a, const Table& b) { return a.seed == b.seed && a.first < b.next && b.first < a.next; }

}  // namespace soak
