#!/bin/sh
# The table of presets in docs/soil.md is the output of `rockfall ground --markdown`, and the list of grounds above it
# has the descriptions of the presets.
#   soil_page_shows_the_presets.sh BUILD [--update]
# label: program
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
page=$top/docs/soil.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1/sandbox/rockfall" ground --markdown >"$work/table"
[ "$(wc -l <"$work/table")" -gt 8 ] || { echo "the program prints no table"; exit 1; }
sed -n '/^<!-- rockfall ground --markdown -->$/,/^<!-- end -->$/p' "$page" | sed '1d;$d' >"$work/page"
if [ "${2-}" = --update ]; then
  sed -i -e "/^<!-- rockfall ground --markdown -->\$/r $work/table" \
    -e '/^<!-- rockfall ground --markdown -->$/,/^<!-- end -->$/{/^|/d}' "$page"
  exec "$0" "$1"
fi
diff "$work/table" "$work/page" || { echo "update docs/soil.md with: $0 $1 --update"; exit 1; }
"$1/sandbox/rockfall" ground | sed -n '/^ramms_/d; s/^\([a-z_]*\): \(.*\)$/| `\1` | \2 |/p' >"$work/grounds"
[ "$(wc -l <"$work/grounds")" -gt 8 ] || { echo "the program prints no descriptions"; exit 1; }
while IFS= read -r row; do
  grep -qxF -- "$row" "$page" || { echo "docs/soil.md lacks the row: $row"; exit 1; }
done <"$work/grounds"
