#!/bin/sh
# Without a screen, or on one without OpenGL 3.3, the window does not open: one line says why and what to do, and the exit
# code is 1.
#   window_says_why_it_does_not_open.sh BUILD
# label: gui
set -eu
program=$1/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "rockfall_sandbox was not built"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
XDG_CONFIG_HOME=$folder
export XDG_CONFIG_HOME

# The program as it is called below: its output and its exit code, which xvfb-run may replace.
cat >"$folder/run" <<END
#!/bin/sh
code=0
"$program" --frames 1 >"$folder/out" 2>"$folder/log" || code=\$?
echo \$code >"$folder/code"
END
chmod +x "$folder/run"

# says WORDS COMMAND...: exit code 1 and one line that contains each of the words, which ; separates
says() {
  words=$1
  shift
  rm -f "$folder/code"
  "$@" "$folder/run" || true
  [ "$(cat "$folder/code")" = 1 ] || { echo "$*: exit code $(cat "$folder/code"), not 1"; cat "$folder/log"; exit 1; }
  [ "$(wc -l <"$folder/log")" = 1 ] && [ ! -s "$folder/out" ] || { echo "$*: not one line"; cat "$folder/log"; exit 1; }
  echo "$words" | tr ';' '\n' | while read -r word; do
    grep -qF -e "$word" "$folder/log" || { echo "$*: does not say $word"; cat "$folder/log"; exit 1; }
  done
}

says "no window;DISPLAY is not set;--screenshot" env -u DISPLAY -u WAYLAND_DISPLAY
says "no window;DISPLAY=:7531;cannot be opened;--screenshot" env DISPLAY=:7531
command -v xvfb-run >/dev/null 2>&1 || { echo "xvfb-run is not installed"; exit 77; }
says "no window;OpenGL 3.3;driver;--screenshot" xvfb-run -a -s "-screen 0 640x480x24 -extension GLX"
