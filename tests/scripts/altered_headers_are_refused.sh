#!/bin/sh
# A C client compiled with altered headers is refused by the library, and none of its memory is overwritten. The client
# with the real headers is accepted; layout.h and the generated description agree with the compiler.
#   altered_headers_are_refused.sh BUILD
# label: packaging
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
library=$1/rockfall_core/librockfall.a
describe=$top/rockfall_core/bindings/describe_api.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

cat >"$work/client.c" <<'END'
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <string.h>

/* Prints whether the library accepts this client, and whether it wrote past the end of a struct. */
int main(void) {
  struct { rf_settings settings; unsigned char after[256]; } block;
  struct { rf_state state; unsigned char after[256]; } pair;
  rf_error error = {RF_OK, ""};
  rf_status made, abi;
  unsigned i, overwritten = 0;
  memset(&block, 0xAB, sizeof block);
  memset(&pair, 0xAB, sizeof pair);
  block.settings = rf_default_settings();
  pair.state = rf_default_state();
  made = rf_init_settings(&block.settings, sizeof block.settings);
  for (i = 0; i < 256; ++i) overwritten += (block.after[i] != 0xAB) + (pair.after[i] != 0xAB);
  abi = rf_check_abi(rf_layout_hash(), &error);
  printf("%d %d %d %u %zu %s\n", made, rf_settings_check(&block.settings, NULL), abi, overwritten,
         rf_struct_size("rf_settings"), error.text);
  return 0;
}
END

# Compiles the client with the headers in $work/include and prints what it found. The C library only: no step is run.
run_client() {
  ${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -I"$work/include" "$work/client.c" -o "$work/client" "$library" -lm \
    $(nm -u "$library" 2>/dev/null | grep -q 'qh_' && echo -lqhull_r) || fail "the client does not build: $1"
  "$work/client"
}
fresh_headers() {
  rm -rf "$work/include"
  mkdir "$work/include"
  cp -r "$top/rockfall_core/include/rockfall" "$work/include/"
}

fresh_headers
accepted=$(run_client "real headers")
case $accepted in
  "0 0 0 0 "*) ;;
  *) fail "the client with the real headers is refused: $accepted" ;;
esac

# refused WHAT made check SED: the client with step.h changed by SED
refused() {
  fresh_headers
  sed -i -E "$4" "$work/include/rockfall/step.h"
  ! cmp -s "$work/include/rockfall/step.h" "$top/rockfall_core/include/rockfall/step.h" || fail "$1: nothing was changed"
  found=$(run_client "$1")
  case $found in
    "$2 $3 2 0 "*"must be"*) ;;
    *) fail "$1: made, check, abi, overwritten are $found" ;;
  esac
}
# RF_BAD_DEF is 2. Shorter and longer settings are refused by their size; all others by the layout hash.
refused "settings with one member more" 2 2 's/^(  int32_t soil_law;.*)$/  double more, yet_more;\n\1/'
refused "settings with wider members" 2 2 's/^  int32_t rocfall_shape;/  int64_t rocfall_shape;/'
refused "settings with two members swapped" 0 0 's/^  double stop_speed;/  double STOP;/; s/^  double stop_time;/  double stop_speed;/; s/^  double STOP;/  double stop_time;/'
refused "a longer state" 0 0 's/^  double slippage;/  double slippage, old_slippage;/'
refused "a longer contact" 0 0 's/^  double gap;/  double gap, old_gap;/'
# An older client: the headers as before the last member of the settings was added, with their layout.h.
fresh_headers
sed -i -e '/^  double scar_length;/,/^} rf_settings;/c } rf_settings;' "$work/include/rockfall/step.h"
sed -i -e 's/ M(rf_settings, scar_length)//' "$work/include/rockfall/layout.h"
found=$(run_client "older settings")
case $found in
  "2 2 2 0 "*"must be"*) ;;
  *) fail "older, shorter settings: made, check, abi, overwritten are $found" ;;
esac

if command -v python3 >/dev/null 2>&1; then
  python3 "$describe" layout --check "$top/rockfall_core/include/rockfall/layout.h"
  # The offsets and sizes in the description are those of the compilers.
  python3 "$describe" json "$work/api.json"
  fresh_headers
  printf '%s\n' '#include <rockfall/rockfall.h>' '#include <stdio.h>' \
    'int main(void) { printf("0x%016llx\n", (unsigned long long)rf_layout_hash()); return 0; }' >"$work/hash.c"
  ${CC:-cc} -std=c99 -I"$work/include" "$work/hash.c" -o "$work/hash"
  grep -q "\"lp64\": \"$("$work/hash")\"" "$work/api.json" || fail "the described layout differs from that of the compiler"
else
  echo "python3 is not installed: layout.h is not compared with the headers"
fi
echo "6 altered headers are refused; the real ones give: $accepted"
