#!/usr/bin/env python3
"""The same program as c99_drop.c in Python, with ctypes and the shared library.

    python3 python_drop.py /path/to/librockfall.so     (built with -DBUILD_SHARED_LIBS=ON)
"""
import ctypes
import sys
from ctypes import POINTER, byref, c_char, c_double, c_float, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

ALIGNMENT = 64  # RF_MEMORY_ALIGNMENT
MOVING, STOPPED = 0, 1  # rf_end


class Error(ctypes.Structure):
    _fields_ = [("status", c_int32), ("text", c_char * 232)]


class RockDef(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("point_count", c_uint32), ("points", POINTER(c_double)),
                ("triangles", POINTER(c_uint32)), ("triangle_count", c_uint32), ("sizing", c_int32),
                ("density", c_double), ("mass", c_double)]


class Ground(ctypes.Structure):
    _fields_ = [(name, c_double) for name in (
        "mu_min", "mu_max", "kappa", "beta", "restitution_normal", "restitution_tangential",
        "restitution_threshold", "contact_drag", "layer_drag", "layer_drag_rotation", "layer_height",
        "contact_drag_height", "rolling_resistance", "soil_strength", "soil_drag", "soil_drag_rotation",
        "soil_density", "roughness_70", "roughness_20", "roughness_10",
        "rocfall_restitution_normal", "rocfall_restitution_tangential", "rocfall_friction",
        "rocfall_rolling_friction", "rocfall_impulse_cap", "rocfall_bounce_speed")]


class Grid(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("columns", c_uint32), ("rows", c_uint32), ("x0", c_double),
                ("y0", c_double), ("cell_x", c_double), ("cell_y", c_double), ("heights_f64", POINTER(c_double)),
                ("heights_f32", POINTER(c_float)), ("ground", Ground),
                ("fields", POINTER(c_float) * len(Ground._fields_)), ("materials", POINTER(c_uint32)),
                ("origin", c_double * 3)]


class Terrain(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("user", c_void_p), ("sample", c_void_p), ("upper_plane", c_void_p),
                ("terrain_vertices", c_void_p), ("material", c_void_p), ("layer_height_max", c_double),
                ("contact_drag_height_max", c_double),
                ("roughness_max", c_double), ("uniform_beta", c_double), ("origin", c_double * 3),
                ("identity", c_uint64)]


class Settings(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("scheme", c_int32), ("time_step", c_double), ("gravity", c_double),
                ("solver_sweeps", c_int32), ("solver_tolerance", c_double), ("stop_speed", c_double),
                ("stop_time", c_double), ("time_limit", c_double), ("model", c_int32), ("rocfall_shape", c_int32),
                ("soil_law", c_int32)]


class Scene(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("rock_count", c_uint32), ("rocks", POINTER(c_void_p)),
                ("terrain", Terrain), ("settings", Settings)]


class State(ctypes.Structure):
    _fields_ = [("position", c_double * 3), ("orientation", c_double * 4), ("velocity", c_double * 3),
                ("angular_velocity", c_double * 3), ("slippage", c_double), ("still_time", c_double),
                ("scar_depth", c_double), ("scar_path", c_double),
                ("step", c_uint64), ("rock", c_uint32), ("end", c_int32), ("phase", c_int32), ("contact", c_uint32)]


def load(path):
    """Loads the library and declares the functions that this program uses."""
    library = ctypes.CDLL(path)
    for name, structure in (("rf_init_rock_def", RockDef), ("rf_init_grid", Grid), ("rf_init_scene", Scene),
                            ("rf_init_state", State)):
        getattr(library, name).argtypes = [POINTER(structure), c_size_t]
    error = POINTER(Error)
    library.rf_status_text.restype = ctypes.c_char_p
    library.rf_rock_memory.argtypes = [POINTER(RockDef), POINTER(c_size_t), error]
    library.rf_cook_rock.argtypes = [POINTER(RockDef), c_void_p, c_size_t, POINTER(c_void_p), error]
    library.rf_grid_terrain.argtypes = [POINTER(Grid), POINTER(Terrain), error]
    library.rf_scene_check.argtypes = [POINTER(Scene), error]
    library.rf_place_above_ground.argtypes = [POINTER(Scene), POINTER(State), c_double, error]
    library.rf_step_many.argtypes = [POINTER(Scene), POINTER(State), c_uint32, c_uint32, c_void_p, c_void_p]
    return library


def default(library, name, structure):
    """A struct with its default values. The library refuses a ctypes structure of another size than its own."""
    result = structure()
    if getattr(library, name)(byref(result), ctypes.sizeof(structure)) != 0:
        sys.exit(f"{structure.__name__} has {ctypes.sizeof(structure)} bytes here, another size in the library")
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    library = load(sys.argv[1])
    error = Error()

    def check(status):
        if status != 0:
            sys.exit("rockfall: " + (error.text or library.rf_status_text(status)).decode())

    corners = (c_double * 24)(0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 1, 1, 0, 1, 0, 2, 1, 1, 2, 1)
    definition = default(library, "rf_init_rock_def", RockDef)
    definition.points = corners
    definition.point_count = 8
    size = c_size_t()
    check(library.rf_rock_memory(byref(definition), byref(size), byref(error)))
    raw = ctypes.create_string_buffer(size.value + ALIGNMENT)
    block = ctypes.addressof(raw) + ALIGNMENT - ctypes.addressof(raw) % ALIGNMENT
    rock = (c_void_p * 1)()
    check(library.rf_cook_rock(byref(definition), block, size, rock, byref(error)))

    heights = (c_double * 6)(80, 0, 0, 80, 0, 0)
    grid = default(library, "rf_init_grid", Grid)
    grid.columns, grid.rows, grid.cell_x, grid.cell_y, grid.heights_f64 = 3, 2, 100, 100, heights
    scene = default(library, "rf_init_scene", Scene)
    scene.rocks, scene.rock_count = rock, 1
    check(library.rf_grid_terrain(byref(grid), byref(scene.terrain), byref(error)))
    check(library.rf_scene_check(byref(scene), byref(error)))

    state = default(library, "rf_init_state", State)
    state.position[0], state.position[1] = 10, 50
    check(library.rf_place_above_ground(byref(scene), byref(state), 2.0, byref(error)))
    while state.end == MOVING:  # 1000 steps per call, because calls from Python are slow
        check(library.rf_step_many(byref(scene), byref(state), 1, 1000, None, None))
    print(f"at rest at x = {state.position[0]:.3f} m after {state.step * scene.settings.time_step:.2f} s")
    return 0 if state.end == STOPPED else 1


if __name__ == "__main__":
    sys.exit(main())
