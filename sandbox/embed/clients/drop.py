"""Client of check.sh in Python, with the generated ctypes binding: see drop.h.

    python3 drop.py librockfall.so     (rockfall.py in the module path)
"""
import ctypes
import math
import sys
import time
from ctypes import byref, sizeof

import rockfall as rf

ROCKS, STEPS = 100, 300
BOX = [-0.6, -0.5, -0.4, 0.6, -0.5, -0.4, -0.6, 0.5, -0.4, 0.6, 0.5, -0.4,
       -0.6, -0.5, 0.4, 0.6, -0.5, 0.4, -0.6, 0.5, 0.4, 0.6, 0.5, 0.4]
BOX_TRIANGLES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5]
TETRAHEDRON = [0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5]
TETRAHEDRON_TRIANGLES = [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]


def main():
    library = rf.load(sys.argv[1])
    error = rf.rf_error()

    def check(status):
        if status != rf.RF_OK:
            sys.exit("rockfall: " + error.text.decode())

    def default(init, structure):
        result = structure()
        check(init(byref(result), sizeof(structure)))
        return result

    kept = []  # memory that the library refers to

    def cook(points, triangles):
        definition = default(library.rf_init_rock_def, rf.rf_rock_def)
        kept.append((ctypes.c_double * len(points))(*points))
        definition.points, definition.point_count = kept[-1], len(points) // 3
        kept.append((ctypes.c_uint32 * len(triangles))(*triangles))
        definition.triangles, definition.triangle_count = kept[-1], len(triangles) // 3
        size = ctypes.c_size_t()
        check(library.rf_rock_memory(byref(definition), byref(size), byref(error)))
        raw = ctypes.create_string_buffer(size.value + rf.RF_MEMORY_ALIGNMENT)
        kept.append(raw)
        block = ctypes.addressof(raw) + rf.RF_MEMORY_ALIGNMENT - ctypes.addressof(raw) % rf.RF_MEMORY_ALIGNMENT
        rock = ctypes.c_void_p()
        check(library.rf_cook_rock(byref(definition), block, size.value, byref(rock), byref(error)))
        return rock.value

    ground = default(library.rf_init_ground, rf.rf_ground)
    ground.restitution_normal = 0.3

    @rf.rf_terrain_sample_function
    def sample(_, xy, count, out):
        for i in range(count):
            x, y, here = xy[2 * i], xy[2 * i + 1], out[i]
            p, q = x * 0.02, y * 0.04
            scale = 1.0 / math.sqrt(1.0 + p * p + q * q)
            here.height = x * x * 0.01 + y * y * 0.02
            here.normal[0], here.normal[1], here.normal[2] = -p * scale, -q * scale, scale
            here.ground = ground
            here.exists = 1

    rocks = (ctypes.c_void_p * 2)(cook(BOX, BOX_TRIANGLES), cook(TETRAHEDRON, TETRAHEDRON_TRIANGLES))
    scene = default(library.rf_init_scene, rf.rf_scene)
    scene.rocks, scene.rock_count = ctypes.cast(rocks, type(scene.rocks)), 2
    scene.terrain.sample = ctypes.cast(sample, ctypes.c_void_p)
    scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = 0
    scene.terrain.contact_drag_max = scene.terrain.uniform_beta = 0
    check(library.rf_scene_check(byref(scene), byref(error)))
    states = (rf.rf_state * ROCKS)()
    for i in range(ROCKS):
        state = states[i]
        check(library.rf_init_state(byref(state), sizeof(rf.rf_state)))
        state.rock = i % 2
        state.position[0], state.position[1] = (i % 10) * 1.5 - 7, (i // 10) * 1.5 - 7
        state.angular_velocity[0], state.angular_velocity[1], state.angular_velocity[2] = 1, i * 0.02, -0.5
        check(library.rf_place_above_ground(byref(scene), byref(state), 0.5 + i * 0.01, byref(error)))
    begin = time.perf_counter()
    for _ in range(0, STEPS, 50):
        check(library.rf_step_many(byref(scene), states, ROCKS, 50, None, None))
    seconds = time.perf_counter() - begin
    print(f"python, {library.rf_hash_states(states, ROCKS):016x}, {1e9 * seconds / (ROCKS * STEPS):.0f}")


if __name__ == "__main__":
    main()
