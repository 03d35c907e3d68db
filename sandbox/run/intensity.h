// Intensity maps of return periods, in the classes of Swiss hazard mapping.
#ifndef ROCKFALL_SANDBOX_RUN_INTENSITY_H
#define ROCKFALL_SANDBOX_RUN_INTENSITY_H

#include <cstdint>
#include <string>
#include <vector>

#include "common/output_file.h"
#include "run/cell_statistics.h"
#include "run/report.h"

namespace sandbox {

constexpr int intensity_classes = 3;

/** "low", "medium" or "high". @param level  from 1 to intensity_classes */
const char* intensity_name(int level);
/** Its energies: "below 30 kJ". */
const char* intensity_limits(int level);

/** Numbers of rocks for a cell and an event. */
struct IntensityCounts {
  std::uint64_t rocks = 0;      ///< simulated
  std::uint32_t passages = 0;   ///< of them through the cell
  std::uint32_t above_30 = 0;   ///< of them with at least 30 kJ
  std::uint32_t above_300 = 0;  ///< of them with at least 300 kJ
};

/** Largest class that at least one of the blocks of an event reaches with the probability of the event:
 *  1 - (1 - p)^blocks with p the share of the simulated rocks. 1: below 30 kJ, 2: 30 to 300 kJ, 3: above; 0 where the
 *  event does not count. */
int intensity(const IntensityCounts& counts, const EventSpec& event);

/** Share of the rocks of an event from which on a class counts: 1 - (1 - probability)^(1 / blocks). */
double deciding_share(const EventSpec& event);

/** Rocks that the maps of an event need. Where none of so many passes a cell, the share of the rocks that pass it is
 *  below the deciding one with 95 % confidence. */
double rocks_needed(const EventSpec& event);

/** Simulated rocks of the classes of an event. */
std::uint64_t rocks_of_event(const CellStatistics& cells, const EventSpec& event,
                             const std::vector<RockClass>& classes);

/** A sentence for each event with fewer rocks than its maps need; none without cells. */
std::vector<std::string> warnings_of_events(const Report& report);

/** Intensity class by cell; NaN for the class 0. */
std::vector<float> intensity_of_cells(const CellStatistics& cells, const EventSpec& event,
                                      const std::vector<RockClass>& classes);

/** Writes intensity_T100.tif for each event, and intensity.gpkg with a layer of polygons for each. Throws RunError. */
void write_intensities(ResultFiles& files, const Report& report);

}  // namespace sandbox
#endif
