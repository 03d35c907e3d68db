#!/bin/sh
# A C99 program, and a C++ program with rockfall.hpp, build against an installed rockfall through find_package and
# pkg-config, from any prefix, with another folder of headers and with absolute folders. Installed programs look for the
# shared library beside themselves, and the links of installed pages lead to installed files.
#   installed_package_builds_c_programs.sh BUILD               the static library
#   installed_package_builds_c_programs.sh BUILD static shared both; the shared one takes a build of its own
# label: packaging
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja gcc g++ pkg-config; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
build=$(cd "$1" && pwd)
shift
kinds=${*:-static}
grep -q '^BUILD_SHARED_LIBS:BOOL=OFF' "$build/CMakeCache.txt" || { echo "$build contains no static library"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
client="$top/sandbox/embed/c99_drop.c"
strict="-std=c99 -pedantic -Wall -Wextra -Werror"

fail() { echo "$1"; exit 1; }

# The build folder of the tests contains the static library and the program.
install_static() {
  cmake --install "$build" --prefix "$work/first-static" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the static installation failed"; }
}

install_shared() {
  "$top/tests/build_variant.sh" "$build" shared || fail "the shared library was not built"
  cmake --install "$build/variants/shared" --prefix "$work/first-shared" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the shared installation failed"; }
}

build_with_find_package() {
  kind=$1
  mkdir "$work/consumer-$kind"
  cat >"$work/consumer-$kind/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(rockfall 0.1 REQUIRED COMPONENTS core)
add_executable(drop "$client")
target_compile_options(drop PRIVATE $strict)
target_link_libraries(drop PRIVATE rockfall::core)
END
  cmake -S "$work/consumer-$kind" -B "$work/consumer-$kind/build" -G Ninja \
    -DCMAKE_PREFIX_PATH="$work/moved-$kind" >"$work/log" 2>&1 &&
    cmake --build "$work/consumer-$kind/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "find_package, $kind"; }
  "$work/consumer-$kind/build/drop" >"$work/find_package-$kind" || fail "the program does not run: find_package, $kind"
}

build_with_pkg_config() {
  kind=$1
  shift
  flags=$(PKG_CONFIG_PATH="$work/moved-$kind/lib/pkgconfig" pkg-config "$@" --cflags --libs rockfall)
  # shellcheck disable=SC2086 # word splitting is intended
  gcc $strict "$client" -o "$work/drop" $flags || fail "pkg-config $*, $kind: $flags"
  LD_LIBRARY_PATH="$work/moved-$kind/lib" "$work/drop" >"$work/pkg_config-$kind" ||
    fail "the program does not run: pkg-config, $kind"
}

# Building the programs again would take minutes, so only the installation that CMake writes is looked at.
shared_programs_find_their_library() {
  grep -q '^ROCKFALL_SANDBOX:BOOL=ON' "$build/CMakeCache.txt" && [ -e "$build/sandbox/rockfall" ] || return 0
  cmake -S "$top" -B "$work/programs" -G Ninja -DBUILD_SHARED_LIBS=ON -DROCKFALL_VIEWER=OFF -DROCKFALL_TESTS=OFF \
    -DROCKFALL_BENCH=OFF -DCMAKE_INSTALL_BINDIR=tools/bin -DCMAKE_INSTALL_LIBDIR=lib >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the shared programs do not configure"; }
  grep -qF 'NEW_RPATH "\$ORIGIN/../../lib"' "$work/programs/cmake_install.cmake" ||
    fail "an installed program does not find the shared library beside it"
}

# rockfall.hpp, with exceptions and without.
build_cpp() {
  flags=$(PKG_CONFIG_PATH="$work/moved-static/lib/pkgconfig" pkg-config --cflags --libs rockfall)
  for options in "" "-fno-exceptions -fno-rtti"; do
    # shellcheck disable=SC2086 # word splitting is intended
    g++ -std=c++17 -pedantic -Wall -Wextra -Werror $options "$top/sandbox/embed/cpp_drop.cpp" -o "$work/drop" $flags ||
      fail "cpp_drop.cpp does not build with: $options"
    "$work/drop" >"$work/cpp_drop" || fail "cpp_drop.cpp does not run with: $options"
    cmp "$work/find_package-static" "$work/cpp_drop" || fail "the result differs: cpp_drop.cpp with: $options"
  done
}

# Some distributions give every folder as an absolute path, in more than one prefix. The library is that of the build.
build_with_absolute_folders() {
  cmake -S "$top" -B "$work/absolute" -G Ninja -DROCKFALL_SANDBOX=OFF -DROCKFALL_VIEWER=OFF -DROCKFALL_TESTS=OFF \
    -DROCKFALL_BENCH=OFF -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR="$work/moved-absolute/lib" \
    -DCMAKE_INSTALL_INCLUDEDIR="$work/headers" -DCMAKE_INSTALL_DATAROOTDIR="$work/moved-absolute/share" \
    >"$work/log" 2>&1 && cp "$build/rockfall_core/librockfall.a" "$work/absolute/rockfall_core" &&
    cmake --install "$work/absolute" >>"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the installation to absolute folders failed"; }
  build_with_find_package absolute
  build_with_pkg_config absolute
  ! grep -r '](../rockfall_core/include' "$work/moved-absolute/share" ||
    fail "a page in an absolute folder refers to a header by its place in the repository"
}

page_links_exist() {
  # In code, "](" begins the parameters of a function without a name.
  find "$work/moved-static/share" -name '*.md' | while read -r page; do
    sed '/^ *```/,/^ *```$/d' "$page" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -vE '^[a-z]+:' |
      while read -r target; do
        [ -e "$(dirname "$page")/$target" ] ||
          echo "the installed page $(basename "$page") links to $target, which is not installed"
      done
  done >"$work/links"
  [ ! -s "$work/links" ] || { cat "$work/links"; fail "links of installed pages lead nowhere"; }
}

for kind in $kinds; do
  "install_$kind"
  # The package must not depend on where it was built or first installed.
  mv "$work/first-$kind" "$work/moved-$kind"
  [ -d "$work/moved-$kind/lib/pkgconfig" ] || # GNUInstallDirs may choose lib64 or lib/TRIPLET
    ln -s "$(dirname "$(find "$work/moved-$kind" -name pkgconfig)")" "$work/moved-$kind/lib"
  build_with_find_package "$kind"
  build_with_pkg_config "$kind"
done
build_with_pkg_config static --static
build_cpp
[ -z "$(grep -rl -e "$work" -e "$build" "$work"/moved-*/lib/cmake "$work"/moved-*/lib/pkgconfig)" ] ||
  fail "a package file contains a path of the build or of the first prefix"
build_with_absolute_folders
page_links_exist
shared_programs_find_their_library
for kind in $kinds absolute; do
  for method in find_package pkg_config; do
    cmp "$work/find_package-static" "$work/$method-$kind" || fail "the result differs: $method, $kind"
  done
done

if [ -e "$work/moved-static/bin/rockfall" ]; then
  "$work/moved-static/bin/rockfall" run scarring_l14 --quiet --out "$work/out" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the installed program failed"; }
  [ -s "$work/out/summary.json" ] || fail "the installed program writes no summary"
fi
if [ -e "$work/moved-shared" ] && command -v python3 >/dev/null 2>&1; then
  PYTHONPATH="$work/moved-static/share/rockfall/bindings" \
    python3 "$top/sandbox/embed/python_drop.py" "$work/moved-shared/lib/librockfall.so" >"$work/python" ||
    fail "python_drop.py failed"
  cmp "$work/find_package-static" "$work/python" || fail "the result differs: python_drop.py"
fi
cat "$work/find_package-static"
