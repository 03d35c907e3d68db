#!/usr/bin/env python3
"""The same program as c99_drop.c in Python, with the generated binding rockfall.py and the shared library.

    PYTHONPATH=PREFIX/share/rockfall/bindings python3 python_drop.py PREFIX/lib/librockfall.so

where rockfall was built with -DBUILD_SHARED_LIBS=ON and installed to PREFIX.
"""
import ctypes
import sys
from ctypes import byref, c_double, sizeof

import rockfall as rf


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    library = rf.load(sys.argv[1])
    error = rf.rf_error()

    def check(status):
        if status != rf.RF_OK:
            sys.exit("rockfall: " + (error.text or library.rf_status_text(status)).decode())

    def default(init, structure):
        result = structure()
        check(init(byref(result), sizeof(structure)))
        return result

    corners = (c_double * 24)(0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 1, 1, 0, 1, 0, 2, 1, 1, 2, 1)
    definition = default(library.rf_init_rock_def, rf.rf_rock_def)
    definition.points, definition.point_count = corners, 8
    size = ctypes.c_size_t()
    check(library.rf_rock_memory(byref(definition), byref(size), byref(error)))
    raw = ctypes.create_string_buffer(size.value + rf.RF_MEMORY_ALIGNMENT)
    block = ctypes.addressof(raw) + rf.RF_MEMORY_ALIGNMENT - ctypes.addressof(raw) % rf.RF_MEMORY_ALIGNMENT
    rock = (ctypes.c_void_p * 1)()
    check(library.rf_cook_rock(byref(definition), block, size, rock, byref(error)))

    heights = (c_double * 6)(80, 0, 0, 80, 0, 0)
    grid = default(library.rf_init_grid, rf.rf_grid)
    grid.columns, grid.rows, grid.cell_x, grid.cell_y, grid.heights_f64 = 3, 2, 100, 100, heights
    scene = default(library.rf_init_scene, rf.rf_scene)
    scene.rocks, scene.rock_count = rock, 1
    check(library.rf_grid_terrain(byref(grid), byref(scene.terrain), byref(error)))
    check(library.rf_scene_check(byref(scene), byref(error)))

    state = default(library.rf_init_state, rf.rf_state)
    state.position[0], state.position[1] = 10, 50
    check(library.rf_place_above_ground(byref(scene), byref(state), 2.0, byref(error)))
    while state.end == rf.RF_MOVING:  # 1000 steps per call, because calls from Python are slow
        check(library.rf_step_many(byref(scene), byref(state), 1, 1000, None, None))
    print(f"at rest at x = {state.position[0]:.3f} m after {state.step * scene.settings.time_step:.2f} s")
    return 0 if state.end == rf.RF_ENDED_STOPPED else 1


if __name__ == "__main__":
    sys.exit(main())
