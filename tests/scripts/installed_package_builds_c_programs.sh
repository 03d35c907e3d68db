#!/bin/sh
# An installed rockfall, static and shared, serves a C99 program by find_package and by pkg-config, from any prefix.
#   installed_package_builds_c_programs.sh BUILD
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja gcc pkg-config; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
build=$(cd "$1" && pwd)
grep -q '^BUILD_SHARED_LIBS:BOOL=OFF' "$build/CMakeCache.txt" || { echo "$build holds no static library"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
client="$top/sandbox/embed/c99_drop.c"
strict="-std=c99 -pedantic -Wall -Wextra -Werror"

fail() { echo "$1"; exit 1; }

# The build of the tests gives the static library and the program.
install_static() {
  cmake --install "$build" --prefix "$work/first-static" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "no static installation"; }
}

# Quick to build: without optimisation the bits are the same.
install_shared() {
  { cmake -S "$top" -B "$work/shared" -G Ninja -DCMAKE_BUILD_TYPE=None -DROCKFALL_SANDBOX=OFF -DROCKFALL_TESTS=OFF \
    -DROCKFALL_BENCH=OFF -DROCKFALL_VIEWER=OFF -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX="$work/first-shared" &&
    cmake --build "$work/shared" --target install; } >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "no shared installation"; }
}

drop_by_find_package() {
  kind=$1
  mkdir "$work/consumer-$kind"
  cat >"$work/consumer-$kind/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(rockfall 0.1 REQUIRED)
add_executable(drop "$client")
target_compile_options(drop PRIVATE $strict)
target_link_libraries(drop PRIVATE rockfall::core)
END
  cmake -S "$work/consumer-$kind" -B "$work/consumer-$kind/build" -G Ninja \
    -DCMAKE_PREFIX_PATH="$work/moved-$kind" >"$work/log" 2>&1 &&
    cmake --build "$work/consumer-$kind/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "find_package, $kind"; }
  "$work/consumer-$kind/build/drop" >"$work/find_package-$kind" || fail "the program does not run: find_package, $kind"
}

drop_by_pkg_config() {
  kind=$1
  shift
  flags=$(PKG_CONFIG_PATH="$work/moved-$kind/lib/pkgconfig" pkg-config "$@" --cflags --libs rockfall)
  # shellcheck disable=SC2086 # words wanted
  gcc $strict "$client" -o "$work/drop" $flags || fail "pkg-config $*, $kind: $flags"
  LD_LIBRARY_PATH="$work/moved-$kind/lib" "$work/drop" >"$work/pkg_config-$kind" ||
    fail "the program does not run: pkg-config, $kind"
}

install_static
install_shared
rm -rf "$work/shared"
for kind in static shared; do
  # Moved: nothing may depend on where it was built or installed first.
  mv "$work/first-$kind" "$work/moved-$kind"
  [ -d "$work/moved-$kind/lib/pkgconfig" ] || # GNUInstallDirs chose lib64 or lib/TRIPLET
    ln -s "$(dirname "$(find "$work/moved-$kind" -name pkgconfig)")" "$work/moved-$kind/lib"
  drop_by_find_package "$kind"
  drop_by_pkg_config "$kind"
done
drop_by_pkg_config static --static
for kind in static shared; do
  for way in find_package pkg_config; do
    cmp "$work/find_package-static" "$work/$way-$kind" || fail "the rock rests elsewhere: $way, $kind"
  done
done
[ -z "$(grep -rl -e "$work" -e "$build" "$work"/moved-*/lib/cmake "$work"/moved-*/lib/pkgconfig)" ] || fail "a package names its build"

if [ -e "$work/moved-static/bin/rockfall" ]; then
  "$work/moved-static/bin/rockfall" run scarring_l14 --quiet --out "$work/out" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the installed program"; }
  [ -s "$work/out/summary.json" ] || fail "the installed program writes no summary"
fi
if command -v python3 >/dev/null 2>&1; then
  python3 "$top/sandbox/embed/python_drop.py" "$work/moved-shared/lib/librockfall.so" >"$work/python" ||
    fail "python_drop.py"
  cmp "$work/find_package-static" "$work/python" || fail "the rock rests elsewhere: python_drop.py"
fi
cat "$work/find_package-static"
