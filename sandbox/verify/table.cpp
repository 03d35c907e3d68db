#include "verify/table.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/output_file.h"
#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace sandbox::verify {
namespace {

bool on_terminal() {
#if defined(_WIN32)
  return _isatty(_fileno(stdout)) != 0;
#else
  return isatty(fileno(stdout)) != 0;
#endif
}

const char* colour(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "\033[32m";
    case Verdict::fail:
      return "\033[1;31m";
    case Verdict::outside:
      return "\033[33m";
    default:
      return "\033[36m";
  }
}

}  // namespace

void Table::check(std::string name, std::string expected, std::string measured, std::string source, bool holds) {
  rows_.push_back({letter_, std::move(name), std::move(expected), std::move(measured), std::move(source),
                   holds ? Verdict::pass : Verdict::fail});
}

void Table::check_if(bool decides, std::string name, std::string expected, std::string measured, std::string source,
                     bool holds) {
  const auto add = decides ? &Table::check : &Table::compare;
  (this->*add)(std::move(name), std::move(expected), std::move(measured), std::move(source), holds);
}

void Table::compare(std::string name, std::string range, std::string measured, std::string source, bool inside) {
  rows_.push_back({letter_, std::move(name), std::move(range), std::move(measured), std::move(source),
                   inside ? Verdict::inside : Verdict::outside});
}

void Table::report(std::string name, std::string expected, std::string measured, std::string source) {
  rows_.push_back(
      {letter_, std::move(name), std::move(expected), std::move(measured), std::move(source), Verdict::report});
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "FAIL";
    case Verdict::inside:
      return "in range";
    case Verdict::outside:
      return "outside";
    default:
      return "report";
  }
}

std::string text(const char* format, ...) {
  std::array<char, 512> buffer{};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  return buffer.data();
}

void print(const Table& table) {
  std::array<std::size_t, 4> width = {4, 8, 8, 6};
  for (const Row& row : table.rows()) {
    const std::array<std::size_t, 4> length = {row.name.size(), row.expected.size(), row.measured.size(),
                                               row.source.size()};
    for (std::size_t k = 0; k < width.size(); ++k) width[k] = std::max(width[k], length[k]);
  }
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c, const std::string& d) {
    std::printf("  %-*s  %-*s  %-*s  %-*s  ", static_cast<int>(width[0]), a.c_str(), static_cast<int>(width[1]),
                b.c_str(), static_cast<int>(width[2]), c.c_str(), static_cast<int>(width[3]), d.c_str());
  };
  const bool coloured = on_terminal();
  std::printf("\n%s%s  %s%s\n", coloured ? "\033[1m" : "", table.letter().c_str(), table.title().c_str(),
              coloured ? "\033[0m" : "");
  line("", "expected", "measured", "source");
  std::printf("verdict\n");
  for (const Row& row : table.rows()) {
    line(row.name, row.expected, row.measured, row.source);
    std::printf("%s%s%s\n", coloured ? colour(row.verdict) : "", verdict_text(row.verdict), coloured ? "\033[0m" : "");
  }
  std::fflush(stdout);
}

void write_json(const std::vector<Table>& tables, const std::string& file) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Table& table : tables) {
    for (const Row& row : table.rows()) {
      rows.push_back({{"group", row.group},
                      {"name", row.name},
                      {"expected", row.expected},
                      {"measured", row.measured},
                      {"source", row.source},
                      {"verdict", verdict_text(row.verdict)}});
    }
  }
  write_file(file, [&](std::ostream& out) { out << json_text(rows, 1) << "\n"; });
}

}  // namespace sandbox::verify
