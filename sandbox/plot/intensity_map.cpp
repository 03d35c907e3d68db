#include "plot/intensity_map.h"

#include "common/text.h"
#include "run/intensity.h"

namespace sandbox {

MapLayer intensity_layer(const Report& report, const EventSpec& event) {
  MapLayer layer;
  layer.name = "intensity_" + event_name(event);
  layer.title = "Intensity, return period " + format_number(event.return_period, 6) + " years";
  layer.bounds = {2, 3};
  for (int level = 1; level <= intensity_classes; ++level) {
    layer.class_texts.push_back(std::string(intensity_name(level)) + ": " + intensity_limits(level));
  }
  const std::uint64_t rocks = rocks_of_event(*report.result.hazard->cells, event, report.built.rock_classes());
  layer.notes = {"classes of Swiss hazard mapping",
                 (event.blocks == 1 ? "1 block" : format_number(event.blocks, 4) + " blocks") + ", probability " +
                     format_number(100 * event.probability, 4) + " %"};
  if (!event.rocks.empty()) layer.notes.push_back(counted(rocks, "rock") + " of the classes of the event");
  if (static_cast<double>(rocks) < rocks_needed(event)) {
    layer.notes.push_back("uncertain: " + format_significant(rocks_needed(event), 4) + " rocks are needed");
  }
  return layer;
}

}  // namespace sandbox
