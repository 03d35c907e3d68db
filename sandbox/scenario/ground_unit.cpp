#include "scenario/ground_unit.h"

#include <rockfall/ground.h>

namespace sandbox {

const char* ground_unit(std::int32_t field) {
  switch (field) {
    case RF_GROUND_KAPPA:
      return "1/m";
    case RF_GROUND_BETA:
    case RF_GROUND_CONTACT_DRAG:
      return "1/s";
    case RF_GROUND_LAYER_DRAG:
      return "kg/s";
    case RF_GROUND_LAYER_DRAG_ROTATION:
      return "kg m2/s";
    case RF_GROUND_LAYER_HEIGHT:
    case RF_GROUND_ROUGHNESS_70:
    case RF_GROUND_ROUGHNESS_20:
    case RF_GROUND_ROUGHNESS_10:
      return "m";
    case RF_GROUND_SOIL_STRENGTH:
      return "Pa";
    case RF_GROUND_SOIL_DENSITY:
      return "kg/m3";
    case RF_GROUND_RESTITUTION_THRESHOLD:
    case RF_GROUND_ROCFALL_BOUNCE_SPEED:
      return "m/s";
    default:
      return "-";
  }
}

}  // namespace sandbox
