// A thousand rocks fall down Maunga Whau: physics in WebAssembly, drawn with three.js.
import * as THREE from "three";
import createRockfall from "./rockfall.mjs";
import * as rf from "./rockfall_api.mjs";
import { drop } from "./drop_scene.mjs";

const ROCKS = 1000;
const STEPS_PER_PICTURE = 8; // of 2 ms: 62.5 pictures a second are real time
const RELEASE = [[320, 105], [350, 112], [400, 130], [435, 142]]; // a line below the rim, m
const element = (id) => document.getElementById(id);

const module = await createRockfall();
rf.checkAbi(module);
const error = new rf.ErrorDetails(module, module._malloc(rf.ErrorDetails.size));

function check(status) {
  if (status === 0) return;
  const text = module.UTF8ToString(error.pointer + 4);
  element("problem").textContent = text;
  throw new Error(text);
}

// A struct with its default values.
function make(Kind, init) {
  const made = new Kind(module, module._malloc(Kind.size));
  check(init(made.pointer, Kind.size));
  return made;
}

function floats(values) {
  const pointer = module._malloc(4 * values.length);
  module.HEAPF32.set(values, pointer / 4);
  return pointer;
}

// The raster of the mountain: rows from north to south.
async function readRaster(name) {
  const lines = (await (await fetch(name)).text()).trim().split("\n");
  const header = Object.fromEntries(lines.slice(0, 6).map((line) => line.toLowerCase().split(/\s+/)));
  return {
    columns: Number(header.ncols), rows: Number(header.nrows), cell: Number(header.cellsize),
    heights: Float32Array.from(lines.slice(6).join(" ").trim().split(/\s+/).map(Number)),
  };
}

function makeField(raster) {
  const field = make(rf.HeightField, module._rf_init_height_field);
  field.columns = raster.columns;
  field.rows = raster.rows;
  field.heights = floats(raster.heights);
  field.row_order = rf.RF_ROWS_TO_SOUTH;
  field.interpolation = rf.RF_INTERPOLATION_DIAGONAL_UP; // as the triangles below
  field.cell_x = field.cell_y = raster.cell;
  return field;
}

// A plate and an octahedron, with their triangles: this build computes no hulls.
const SHAPES = [
  { points: [-0.47, -0.47, -0.24, 0.47, -0.47, -0.24, -0.47, 0.47, -0.24, 0.47, 0.47, -0.24,
      -0.47, -0.47, 0.24, 0.47, -0.47, 0.24, -0.47, 0.47, 0.24, 0.47, 0.47, 0.24],
    triangles: [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    colour: 0x8a6d55 },
  { points: [0.7, 0, 0, -0.7, 0, 0, 0, 0.6, 0, 0, -0.6, 0, 0, 0, 0.5, 0, 0, -0.5],
    triangles: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
    colour: 0x5c6670 },
];

function cook(shape) {
  const def = make(rf.RockDef, module._rf_init_rock_def);
  def.points = module._malloc(8 * shape.points.length);
  module.HEAPF64.set(shape.points, def.points / 8);
  def.point_count = shape.points.length / 3;
  def.triangles = module._malloc(4 * shape.triangles.length);
  module.HEAPU32.set(shape.triangles, def.triangles / 4);
  def.triangle_count = shape.triangles.length / 3;
  const result = module._malloc(8);
  check(module._rf_rock_memory(def.pointer, result, error.pointer));
  const bytes = module.HEAPU32[result / 4], raw = module._malloc(bytes + rf.RF_MEMORY_ALIGNMENT);
  const block = raw + rf.RF_MEMORY_ALIGNMENT - raw % rf.RF_MEMORY_ALIGNMENT;
  check(module._rf_cook_rock(def.pointer, block, bytes, result, error.pointer));
  return module.HEAPU32[result / 4];
}

// The hull as a geometry of three.js.
function geometryOf(rock) {
  const mesh = make(rf.RockMesh, module._rf_init_rock_mesh);
  mesh.convention = rf.RF_CONVENTION_GLTF;
  check(module._rf_rock_get_mesh(rock, mesh.pointer, error.pointer));
  const [vertices, indices] = [mesh.vertex_count, mesh.index_count];
  mesh.positions = module._malloc(12 * vertices);
  mesh.normals = module._malloc(12 * vertices);
  mesh.indices = module._malloc(4 * indices);
  mesh.vertex_capacity = vertices;
  mesh.index_capacity = indices;
  check(module._rf_rock_get_mesh(rock, mesh.pointer, error.pointer));
  const copy = (pointer, count) => module.HEAPF32.slice(pointer / 4, pointer / 4 + count);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(copy(mesh.positions, 3 * vertices), 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(copy(mesh.normals, 3 * vertices), 3));
  geometry.setIndex(Array.from(module.HEAPU32.subarray(mesh.indices / 4, mesh.indices / 4 + indices)));
  return geometry;
}

// The mountain in the axes of three.js: (x, z, -y) of the library, with the diagonals of the height field.
function mountainGeometry(raster) {
  const { columns, rows, cell, heights } = raster;
  const positions = new Float32Array(3 * heights.length), indices = [];
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      positions.set([c * cell, heights[r * columns + c], -(rows - 1 - r) * cell], 3 * (r * columns + c));
      if (r + 1 === rows || c + 1 === columns) continue;
      const here = r * columns + c;
      indices.push(here, here + columns, here + 1, here + 1, here + columns, here + columns + 1);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

const raster = await readRaster("maunga_whau.asc");
const field = makeField(raster);
const scene = make(rf.Scene, module._rf_init_scene);
const rocks = module._malloc(8);
module.HEAPU32.set(SHAPES.map(cook), rocks / 4);
scene.rocks = rocks;
scene.rock_count = SHAPES.length;
const bytes = ROCKS * rf.State.size;
const previous = module._malloc(bytes), states = module._malloc(bytes), matrices = module._malloc(64 * ROCKS);
const report = new rf.ManyReport(module, module._malloc(rf.ManyReport.size));
const render = make(rf.RenderDef, module._rf_init_render_def);
render.convention = rf.RF_CONVENTION_GLTF;
render.format = rf.RF_TRANSFORM_COLUMNS_4X4;

function applyParameters() {
  const value = (id) => {
    element(id + "_value").textContent = Number(element(id).value).toFixed(2);
    return Number(element(id).value);
  };
  field.ground.mu_min = value("friction");
  field.ground.mu_max = value("friction");
  field.ground.restitution_normal = value("restitution");
  check(module._rf_height_field_terrain(field.pointer, scene.terrain.pointer, error.pointer));
  scene.settings.gravity = value("gravity");
  check(module._rf_scene_check(scene.pointer, error.pointer));
}

function release() {
  for (let i = 0; i < ROCKS; ++i) {
    const state = new rf.State(module, states + i * rf.State.size);
    check(module._rf_init_state(state.pointer, rf.State.size));
    state.rock = i < ROCKS / 2 ? 0 : 1;
    const along = 3 * ((i * 0.618034) % 1), part = Math.min(Math.floor(along), 2), t = along - part;
    state.position[0] = RELEASE[part][0] * (1 - t) + RELEASE[part + 1][0] * t;
    state.position[1] = RELEASE[part][1] * (1 - t) + RELEASE[part + 1][1] * t - 8 * ((i * 0.381966) % 1);
    state.angular_velocity.set([Math.sin(i), Math.cos(3 * i), Math.sin(7 * i)]);
    state.velocity.set([0, -2, 0]);
    check(module._rf_place_above_ground(scene.pointer, state.pointer, 0.5 + 3 * ((i * 0.7548) % 1), error.pointer));
  }
}

for (const id of ["friction", "restitution", "gravity"]) element(id).addEventListener("input", applyParameters);
element("again").addEventListener("click", release);
applyParameters();
release();

// The same rocks as the clients of check.sh drop; native_hash.txt is what the native library gives.
const found = drop(module).hash, native = (await (await fetch("native_hash.txt")).text()).trim();
element("hash").textContent = `hash of the test ${found}, native ${native}: ${found === native ? "equal" : "DIFFERENT"}`;

const renderer = new THREE.WebGLRenderer({ canvas: element("view"), antialias: true, preserveDrawingBuffer: true });
const world = new THREE.Scene();
world.background = new THREE.Color(0xaabccb);
world.add(new THREE.HemisphereLight(0xffffff, 0x556644, 1.6));
const sun = new THREE.DirectionalLight(0xfff2dd, 2.2);
sun.position.set(-1, 2, 1);
world.add(sun);
world.add(new THREE.Mesh(mountainGeometry(raster), new THREE.MeshStandardMaterial({ color: 0x7d9162 })));
const camera = new THREE.PerspectiveCamera(45, 1, 1, 4000);
camera.position.set(372, 240, 45);
camera.lookAt(368, 132, -85);
const bodies = SHAPES.map((shape, i) => {
  const material = new THREE.MeshStandardMaterial({ color: shape.colour, flatShading: true });
  const instances = new THREE.InstancedMesh(geometryOf(module.HEAPU32[rocks / 4 + i]), material, ROCKS / SHAPES.length);
  instances.frustumCulled = false;
  world.add(instances);
  return instances;
});

function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
addEventListener("resize", resize);
resize();

let pictures = 0, milliseconds = 0;
function picture() {
  const begin = performance.now();
  module.HEAPU8.copyWithin(previous, states, states + bytes);
  check(module._rf_step_many(scene.pointer, states, ROCKS, STEPS_PER_PICTURE, 0, report.pointer));
  check(module._rf_render_transforms(render.pointer, previous, states, ROCKS, 1, matrices, 64 * ROCKS, error.pointer));
  milliseconds += performance.now() - begin;
  const half = 16 * ROCKS / SHAPES.length;
  bodies.forEach((instances, i) => {
    const first = matrices / 4 + i * half;
    instances.instanceMatrix.array.set(module.HEAPF32.subarray(first, first + half));
    instances.instanceMatrix.needsUpdate = true;
  });
  renderer.render(world, camera);
  if (++pictures % 30 === 0) {
    const each = milliseconds / 30;
    element("speed").textContent =
      `${report.moving} of ${ROCKS} rocks move; physics of one picture ${each.toFixed(2)} ms, ${Math.floor(1000 / each)} a second`;
    window.physicsMilliseconds = each;
    milliseconds = 0;
  }
  requestAnimationFrame(picture);
}
picture();

// For tests of the page.
window.rockfall = {
  hash: found,
  native,
  restitution: () => field.ground.restitution_normal,
  moving: () => report.moving,
  pictures: () => pictures,
  heights: () => Array.from({ length: ROCKS }, (_, i) => new rf.State(module, states + i * rf.State.size).position[2]),
};
