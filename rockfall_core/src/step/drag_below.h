// Drag of the ground below a rock: vegetation, contact drag and drag near the ground.
#pragma once

#include "body/body.h"
#include "rock/rock.h"
#include "step/free_motion.h"
#include "terrain/dispatch.h"

namespace rockfall {

/// The numbers below S that drag of the ground near a rock depends on.
struct DragBelow {
  double height;  // of the ground
  // The members of rf_ground with these names.
  double contact_drag, layer_drag, layer_drag_rotation, layer_height, contact_drag_height;
};

constexpr GroundMembers kMembersOfDragBelow = {RF_GROUND_CONTACT_DRAG, RF_GROUND_CONTACT_DRAG_HEIGHT};
static_assert(kMembersOfDragBelow.last - kMembersOfDragBelow.first == 4, "DragBelow misses a member");

/// False without ground.
template <class Terrain>
bool find_drag_below(const Terrain& terrain, const Vec3& position, DragBelow& below) {
  double height, m[5];
  if (!terrain.height_at(position[0], position[1], height) ||
      !terrain.ground_members(position[0], position[1], kMembersOfDragBelow, m)) {
    return false;
  }
  below = {height, m[0], m[1], m[2], m[3], m[4]};
  return true;
}
inline bool find_drag_below(const CallbackTerrain& terrain, const Vec3& position, DragBelow& below) {
  // A terrain of the host gives both in one call.
  if (has_fast_heights(terrain.callbacks())) return find_drag_below<CallbackTerrain>(terrain, position, below);
  rf_terrain_sample sample;
  if (!callback_sample(terrain.callbacks(), position[0], position[1], sample)) return false;
  const rf_ground& g = sample.ground;
  below = {sample.height, g.contact_drag, g.layer_drag, g.layer_drag_rotation, g.layer_height, g.contact_drag_height};
  return true;
}

/// Add the drag of the layer around S and of the ground near or in contact.
template <class Terrain>
void add_ground_drag(const Terrain& terrain, const rf_rock& rock, const Vec3& position, bool in_contact, Drag& drag) {
  DragBelow below;
  if (!find_drag_below(terrain, position, below)) return;
  const double height = position[2] - below.height;
  if (below.layer_height > 0 && height < below.layer_height) {
    drag.linear += below.layer_drag;
    drag.angular = below.layer_drag_rotation;
  }
  const double near_ground = below.contact_drag_height * rock.half_diagonal;
  if (in_contact || (near_ground > 0 && height < near_ground)) {
    drag.linear += below.contact_drag * rock.mass;
  }
}

/// Coefficient of contact drag of the ground below a position, 1/s; 0 without ground.
template <class Terrain>
double contact_drag_below(const Terrain& terrain, const Vec3& position) {
  double drag;
  return terrain.ground_members(position[0], position[1], one_member(RF_GROUND_CONTACT_DRAG), &drag) ? drag : 0.0;
}

}  // namespace rockfall
