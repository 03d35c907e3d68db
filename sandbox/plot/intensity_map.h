// The map of the intensity classes of a return period.
#ifndef ROCKFALL_SANDBOX_PLOT_INTENSITY_MAP_H
#define ROCKFALL_SANDBOX_PLOT_INTENSITY_MAP_H

#include "plot/layer_map.h"

namespace sandbox {

/** The map of an event; its values are those of intensity_of_cells(). */
MapLayer intensity_layer(const Report& report, const EventSpec& event);

}  // namespace sandbox
#endif
