#!/bin/sh
# The web page with a thousand rocks, built by sandbox/embed/web/build.sh, in headless Chromium: the hash is the native one,
# the rocks fall, a slider changes the ground, nothing is loaded from the network, the picture shows mountain and rocks.
# Downloads three.js and playwright-core from npm. The screenshot is BUILD/web/page.png.
#   web_page_in_chromium.sh BUILD
# label: gui
# slow
set -eu
web=$(cd "$(dirname "$0")/../../sandbox/embed/web" && pwd)
build=$(cd "$1" && pwd)
for tool in emcc node npm chromium; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
wasm=$build/variants/determinism/wasm/rockfall_core
if [ -z "${ROCKFALL_WASM_CORE:-}" ] && [ -e "$wasm/librockfall.a" ]; then
  export ROCKFALL_WASM_CORE="$wasm"
fi
"$web/build.sh" "$build"
cd "$build/web/npm"
[ -e node_modules/playwright-core ] || npm install --silent --no-audit --no-fund --no-save playwright-core@1.48.2 three@0.160.1
node "$web/test_page.mjs" "$build/web/page" "$build/web/page.png"
