// Properties that all ground in an area has; they decide how the SIMD lanes find contacts with it.
#pragma once

#include <rockfall/step.h>

#include "terrain/grid.h"

namespace rockfall {

struct BatchJob;

/// Each is false where it is not known.
struct AreaGround {
  bool without_drag;  // no drag of vegetation, nor of the ground near it
  bool rigid;         // RigidContactSearch finds the contacts
  bool soil;          // SoilLayerSearch finds contacts, drag and scars
};

/// True if the lanes can step rocks that are in soil.
bool soil_in_lanes(const rf_scene& scene, const GridTerrain& grid);

/// The properties of all ground of a scene. @param grid  nullable: its terrain, if that is a grid
AreaGround ground_everywhere(const rf_scene& scene, const GridTerrain* grid);

/// The properties of the ground in an area of the grid, where the ground differs from place to place.
AreaGround area_ground(const BatchJob& job, const rf_rectangle& area);

}  // namespace rockfall
