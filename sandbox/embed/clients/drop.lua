-- Client of check.sh in LuaJIT, with the generated declarations: see drop.h.
--   luajit drop.lua librockfall.so     (rockfall.lua in the module path)
local ffi = require("ffi")
local rf = require("rockfall")
local library = rf.load(arg[1])
local ROCKS, STEPS = 100, 300
local problem = ffi.new("rf_error")

local function check(status)
  if status ~= 0 then error("rockfall: " .. ffi.string(problem.text)) end
end

local function default(name)
  local result = ffi.new("rf_" .. name)
  check(library["rf_init_" .. name](result, ffi.sizeof(result)))
  return result
end

local kept = {} -- memory that the library refers to

local function cook(points, triangles)
  local definition = default("rock_def")
  local corners, faces = ffi.new("double[?]", #points, points), ffi.new("uint32_t[?]", #triangles, triangles)
  definition.points, definition.point_count = corners, #points / 3
  definition.triangles, definition.triangle_count = faces, #triangles / 3
  local size = ffi.new("size_t[1]")
  check(library.rf_rock_memory(definition, size, problem))
  local raw = ffi.new("uint8_t[?]", tonumber(size[0]) + rf.RF_MEMORY_ALIGNMENT)
  local address = tonumber(ffi.cast("uintptr_t", raw))
  local rock = ffi.new("const rf_rock*[1]")
  check(library.rf_cook_rock(definition, raw + (rf.RF_MEMORY_ALIGNMENT - address % rf.RF_MEMORY_ALIGNMENT), size[0],
    rock, problem))
  kept[#kept + 1] = {corners, faces, raw}
  return rock[0]
end

local ground = default("ground")
ground.restitution_normal = 0.3

local function sample(_, xy, count, out)
  for i = 0, count - 1 do
    local x, y, here = xy[2 * i], xy[2 * i + 1], out[i]
    local p, q = x * 0.02, y * 0.04
    local scale = 1.0 / math.sqrt(1.0 + p * p + q * q)
    here.height = x * x * 0.01 + y * y * 0.02
    here.normal[0], here.normal[1], here.normal[2] = -p * scale, -q * scale, scale
    here.ground = ground
    here.exists = 1
  end
end
-- C code that calls back into Lua must not be compiled by the JIT.
jit.off(true, true)

local rocks = ffi.new("const rf_rock*[2]")
rocks[0] = cook({-0.6, -0.5, -0.4, 0.6, -0.5, -0.4, -0.6, 0.5, -0.4, 0.6, 0.5, -0.4, -0.6, -0.5, 0.4, 0.6, -0.5, 0.4,
  -0.6, 0.5, 0.4, 0.6, 0.5, 0.4}, {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6,
  2, 1, 3, 7, 1, 7, 5})
rocks[1] = cook({0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5}, {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2})
local scene = default("scene")
scene.rocks, scene.rock_count = rocks, 2
local callback = ffi.cast("void (*)(void*, const double*, uint32_t, rf_terrain_sample*)", sample)
scene.terrain.sample = callback
scene.terrain.layer_height_max, scene.terrain.contact_drag_height_max = 0, 0
scene.terrain.contact_drag_max, scene.terrain.uniform_beta = 0, 0
check(library.rf_scene_check(scene, problem))
local states = ffi.new("rf_state[?]", ROCKS)
for i = 0, ROCKS - 1 do
  local state = states[i]
  check(library.rf_init_state(state, ffi.sizeof("rf_state")))
  state.rock = i % 2
  state.position[0], state.position[1] = (i % 10) * 1.5 - 7, math.floor(i / 10) * 1.5 - 7
  state.angular_velocity[0], state.angular_velocity[1], state.angular_velocity[2] = 1, i * 0.02, -0.5
  check(library.rf_place_above_ground(scene, state, 0.5 + i * 0.01, problem))
end
local begin = os.clock()
for _ = 1, STEPS, 50 do check(library.rf_step_many(scene, states, ROCKS, 50, nil, nil)) end
local seconds = os.clock() - begin
local hash = library.rf_hash_states(states, ROCKS)
print(string.format("luajit, %08x%08x, %.0f", tonumber(bit.band(bit.rshift(hash, 32), 0xffffffffULL)),
  tonumber(bit.band(hash, 0xffffffffULL)), 1e9 * seconds / (ROCKS * STEPS)))
callback:free()
