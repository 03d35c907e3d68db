#!/bin/sh
# docs/pictures holds exactly the images that docs/pictures/make.sh lists; each is a small PNG and is shown with an
# alternative text in a page.
#   documentation_images.sh BUILD
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
pictures=$top/docs/pictures
fail() { echo "$1"; exit 1; }

listed=$("$pictures/make.sh" --list | sed 's/ .*//' | sort)
there=$(cd "$pictures" && ls ./*.png | sed 's|^\./||' | sort)
[ "$listed" = "$there" ] || fail "make.sh lists: $listed; the folder holds: $there"
for name in $listed; do
  [ "$(head -c 8 "$pictures/$name" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$name is not a PNG"
  bytes=$(wc -c <"$pictures/$name")
  [ "$bytes" -lt 256000 ] || fail "$name has $bytes bytes"
  # ![alternative text](docs/pictures/NAME), or pictures/NAME in a page of docs.
  grep -qE "!\[[^]]{20,}\]\((docs/)?pictures/$name\)" "$top/README.md" "$top"/docs/*.md ||
    fail "no page shows $name with an alternative text"
done
if "$pictures/make.sh" no_such_picture.png >/dev/null 2>&1; then fail "make.sh accepts a name that it does not list"; fi
