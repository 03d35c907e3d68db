#!/bin/sh
# The example in docs/viewer.md equals sandbox/embed/viewer_window.cpp and has at most thirty lines of code; it builds
# against an installed rockfall and draws a moving rock in its window, also after the window has another size.
#   viewer_draws_in_a_host_window.sh BUILD
# label: gui
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
example=$top/sandbox/embed/viewer_window.cpp
fail() { echo "$1"; exit 1; }

lines=$(grep -cvE '^ *$|^#|^//' "$example")
[ "$lines" -le 30 ] || fail "the example has $lines lines of code"
sed -n '/^```cpp$/,/^```$/p' "$top/docs/viewer.md" | sed '/^```/d' | cmp - "$example" ||
  fail "the code in docs/viewer.md differs from viewer_window.cpp"

build=$(cd "$1" && pwd)
[ -e "$build/viewer/librockfall_viewer.a" ] || { echo "the viewer was not built"; exit 77; }
for tool in cmake ninja xvfb-run python3; do
  command -v $tool >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/log" 2>&1 || { cat "$work/log"; fail "the installation failed"; }
mv "$work/first" "$work/moved" # the package must not depend on its first prefix
mkdir "$work/consumer"
cat >"$work/consumer/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C CXX)
find_package(rockfall 0.1 REQUIRED COMPONENTS viewer)
find_package(glfw3 3.3 REQUIRED)
add_executable(window "$example")
target_compile_options(window PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
target_link_libraries(window PRIVATE rockfall::viewer glfw)
EOF
cmake -S "$work/consumer" -B "$work/consumer/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" >"$work/log" 2>&1 &&
  cmake --build "$work/consumer/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "the example does not build"; }
! grep -rl -e "$work/first" -e "$build" "$work"/moved/lib*/cmake "$work"/moved/lib/*/cmake 2>/dev/null ||
  fail "a package file contains a path of the build or of the first prefix"

# An unknown component is refused, and the message names it.
sed -i 's/COMPONENTS viewer/COMPONENTS telescope/' "$work/consumer/CMakeLists.txt"
if cmake -S "$work/consumer" -B "$work/refused" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" >"$work/log" 2>&1; then
  fail "an unknown component is accepted"
fi
grep -q telescope "$work/log" || fail "the message does not name the component"

# One thread draws: several take more time of the processors, and are not sooner.
LP_NUM_THREADS=0 LIBGL_ALWAYS_SOFTWARE=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$top/tests/scripts/window" \
  xvfb-run -a -s "-screen 0 960x600x24 -fbdir $work" python3 - "$work/consumer/build/window" "$work" <<'EOF'
import shutil
import subprocess
import sys
import time

import screen


def red_fraction(image):
    """Fraction of the pixels that are reddish: only the rock has this colour."""
    pixels = [row[k:k + 3] for row in image.rows for k in range(0, len(row), 4)]
    return sum(red > 1.5 * blue and red > 1.3 * green for blue, green, red in pixels) / len(pixels)


def wait_until(holds, otherwise):
    """Every wait has a minute of its own: software draws slowly on a busy machine."""
    end = time.time() + 60
    while not holds():
        assert window.poll() is None, f"the program ended early with exit code {window.returncode}"
        assert time.time() < end, otherwise
        time.sleep(0.1)


window = subprocess.Popen([sys.argv[1]])
try:
    display = screen.Screen(sys.argv[2])
    middle = (330, 150, 630, 450)
    wait_until(lambda: 0.0005 < red_fraction(display.grab(*middle)) < 0.5, "no rock is visible")
    first = display.grab(*middle)
    wait_until(lambda: display.grab(*middle).differs(first) >= 0.005, "the image does not change")
    if shutil.which("xdotool"):
        subprocess.run(["xdotool", "search", "--name", "a rock on a slope", "windowsize", "480", "300"], check=True)
        wait_until(lambda: 0.0005 < red_fraction(display.grab(165, 75, 315, 225)) < 0.5,
                   "no rock is in the middle of the smaller window")
finally:
    window.kill()
print("the window shows a moving rock")
EOF
