#!/bin/sh
# Each folder of sandbox includes only itself and the folders listed for it here and in sandbox/CMakeLists.txt.
#   sandbox_include_directions.sh [BUILD]
# label: unit
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)

# Folders that a folder may include, in addition to itself.
allowed() {
  case $1 in
    common | embed) ;;
    io | spin) echo common ;;
    scenario) echo common io ;;
    run | samples) echo common io scenario ;;
    plot) echo common io scenario run ;;
    calibrate) echo common io scenario run plot ;;
    verify) echo common io scenario run spin ;;
    cli) echo common io scenario run plot calibrate spin verify ;;
    live) echo common io scenario run samples ;;
    *) return 1 ;;
  esac
}

# check SOURCES: prints each include that is not allowed.
check() {
  find "$1" -mindepth 2 \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) | sort | while read -r file; do
    folder=${file#"$1"/}
    folder=${folder%%/*}
    may="$folder $(allowed "$folder" || echo unknown)"
    [ "$folder" != embed ] || continue  # complete clients, which include what lies beside them
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

# Check of the test itself: a wrong include is found.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/io" "$work/plot"
touch "$work/plot/map.h"
echo '#include "plot/map.h"' >"$work/io/raster.cpp"
[ -n "$(check "$work")" ] || { echo "a wrong include is not found"; exit 1; }
