#!/bin/sh
# Each folder of the core includes only itself and folders of a lower rank, and calls no function of the API: these are
# in api/, which has the highest rank, but public headers declare them.
#   include_directions.sh [BUILD [SOURCES]]   SOURCES: source folder to check
# label: unit
set -eu
core=$(cd "$(dirname "$0")/../../rockfall_core" && pwd)
src=${2:-$core/src}

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

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat "$core"/include/rockfall/*.h | sed -nE 's/^(RF_API|static inline) .*[ *](rf_[a-z0-9_]+)\(.*/\2/p' |
  sort -u >"$work/functions"
[ "$(wc -l <"$work/functions")" -gt 100 ] || { echo "too few functions of the API were found"; exit 1; }

# Prints every call of a function of the API outside api/.
wrong_calls() {
  (cd "$1" && grep -rnE 'rf_[a-z0-9_]+\(' .) | awk -v names="$work/functions" '
    BEGIN { while ((getline name <names) > 0) api[name] = 1 }
    /^\.\/api\// { next }
    {
      code = $0
      sub(/\/\/.*/, "", code)
      while (match(code, /[A-Za-z0-9_]+\(/)) {
        if (substr(code, RSTART, RLENGTH - 1) in api) { print; break }
        code = substr(code, RSTART + RLENGTH)
      }
    }'
}

wrong=$(wrong_includes "$src")
if [ -n "$wrong" ]; then
  echo "includes that violate the ranks of the folders:"
  echo "$wrong"
  exit 1
fi
wrong=$(wrong_calls "$src")
if [ -n "$wrong" ]; then
  echo "calls of functions of the API outside api/:"
  echo "$wrong"
  exit 1
fi

# Check of the test itself.
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
rm -rf "$work/src"
mkdir -p "$work/src/replay" "$work/src/api"
echo 'store(rf_version());  // rf_step()' | tee "$work/src/api/file.cpp" >"$work/src/replay/file.cpp"
echo 'rf_rock rock();  // rf_version()' >"$work/src/replay/other.cpp"
[ "$(wrong_calls "$work/src")" = './replay/file.cpp:1:store(rf_version());  // rf_step()' ] ||
  { echo "a call of a function of the API was not found"; exit 1; }
echo "$(find "$src" -name '*.h' -o -name '*.cpp' | wc -l) files checked"
