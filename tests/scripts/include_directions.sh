#!/bin/sh
# Each folder of the core includes only itself and folders of a lower rank.
#   include_directions.sh [BUILD [SOURCES]]   SOURCES: source folder to check
# label: unit
set -eu
src=${2:-$(cd "$(dirname "$0")/../.." && pwd)/rockfall_core/src}

# Prints every include that violates the ranks or has an unknown folder. Folders of the same rank do not include each
# other, for example rotation and contact.
wrong_includes() {
  (cd "$1" && grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' .) | awk -F: '
    BEGIN {
      split("numerics 0 terrain 1 rock 1 body 2 render 2 query 2 rotation 3 contact 3 rocfall 4 step 5 campaign 6 replay 6 api 7", word, " ")
      for (i = 1; i in word; i += 2) rank[word[i]] = word[i + 1]
    }
    {
      split($1, path, "/")
      from = path[2]
      split($0, quoted, "\"")
      to = quoted[2]
      good = split(to, parts, "/") == 2 && to !~ /\.\./
      to = parts[1]
      if (!good || !(from in rank) || !(to in rank) || (from != to && rank[to] >= rank[from])) {
        print
      }
    }
    END { if (!NR) print "no include was found" }'
}

wrong=$(wrong_includes "$src")
if [ -n "$wrong" ]; then
  echo "includes that violate the ranks of the folders:"
  echo "$wrong"
  exit 1
fi

# Check of the test itself.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
refused() {
  rm -rf "$work/src"
  mkdir -p "$work/src/$1"
  printf '#include "%s"\n' "$2" >"$work/src/$1/file.h"
  [ -n "$(wrong_includes "$work/src")" ] || { echo "$1 including $2 was not found"; exit 1; }
}
refused contact step/batch.h
refused contact rotation/free_rotation.h
refused rotation contact/contact.h
refused terrain rock/rock.h
refused rock terrain/grid.h
refused numerics api/check.h
refused step ../api/check.h
refused weather numerics/real.h
refused step lanes.h
echo "$(find "$src" -name '*.h' -o -name '*.cpp' | wc -l) files checked"
