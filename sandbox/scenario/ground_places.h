// Ground parameters that differ from place to place.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_PLACES_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_PLACES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/raster.h"
#include "scenario/ground_files.h"
#include "scenario/scenario.h"

namespace sandbox {

struct GroundPlaces {
  /** By rf_ground_field: values at the nodes of the terrain; empty where the uniform ground is everywhere. */
  std::vector<std::vector<float>> fields;
  /** By rf_ground_field: numbers that [[soil]] gives to the whole terrain. They are exact, and without a field; in the
   * uniform ground they replace those of [ground]. */
  std::map<std::int32_t, double> covering;
  std::uint32_t somewhere = 0;   ///< a bit by rf_ground_field: given at nodes of the terrain, not by [ground]
  std::uint32_t everywhere = 0;  ///< the same: at every node
  std::vector<std::string> warnings;
  std::vector<std::string> presets;  ///< of [[soil]] that nodes of the terrain have, each once
};

/** The ground with the covering numbers in it. */
rf_ground covered(rf_ground ground, const std::map<std::int32_t, double>& covering);

/** The ground of [ground], with what rasters and soils give to the nodes; later tables replace the values of earlier
 *  ones. Reads no file, and checks no value.
 *  @param files    of this scenario, or of one that differs in numbers of [ground] and of its soils only
 *  @param frame    of the terrain; its values are not used
 *  @param heights  of the terrain; NaN marks a hole */
GroundPlaces make_ground_places(const Scenario& scenario, const GroundFiles& files, const Raster& frame,
                                const std::vector<double>& heights);

/** Throws InputError that names the file and the world position of a value out of range, or of friction coefficients in
 *  the wrong order. The parameters are those of make_ground_places(). */
void check_ground_places(const Scenario& scenario, const GroundFiles& files, const GroundPlaces& places,
                         const Raster& frame, const std::vector<double>& heights);

}  // namespace sandbox
#endif
