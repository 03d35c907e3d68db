#!/bin/sh
# Every relative link of the Markdown pages leads to a file, and to a heading in it if it names one; every source file
# and every name of the C API in a page exists; every page that a source file names exists.
#   documentation_links_exist.sh BUILD
# label: program
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"

# names_of PAGE: one line "kind name" for each link and each file name with a folder in the page.
names_of() {
  # In code, "](" begins the parameters of a function without a name.
  sed '/^ *```/,/^ *```$/d' "$1" | grep -oE '\]\([^)# ]+' | sed 's/^](/link /' | grep -vE '^link [a-z]+:' || true
  # Names in links are checked as links; build and out hold generated files.
  sed -E '/^#include <GLFW/d; s/\]\([^)]*\)//g' "$1" |
    grep -oE '[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+\.(cpp|hpp|h|c|py|sh|cmake|md|txt)\b' |
    grep -vE '^(build|out)[^/]*/|github|^www\.|^https?:' | sed 's/^/file /' || true
}

# headings_of PAGE: the names of its headings in links, a line each.
headings_of() {
  sed '/^ *```/,/^ *```$/d' "$1" | sed -nE 's/^#+ +//p' | tr 'A-Z ' 'a-z-' | sed -E 's/[^[:alnum:]_-]//g'
}

# headings_missing_in PAGE: prints the links to headings that do not exist.
headings_missing_in() {
  sed '/^ *```/,/^ *```$/d' "$1" | grep -oE '\]\(([^)# :]+\.md)?#[^) ]+' | sed -E 's/^\]\(//; s/#/ #/' |
    while IFS='#' read -r page heading; do
      page=${page% }
      target=${page:+$(dirname "$1")/$page}
      headings_of "${target:-$1}" | grep -qxF -- "$heading" || echo "$1 links to $page#$heading, which does not exist"
    done
}

# api_missing_in PAGE: prints the functions, types, members and constants that no public header contains.
api_missing_in() {
  grep -ohE '\b(rf_[a-z0-9_]+|RF_[A-Z0-9_]+)(::[a-z0-9_]+)?' "$1" | sed 's/::/\n/' | sort -u | while read -r name; do
    case $name in rf_default_) continue ;; esac # a prefix
    grep -rqw -- "$name" rockfall_core/include || echo "$1 names $name, which no public header contains"
  done
}

# missing_in PAGE: prints the names that do not exist. Files are named from the top, or from a folder of the core.
missing_in() {
  names_of "$1" | while read -r kind name; do
    if [ "$kind" = link ]; then
      [ -e "$(dirname "$1")/$name" ] || echo "$1 links to $name, which does not exist"
    else
      found=0
      for folder in . rockfall_core/src rockfall_core/include viewer/include docs; do
        [ ! -e "$folder/$name" ] || found=1
      done
      [ $found = 1 ] || echo "$1 names $name, which does not exist"
    fi
  done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
for page in *.md docs/*.md assets/*.md; do
  count=$((count + $(names_of "$page" | wc -l)))
  { missing_in "$page"; headings_missing_in "$page"; api_missing_in "$page"; } >>"$work/missing"
done
grep -roE '\bdocs/[a-z_]+\.md' rockfall_core viewer sandbox tests cmake CMakeLists.txt | while IFS=: read -r file page; do
  [ -e "$page" ] || echo "$file names $page, which does not exist"
done >>"$work/missing"
[ "$count" -gt 60 ] || { echo "only $count names found"; exit 1; }

# Check of the test itself: every kind of missing name is found.
printf '[a page](no_such_page.md) and `contact/no_such_file.cpp`, `contact/detection.cpp`\n' >"$work/page.md"
printf '```cpp\n[](int) {}\n```\n' >>"$work/page.md"
[ "$(missing_in "$work/page.md" | wc -l)" = 2 ] || { echo "missing files are not found"; exit 1; }
printf '# One heading\n\n[](#one-heading) [](#no-heading) [](page.md#one-heading) [](page.md#none)\n' >"$work/page.md"
[ "$(headings_missing_in "$work/page.md" | wc -l)" = 2 ] || { echo "missing headings are not found"; exit 1; }
printf '`rf_no_such_call`, `rf_state::no_such_member`, `rf_step`\n' >"$work/page.md"
[ "$(api_missing_in "$work/page.md" | wc -l)" = 2 ] || { echo "missing API names are not found"; exit 1; }

cat "$work/missing"
[ ! -s "$work/missing" ]
