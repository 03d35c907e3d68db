// Client of check.sh in JavaScript: the core as WebAssembly, under node. See drop.h.
import { readFileSync } from "node:fs";
import createRockfall from "./rockfall.mjs";
import { drop } from "./drop_scene.mjs";
import { checkAbi } from "./rockfall_api.mjs";

const module = await createRockfall({ wasmBinary: readFileSync(new URL("rockfall.wasm", import.meta.url)) });
checkAbi(module);
const { hash, nanoseconds } = drop(module);
console.log(`wasm, ${hash}, ${nanoseconds.toFixed(0)}`);
