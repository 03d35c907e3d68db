#!/bin/sh
# The clients in all languages drop the same rocks to the same hash: sandbox/embed/check.sh. Uses the shared library and, if
# determinism_wasm has built it, the WebAssembly library.
#   embedding_clients_agree.sh BUILD
# label: packaging
# slow
set -eu
tests=$(cd "$(dirname "$0")/.." && pwd)
"$tests/build_variant.sh" "$1" shared
wasm=$1/variants/determinism/wasm/rockfall_core
ROCKFALL_SHARED_CORE=$1/variants/shared/rockfall/rockfall_core
export ROCKFALL_SHARED_CORE
if [ -e "$wasm/librockfall.a" ]; then
  export ROCKFALL_WASM_CORE="$wasm"
else
  export ROCKFALL_CLIENTS_WITHOUT=wasm # its library takes a minute: ctest -C Slow -R "wasm|clients" builds it
fi
code=0
"$tests/../sandbox/embed/check.sh" "$1" || code=$?
# A client whose tool is missing is named above; the others have agreed.
[ "$code" -ne 77 ] || code=0
exit $code
