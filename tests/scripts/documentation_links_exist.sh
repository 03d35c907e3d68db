#!/bin/sh
# Every relative link in the Markdown pages leads to a file, and every file of the core that docs/physics.md names is
# there.
#   documentation_links_exist.sh BUILD
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
failed=0
count=0
for page in *.md docs/*.md assets/*.md; do
  for link in $(grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//' | grep -vE '^[a-z]+:' || true); do
    count=$((count + 1))
    [ -e "$(dirname "$page")/$link" ] || { echo "$page links to $link, which is not there"; failed=1; }
  done
done
for file in $(grep -oE '(rotation|contact|step|rock|terrain|numerics|campaign|replay)/[a-z_]+\.(cpp|h)' docs/physics.md | sort -u); do
  count=$((count + 1))
  [ -e "rockfall_core/src/$file" ] || { echo "docs/physics.md names $file, which is not there"; failed=1; }
done
[ "$count" -gt 20 ] || { echo "only $count links found"; failed=1; }
exit $failed
