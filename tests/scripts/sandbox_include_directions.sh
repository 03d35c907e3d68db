#!/bin/sh
# The folders of sandbox/ include each other in one direction only, as sandbox/CMakeLists.txt says.
#   sandbox_include_directions.sh [BUILD]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)

# Folders that a folder may include, besides itself.
allowed() {
  case $1 in
    common | embed) ;;
    io | spin) echo common ;;
    scenario) echo common io ;;
    run | samples) echo common io scenario ;;
    plot) echo common io scenario run ;;
    verify) echo common io scenario run spin ;;
    cli) echo common io scenario run plot spin verify ;;
    live) echo common io scenario run samples ;;
    *) return 1 ;;
  esac
}

# check FOLDER-OF-SOURCES: prints each include that is not allowed.
check() {
  find "$1" -mindepth 2 \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) | sort | while read -r file; do
    folder=$(basename "$(dirname "$file")")
    may="$folder $(allowed "$folder" || echo unknown)"
    sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file" | while read -r included; do
      case " $may " in
        *" ${included%%/*} "*) [ -e "$1/$included" ] || echo "$file: $included does not exist" ;;
        *) echo "$file: a file of $folder/ must not include $included" ;;
      esac
    done
    allowed "$folder" >/dev/null || echo "$file: the folder $folder has no rule"
  done
}

wrong=$(check "$top/sandbox")
[ -z "$wrong" ] || { echo "$wrong"; exit 1; }

# The check itself finds an include against the direction.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/io" "$work/plot"
touch "$work/plot/map.h"
echo '#include "plot/map.h"' >"$work/io/raster.cpp"
[ -n "$(check "$work")" ] || { echo "an include against the direction is not found"; exit 1; }
