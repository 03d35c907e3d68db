#!/bin/sh
# Builds the npm package of the core and the web page with a thousand rocks. Needs emscripten, npm (which downloads
# three.js once), python3 and a C compiler. The page needs no network.
#   ./sandbox/embed/web/build.sh [BUILD]      default: build; writes BUILD/web/package, BUILD/web/page and a .tgz
#   ROCKFALL_WASM_CORE=DIR                    folder of a librockfall.a for wasm; otherwise it is built
#   ROCKFALL_SHARED_CORE=DIR                  folder of a native librockfall.so; otherwise it is built
# Look at it:  python3 -m http.server -d build/web/page
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
build=${1:-$top/build}
web=$top/sandbox/embed/web
clients=$top/sandbox/embed/clients
for tool in emcc npm python3; do
  command -v "$tool" >/dev/null 2>&1 || { echo "build.sh: $tool is not installed" >&2; exit 77; }
done
# The clients of all languages agree; the C client gives the native hash.
code=0
"$top/sandbox/embed/check.sh" "$build" || code=$?
[ "$code" -eq 0 ] || [ "$code" -eq 77 ] || exit "$code"
work=$build/variants/embed
mkdir -p "$build/web/package" "$build/web/page" "$build/web/npm"
python3 "$top/rockfall_core/bindings/bind.py" typescript "$work/rockfall_api.json" "$build/web/package/rockfall_api.d.ts"
cp "$work/rockfall.mjs" "$work/rockfall.wasm" "$work/rockfall_api.mjs" "$web/package.json" "$build/web/package/"
(cd "$build/web/package" && npm pack --silent --pack-destination ..)
(cd "$build/web/npm" && npm install --silent --no-audit --no-fund --no-save three@0.160.1)
cp "$build/web/npm/node_modules/three/build/three.module.min.js" "$work/rockfall.mjs" "$work/rockfall.wasm" \
  "$work/rockfall_api.mjs" "$clients/drop_scene.mjs" "$web/page/index.html" "$web/page/main.mjs" \
  "$top/assets/terrain/maunga_whau.asc" "$build/web/page/"
"$work/drop_c" | cut -d, -f2 | tr -d ' ' >"$build/web/page/native_hash.txt"
echo "built $build/web/page and $(ls "$build"/web/*.tgz)"
