#!/bin/sh
# Builds a variant that tests need in BUILD/variants/NAME, incrementally.
#   build_variant.sh BUILD NAME
#     shared    shared library as a part of another project, tests/subproject, without build type. Built with clang, if it
#               is installed: other tests use gcc. Installs its headers to a folder of another name. Without the lanes of
#               AVX2 and AVX-512, the same source
#     lto       shared library and golden scenes with portable lanes and link-time optimisation; two definitions of a
#               type are an error
#     sanitize  core and readers of files with the address and undefined-behaviour sanitizers, and soak, fuzz targets and
#               tests of the main build linked with them. Without the lanes of AVX2 and AVX-512, the same source.
#               Compiled with clang, which takes half of the time of gcc, where its objects work with the run time of
#               gcc's sanitizers
#     threads   multi-threaded tests with the thread sanitizer; portable lanes, as threads are the same for all. Compiled
#               with clang in the same way
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/variants/$2"
folder=$(cd "$1" && pwd)/variants/$2

# Whether a program compiled with clang and linked with g++ reports undefined behaviour and an access out of bounds.
clang_sanitizes() {
  command -v clang++ >/dev/null 2>&1 || return 1
  printf 'int main(int n, char**) { int* p = new int[2]; p[n + 1] = 1; int r = p[0]; delete[] p; return r; }\n' >"$1/bounds.cpp"
  printf 'int main(int n, char**) { return int(n * 1e300) + n; }\n' >"$1/range.cpp"
  for probe in bounds range; do
    clang++ -O0 -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -c "$1/$probe.cpp" -o "$1/$probe.o" &&
      g++ -fsanitize=address,undefined,float-cast-overflow "$1/$probe.o" -o "$1/$probe" || return 1
    ! "$1/$probe" 2>"$1/$probe.err" || return 1
  done >/dev/null 2>&1
  grep -q heap-buffer-overflow "$1/bounds.err" && grep -q 'outside the range of representable values' "$1/range.err"
}

# Whether a program compiled with clang and linked with g++ reports a data race.
clang_finds_races() {
  command -v clang++ >/dev/null 2>&1 || return 1
  printf '#include <thread>\nint n;\nint main() { std::thread a([] { ++n; }), b([] { ++n; }); a.join(); b.join(); return n; }\n' >"$1/race.cpp"
  { clang++ -O1 -fsanitize=thread -c "$1/race.cpp" -o "$1/race.o" &&
    g++ -fsanitize=thread "$1/race.o" -o "$1/race"; } >/dev/null 2>&1 || return 1
  "$1/race" >"$1/race.err" 2>&1 || true
  grep -q 'data race' "$1/race.err"
}

source=$top
link="" # the rule of the linker, if it is not the compiler's
common="-DCMAKE_BUILD_TYPE=Release -DROCKFALL_UNITY=ON -DROCKFALL_VIEWER=OFF -DROCKFALL_BENCH=OFF"
clang="-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++"
case $2 in
  shared)
    source=$top/tests/subproject
    common="-DROCKFALL_UNITY=ON"
    flags="-Werror"
    options="-DBUILD_SHARED_LIBS=ON -DROCKFALL_WIDE_LANES=OFF -DROCKFALL_INSTALL=ON -DROCKFALL_BINDINGS=ON"
    options="$options -DCMAKE_INSTALL_INCLUDEDIR=headers"
    ! command -v clang++ >/dev/null 2>&1 || options="$options $clang"
    optimise=""
    targets=""
    ;;
  lto)
    flags="-flto=auto -Wodr -Werror"
    options="-DBUILD_SHARED_LIBS=ON -DROCKFALL_PORTABLE_LANES=ON -DROCKFALL_SANDBOX=OFF -DROCKFALL_TESTS=OFF -DROCKFALL_DETERMINISM=ON"
    optimise="-O1 -DNDEBUG"
    targets=""
    ;;
  sanitize)
    flags=""
    options="-DROCKFALL_SANITIZE=ON -DROCKFALL_WIDE_LANES=OFF -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=OFF -DROCKFALL_DETERMINISM=OFF"
    # The check of alignment takes a fifth of the time. The core reads and writes files by bytes, and checks the memory
    # of callers itself.
    options="$options -DROCKFALL_SANITIZE_WITHOUT=null,object-size,alignment"
    optimise="-O2"
    targets="rockfall_core rockfall_common rockfall_io rockfall_scenario"
    ! clang_sanitizes "$folder" || options="$options $clang"
    ;;
  threads)
    flags=""
    options="-DROCKFALL_SANITIZE_THREADS=ON -DROCKFALL_PORTABLE_LANES=ON -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON -DROCKFALL_DETERMINISM=OFF"
    optimise="-O2"
    targets="rockfall_thread_tests"
    if clang_finds_races "$folder"; then
      options="$options $clang"
      link="g++ -fsanitize=thread <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>"
    fi
    ;;
  *) echo "unknown variant $2" >&2; exit 2 ;;
esac
# CMake drops the other options where the compiler of a build folder changes.
wanted="$common $options $flags $optimise $link"
if [ "$wanted" != "$(cat "$folder/options" 2>/dev/null)" ]; then
  rm -rf "$folder"
  mkdir "$folder"
  echo "$wanted" >"$folder/options"
fi
generator=""
[ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
# shellcheck disable=SC2086 # word splitting is intended
{ cmake -S "$source" -B "$folder" $generator $common $options "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags" \
    ${optimise:+"-DCMAKE_CXX_FLAGS_RELEASE=$optimise"} ${link:+"-DCMAKE_CXX_LINK_EXECUTABLE=$link"} &&
  cmake --build "$folder" --parallel "${ROCKFALL_JOBS:-$(nproc)}" ${targets:+--target $targets}; } >"$folder.log" 2>&1 ||
  { tail -60 "$folder.log"; exit 1; }
case $2 in
  sanitize) # programs of the main build, linked with what was built
    cmake --build "$1" --parallel "${ROCKFALL_JOBS:-$(nproc)}" --target "rockfall_$2" >"$folder.log" 2>&1 ||
      { tail -60 "$folder.log"; exit 1; }
    ;;
esac
echo "built $folder"
