#!/bin/sh
# Builds and runs the golden scenes for every compiler and processor that this machine supports, compares their output
# with golden.txt, searches the libraries for fused multiply-add and the builds for warnings, and prints a table. Skipped
# targets are listed with the reason. Exit code 0 if all targets that ran gave the same bits, 77 if none ran.
#   tests/determinism/run.sh [--work DIR] [TARGET...]      targets: see below; default all
#   tests/determinism/run.sh --install [TARGET...]         installs the Debian packages of these targets first
#   tests/determinism/run.sh --install-only [TARGET...]    installs their packages, and nothing else
#   tests/determinism/run.sh --fused LIBRARY               searches a library of this processor for fused multiply-add
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
all="gcc-O0 gcc-O2 gcc-O3-native gcc-fast-math clang-O0 clang-O2 clang-O3-native clang-fast-math clang-libc++ portable"
all="$all fma aarch64 armhf riscv64 ppc64le s390x i686 musl wasm windows"

packages_of() {
  case $1 in
    gcc-*|portable|fma) echo "g++ binutils" ;;
    clang-libc++) echo "clang libc++-dev libc++abi-dev" ;;
    clang-*) echo "clang" ;;
    aarch64|riscv64|s390x) echo "g++-$1-linux-gnu qemu-user" ;;
    armhf) echo "g++-arm-linux-gnueabihf qemu-user" ;;
    ppc64le) echo "g++-powerpc64le-linux-gnu qemu-user" ;;
    i686) echo "g++-i686-linux-gnu" ;;
    musl) echo "g++ musl-tools" ;;
    wasm) echo "emscripten nodejs" ;;
    windows) echo "g++-mingw-w64-x86-64-posix wine64" ;;
    *) echo "unknown target $1; possible: $all" >&2; exit 2 ;;
  esac
}

# Names of a processor in the tools of gcc and in qemu.
triple_of() {
  case $1 in
    armhf) echo arm-linux-gnueabihf ;;
    ppc64le) echo powerpc64le-linux-gnu ;;
    *) echo "$1-linux-gnu" ;;
  esac
}
qemu_of() { case $1 in armhf) echo qemu-arm ;; *) echo "qemu-$1" ;; esac; }

find_wine() { command -v wine64 || { [ -x /usr/lib/wine/wine64 ] && echo /usr/lib/wine/wine64; }; }

# Prints the programs that a target needs and that are missing.
missing_for() {
  case $1 in
    gcc-*|portable) needs="g++" ;;
    fma) needs="g++ objdump" ;;
    clang-*) needs="clang++" ;;
    aarch64|armhf|riscv64|ppc64le|s390x) needs="$(triple_of "$1")-g++ $(qemu_of "$1")" ;;
    i686) needs="i686-linux-gnu-g++" ;;
    musl) needs="g++ musl-gcc" ;;
    wasm) needs="em++ node" ;;
    windows) needs="x86_64-w64-mingw32-g++-posix" ;;
  esac
  missing=""
  for program in cmake ninja $needs; do command -v "$program" >/dev/null || missing="$missing $program"; done
  [ "$1" != clang-libc++ ] || echo '#include <ciso646>' | clang++ -stdlib=libc++ -xc++ -fsyntax-only - 2>/dev/null ||
    missing="$missing libc++"
  [ "$1" != windows ] || find_wine >/dev/null || missing="$missing wine64"
  case $1:$(uname -m) in
    i686:x86_64|*native:x86_64|fma:x86_64) ;;
    i686:*|fma:*) missing="$missing an-x86_64-machine" ;;
  esac
  echo "$missing"
}

# Debian has no C++ compiler for musl. Prepares the headers and the library of gcc for it: definitions and functions that
# they expect of glibc. Sets $flags and $link.
prepare_musl() {
  mkdir -p "$1"
  printf '#define __GLIBC_PREREQ(major, minor) 0\n#define __locale_t locale_t\nenum { %s, %s };\n' \
    '_ISblank = 1, _IScntrl = 2, _ISpunct = 4, _ISalnum = 8, _ISupper = 256, _ISlower = 512, _ISalpha = 1024' \
    '_ISdigit = 2048, _ISxdigit = 4096, _ISspace = 8192, _ISprint = 16384, _ISgraph = 32768' >"$1/glibc.h"
  printf 'char __libc_single_threaded;\nunsigned arc4random(void) { return 4; }\n%s\n' \
    'int _dl_find_object(void* address, void* result) { return address && result ? -1 : -1; }' >"$1/glibc.c"
  gcc -c "$1/glibc.c" -o "$1/glibc.o"
  version=$(g++ -dumpversion)
  machine=$(uname -m)
  flags="-O2 -nostdinc -nostdinc++ -include $1/glibc.h"
  for headers in "/usr/include/c++/$version" "/usr/include/$machine-linux-gnu/c++/$version" \
    "/usr/include/$machine-linux-musl" "$(gcc -print-file-name=include)"; do
    flags="$flags -isystem $headers"
  done
  link="-specs=/usr/lib/$machine-linux-musl/musl-gcc.specs -static $1/glibc.o"
}

# Configures and builds a target in $work/TARGET.
build() {
  folder=$work/$1
  compiler=""
  flags="-O2"
  system=""
  link=""
  built=rockfall_determinism
  case $1 in
    gcc-*) compiler=g++ ;;
    portable) compiler=g++; system="-DROCKFALL_PORTABLE_LANES=ON" ;;
    clang-libc++) compiler=clang++; flags="-O2 -stdlib=libc++" ;;
    clang-*) compiler=clang++ ;;
    fma) compiler=g++; flags="-O3 -mavx2 -mfma"; built=rockfall_core ;;
    aarch64|armhf|riscv64|ppc64le|s390x|i686)
      compiler=$(triple_of "$1")-g++
      system="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$1"
      link="-static"
      ;;
    windows) compiler=x86_64-w64-mingw32-g++-posix; system="-DCMAKE_SYSTEM_NAME=Windows"; link="-static" ;;
    musl) compiler=g++; prepare_musl "$folder" ;;
    wasm) flags="-O1"; system="-DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake" ;;
  esac
  case $1 in
    *-O0) flags="-O0" ;;
    *-O3-native) flags="-O3 -march=native" ;;
    *-fast-math) flags="-O2 -ffast-math -march=native" ;; # of a host project; the library must override them
  esac
  c_compiler=$(echo "$compiler" | sed 's/clang++/clang/; s/g++/gcc/')
  export NODE_PATH=/usr/share/nodejs
  generator=""
  [ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
  # shellcheck disable=SC2086 # word splitting is intended
  cmake -S "$top" -B "$folder" $generator -DCMAKE_BUILD_TYPE=None -DROCKFALL_SANDBOX=OFF -DROCKFALL_TESTS=OFF \
    -DROCKFALL_BENCH=OFF -DROCKFALL_QHULL=OFF -DROCKFALL_DETERMINISM=ON -DROCKFALL_DEBUG_CORE=ON -DROCKFALL_UNITY=ON -DEigen3_DIR=/usr/share/eigen3/cmake \
    $system ${compiler:+"-DCMAKE_CXX_COMPILER=$compiler"} ${c_compiler:+"-DCMAKE_C_COMPILER=$c_compiler"} "-DCMAKE_CXX_FLAGS=$flags" "-DCMAKE_EXE_LINKER_FLAGS=$link" &&
    cmake --build "$folder" --target $built --parallel "$jobs_each"
}

# Runs the program of a target with the remaining arguments.
run() {
  target=$1
  program=$work/$1/tests/determinism/rockfall_determinism
  shift
  case $target in
    aarch64|armhf|riscv64|ppc64le|s390x) "$(qemu_of "$target")" "$program" "$@" ;;
    wasm) node --no-experimental-fetch "$program.js" "$@" ;;
    windows) WINEPREFIX=$work/wine WINEDEBUG=-all "$(find_wine)" "$program.exe" "$@" | tr -d '\r' ;;
    *) "$program" "$@" ;;
  esac
}

# Runs the program of a target once for each line of options; updates $extra and $result.
try_options() {
  while read -r option value; do
    extra="$extra, $value"
    run "$1" "$option" "$value" 2>/dev/null </dev/null | cmp -s - "$here/golden.txt" ||
      result="DIFFERS with $option $value"
  done <<END
$2
END
}

# Of the floating-point environments of the host, those that are tried. Emulators are slow: one that sets all fields that
# the core restores.
modes_for() {
  case $1 in
    aarch64) grep '^upward_flush$' ;;
    armhf|riscv64|ppc64le|s390x) grep '^upward$' ;;
    *) cat ;;
  esac
}

# Searches the library of a target for fused multiply-add, which would change the bits.
find_fma() {
  library=$work/$1/rockfall_core/librockfall.a
  case $1 in
    aarch64|armhf|riscv64|ppc64le|s390x) "$(triple_of "$1")-objdump" -d "$library" ;;
    fma|*-native|*-fast-math) objdump -d "$library" ;;
    *) return ;;
  esac | fused_instructions
}

fused_instructions() {
  # x86 | riscv64, ppc64le | aarch64 | armhf | ppc64le | s390x
  grep -E '[[:space:]](vfn?m(add|sub)[0-9a-z]*|fn?m(add|sub)s?(\.[sd])?|fml[as]|vfn?m[as](\.f(32|64))?|xsn?m(add|sub)[am][ds]p|xvn?m(add|sub)[am][ds]p|m[as][de]br?|[vw]fn?m[as][ds]b)[[:space:]]' | head -3
}

# Checks that the search works: compiles a product and a sum with contraction.
probe_fma() {
  printf 'double f(double a, double b, double c) { return a * b + c; }\n' >"$work/probe.cpp"
  g++ -O2 -mfma -ffp-contract=fast -c "$work/probe.cpp" -o "$work/probe.o"
  objdump -d "$work/probe.o" | fused_instructions >/dev/null
}

# Builds and runs one target and writes its line of the table to $work/TARGET.result: whether the output equals
# golden.txt, also with several threads and with other floating-point environments of the host.
run_target() {
  missing=$(missing_for "$1")
  if [ -n "$missing" ]; then
    echo "skipped: no$missing" >"$work/$1.result"
    return
  fi
  extra=""
  begin=$(date +%s)
  if ! build "$1" >"$work/$1.log" 2>&1; then
    echo "FAILED to build: $(grep -m1 -iE 'error' "$work/$1.log" || tail -1 "$work/$1.log")" >"$work/$1.result"
    return
  fi
  result="same bits"
  warned=$(grep -m1 'warning:' "$work/$1.log" || true)
  fused=$(find_fma "$1")
  if [ "$1" = fma ]; then
    probe_fma || fused="(the search does not find it in the test object)"
    [ -n "$fused" ] || result="no fused multiply-add with -mfma"
  elif ! run "$1" >"$work/$1.out" 2>"$work/$1.err"; then
    result="FAILED to run: $(head -1 "$work/$1.err")"
  elif ! cmp -s "$work/$1.out" "$here/golden.txt"; then
    result="DIFFERS: $(diff "$here/golden.txt" "$work/$1.out" | sed -n 's/^> *\([a-z_]*\).*/\1/p' | tr '\n' ' ')"
  else
    [ "$1" != gcc-O2 ] || try_options "$1" "$(printf -- '--threads %s\n' 2 3 8)"
    [ "$1" = wasm ] || try_options "$1" "$(run "$1" --host modes | modes_for "$1" | sed 's/^/--host /')"
  fi
  [ -z "$fused" ] || result="FAILED: fused multiply-add in the library: $fused"
  [ -z "$warned" ] || result="FAILED: the build warns: $warned"
  echo "$result$extra ($(($(date +%s) - begin)) s)" >"$work/$1.result"
}

work=""
if [ "${1:-}" = --one ]; then
  work=$2
  jobs_each=$3
  run_target "$4"
  exit 0
fi
if [ "${1:-}" = --fused ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  probe_fma || { echo "the search for fused multiply-add does not find it in the test object"; exit 1; }
  ! objdump -d "$2" | fused_instructions | grep . || { echo "fused multiply-add in $2"; exit 1; }
  exit 0
fi
# shellcheck disable=SC2086 # word splitting is intended
case ${1:-} in --install|--install-only) [ $# -gt 1 ] || set -- "$1" $all ;; esac
if [ "${1:-}" = --install ]; then
  shift
  # shellcheck disable=SC2046 # word splitting is intended
  "$top/cmake/install_packages.sh" cmake ninja-build libeigen3-dev $(for target in "$@"; do packages_of "$target"; done) ||
    echo "some packages could not be installed; their targets are skipped"
fi
if [ "${1:-}" = --install-only ]; then
  shift
  # shellcheck disable=SC2046 # word splitting is intended
  exec "$top/cmake/install_packages.sh" $(for target in "$@"; do packages_of "$target"; done)
fi
if [ "${1:-}" = --work ]; then
  mkdir -p "$2"
  work=$(cd "$2" && pwd)
  shift 2
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
targets=${*:-$all}
for target in $targets; do packages_of "$target" >/dev/null; done
processors=$(nproc)
# shellcheck disable=SC2086 # word splitting is intended
printf '%s\n' $targets | xargs -P "$processors" -n 1 "$0" --one "$work" 1
code=77 # if none runs
for target in $targets; do
  result=$(cat "$work/$target.result")
  printf '%-16s %s\n' "$target" "$result"
  case $result in
    FAILED*|DIFFERS*) code=1 ;;
    skipped*) ;;
    *) [ "$code" = 1 ] || code=0 ;;
  esac
done
exit $code
