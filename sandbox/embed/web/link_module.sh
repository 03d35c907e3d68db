#!/bin/sh
# Links the core, compiled by emscripten, to a module of JavaScript and WebAssembly with all functions of the API.
#   link_module.sh librockfall.a OUT.mjs
set -eu
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs} # the packages that Debian's emscripten needs
top=$(cd "$(dirname "$0")/../../.." && pwd)
functions=$(cat "$top"/rockfall_core/include/rockfall/*.h |
  sed -n 's/^RF_API .*\<\(rf_[a-z0-9_]*\)(.*/_\1/p' | sort -u | tr '\n' ',')
emcc -O2 -Wl,--whole-archive "$1" -Wl,--no-whole-archive -o "$2" --no-entry \
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createRockfall -sENVIRONMENT=node,web,worker -sWASM_BIGINT \
  -sALLOW_MEMORY_GROWTH -sALLOW_TABLE_GROWTH -sFILESYSTEM=0 \
  -sEXPORTED_FUNCTIONS="${functions}_malloc,_free" -sEXPORTED_RUNTIME_METHODS=addFunction,UTF8ToString
# This emscripten expects the names of a CommonJS module under node.
cat - "$2" >"$2.part" <<'END'
let require, __dirname;
if (typeof process === "object" && process.versions?.node) {
  require = (await import("module")).createRequire(import.meta.url);
  __dirname = require("path").dirname(require("url").fileURLToPath(import.meta.url));
}
END
mv "$2.part" "$2"
