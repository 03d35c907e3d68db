#!/bin/sh
# Each C++ file includes what it uses, directly or through headers of the project. A build with ROCKFALL_UNITY, such as
# that of tests/run.sh, does not show a missing include. The check reads text, which takes seconds; sources_compile.sh
# finds with compilers what this cannot find.
#   files_include_what_they_use.sh [BUILD]
# label: unit
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
check="python3 -B $top/tests/includes/check_includes.py"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
$check "$top" || exit 1

# Check of the test itself.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sandbox/run" "$work/tests"
cat >"$work/sandbox/run/sum.h" <<'END'
#include <vector>
namespace sandbox {
struct Sum {
  double value = 0;
};
enum Rounding { down, up };
using Numbers = std::vector<double>;
inline constexpr double most = 1e6;
Sum sum_of(const Numbers& numbers);
}  // namespace sandbox
END
cat >"$work/sandbox/run/other.cpp" <<'END'
namespace sandbox {
namespace {
double only_here(double x) { return x; }
}  // namespace
}  // namespace sandbox
END
# file NAME INCLUDE TEXT
file() {
  printf '%s\nnamespace sandbox {\n%s\n}  // namespace sandbox\n' "$2" "$3" >"$work/sandbox/run/$1.cpp"
}
number=0
while read -r text; do
  number=$((number + 1))
  file "good_$number" '#include "run/sum.h"' "$text"
  file "bad_$number" '' "$text"
done <<'END'
double f(const Sum& sum) { return sum.value; }
double f() { return 1 + sandbox::sum_of({1.0}).value; }
auto f() { return sum_of({}); }
double f(double a) { return a * most; }
int f() { return up; }
double f(Numbers numbers = {}) { return numbers[0]; }
double f(const std::vector<double>& numbers) { return numbers[0]; }
END
while read -r text; do
  number=$((number + 1))
  file "good_$number" '' "$text"
done <<'END'
double f(double most, int up) { return most + up; }
double f() { const double a = 1, most = 2; auto [up, sum_of] = std::pair(a, most); return up + sum_of; }
double f(const Other& other) { return other.most + other->sum_of(); }
// Sum, sum_of(most)
const char* f() { return "Sum" R"(most)"; }
END
file bad_another '#include "run/sum.h"' 'double f() { return only_here(1.0); }'
file bad_standard '#include "run/sum.h"' 'double f(double x) { return std::sqrt(x); }'
! $check "$work" >"$work/out" || { echo "missing includes are not found"; exit 1; }
! grep -A2 good_ "$work/out" || { echo "refused though nothing is missing"; exit 1; }
for bad in "$work"/sandbox/run/bad_*; do
  grep -q "^sandbox/run/$(basename "$bad"):" "$work/out" || { echo "not found:"; cat "$bad"; exit 1; }
done
