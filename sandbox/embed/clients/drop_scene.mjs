// The scene of check.sh in JavaScript: see drop.h. Runs under node and in web pages.
import * as rf from "./rockfall_api.mjs";

const ROCKS = 100, STEPS = 300;
const BOX = [-0.6, -0.5, -0.4, 0.6, -0.5, -0.4, -0.6, 0.5, -0.4, 0.6, 0.5, -0.4,
  -0.6, -0.5, 0.4, 0.6, -0.5, 0.4, -0.6, 0.5, 0.4, 0.6, 0.5, 0.4];
const BOX_TRIANGLES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2,
  1, 3, 7, 1, 7, 5];
const TETRAHEDRON = [0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5];
const TETRAHEDRON_TRIANGLES = [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2];

// Drops the rocks in a module of rockfall.mjs. Returns the hash of the states in hexadecimal, and ns per rock-step.
export function drop(module) {
  const error = new rf.ErrorDetails(module, module._malloc(rf.ErrorDetails.size));

  function check(status) {
    if (status !== 0) throw new Error("rockfall: " + module.UTF8ToString(error.pointer + 4));
  }

  // A struct with its default values.
  function make(Kind, init) {
    const made = new Kind(module, module._malloc(Kind.size));
    check(init(made.pointer, Kind.size));
    return made;
  }

  function cook(points, triangles) {
    const definition = make(rf.RockDef, module._rf_init_rock_def);
    definition.points = module._malloc(8 * points.length);
    module.HEAPF64.set(points, definition.points / 8);
    definition.point_count = points.length / 3;
    definition.triangles = module._malloc(4 * triangles.length);
    module.HEAPU32.set(triangles, definition.triangles / 4);
    definition.triangle_count = triangles.length / 3;
    const result = module._malloc(8);
    check(module._rf_rock_memory(definition.pointer, result, error.pointer));
    const bytes = module.HEAPU32[result / 4];
    const raw = module._malloc(bytes + rf.RF_MEMORY_ALIGNMENT);
    const block = raw + rf.RF_MEMORY_ALIGNMENT - raw % rf.RF_MEMORY_ALIGNMENT;
    check(module._rf_cook_rock(definition.pointer, block, bytes, result, error.pointer));
    return module.HEAPU32[result / 4];
  }

  const ground = make(rf.Ground, module._rf_init_ground);
  ground.restitution_normal = 0.3;
  // Offsets of the members of rf_terrain_sample, in bytes.
  const at = { height: 0, normal: 8, ground: 32, exists: 32 + rf.Ground.size };

  function sample(user, xy, count, out) {
    const doubles = module.HEAPF64, points = xy / 8;
    for (let i = 0; i < count; ++i, out += rf.TerrainSample.size) {
      const x = doubles[points + 2 * i], y = doubles[points + 2 * i + 1];
      const p = x * 0.02, q = y * 0.04, scale = 1 / Math.sqrt(1 + p * p + q * q);
      doubles[(out + at.height) / 8] = x * x * 0.01 + y * y * 0.02;
      doubles[(out + at.normal) / 8] = -p * scale;
      doubles[(out + at.normal) / 8 + 1] = -q * scale;
      doubles[(out + at.normal) / 8 + 2] = scale;
      doubles.copyWithin((out + at.ground) / 8, ground.pointer / 8, (ground.pointer + rf.Ground.size) / 8);
      module.HEAPU32[(out + at.exists) / 4] = 1;
    }
  }

  const rocks = module._malloc(8);
  module.HEAPU32.set([cook(BOX, BOX_TRIANGLES), cook(TETRAHEDRON, TETRAHEDRON_TRIANGLES)], rocks / 4);
  const scene = make(rf.Scene, module._rf_init_scene);
  scene.rocks = rocks;
  scene.rock_count = 2;
  scene.terrain.sample = module.addFunction(sample, "viiii");
  scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = 0;
  scene.terrain.contact_drag_max = scene.terrain.uniform_beta = 0;
  check(module._rf_scene_check(scene.pointer, error.pointer));
  const states = module._malloc(ROCKS * rf.State.size);
  for (let i = 0; i < ROCKS; ++i) {
    const state = new rf.State(module, states + i * rf.State.size);
    check(module._rf_init_state(state.pointer, rf.State.size));
    state.rock = i % 2;
    state.position[0] = (i % 10) * 1.5 - 7;
    state.position[1] = Math.floor(i / 10) * 1.5 - 7;
    state.angular_velocity.set([1, i * 0.02, -0.5]);
    check(module._rf_place_above_ground(scene.pointer, state.pointer, 0.5 + i * 0.01, error.pointer));
  }
  const begin = performance.now();
  for (let i = 0; i < STEPS; i += 50) check(module._rf_step_many(scene.pointer, states, ROCKS, 50, 0, 0));
  const nanoseconds = 1e6 * (performance.now() - begin) / (ROCKS * STEPS);
  const hash = BigInt.asUintN(64, module._rf_hash_states(states, ROCKS));
  return { hash: hash.toString(16).padStart(16, "0"), nanoseconds };
}
