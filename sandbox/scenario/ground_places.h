// Ground parameters that differ from place to place: rasters of parameters, polygons and rasters of soil classes.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_PLACES_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_PLACES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/raster.h"
#include "io/vectors.h"
#include "scenario/scenario.h"

namespace sandbox {

/** Polygons of one [[soil]] or [[forest]], for maps. */
struct GroundArea {
  std::string name;  ///< class or preset; empty if there is none
  Shape polygon;     ///< world coordinates
};

struct GroundPlaces {
  /** By rf_ground_field: values at the nodes of the terrain; empty where the uniform ground is everywhere. */
  std::vector<std::vector<float>> fields;
  /** By rf_ground_field: numbers that [[soil]] gives to the whole terrain. They are exact, and without a field; in the
   * uniform ground they replace those of [ground]. */
  std::map<std::int32_t, double> covering;
  std::vector<GroundArea> areas;
  std::uint32_t somewhere = 0;   ///< a bit by rf_ground_field: given at nodes of the terrain, not by [ground]
  std::uint32_t everywhere = 0;  ///< the same: at every node
  std::vector<std::string> warnings;
  std::vector<std::string> presets;  ///< of [[soil]] that nodes of the terrain have, each once
};

/** The ground with the covering numbers in it. */
rf_ground covered(rf_ground ground, const std::map<std::int32_t, double>& covering);

/** Reads [ground.fields] and [[soil]]; later tables replace the values of earlier ones.
 *  @param terrain  heights and coordinate system
 *  Throws InputError that names the file and the world position of a wrong value. */
GroundPlaces read_ground_places(const Scenario& scenario, const Raster& terrain);

}  // namespace sandbox
#endif
