// Places for the names of lines on a map.
#ifndef ROCKFALL_SANDBOX_PLOT_NAME_PLACES_H
#define ROCKFALL_SANDBOX_PLOT_NAME_PLACES_H

#include <optional>
#include <string>
#include <vector>

#include "io/vectors.h"
#include "plot/view.h"
#include "run/check_lines.h"

namespace sandbox {

/** A name beside its line, cut where it is too long for the map. */
struct PlacedName {
  std::string text;
  Box box;  ///< with the border of the letters
};

constexpr double line_name_size = 1.6;  ///< see Canvas::text()
constexpr int line_name_border = 3;     ///< pixels from the edge of the box to the letters

/** The part of a segment between two pixels that lies in the box, as shares 0 to 1 of the way. */
struct VisiblePart {
  double from, to;
};
std::optional<VisiblePart> part_in_box(const Box& box, const Position& a, const Position& b);

/** Places beside the lines, near their middles as far as they are on the map, where the name covers neither a line nor
 *  another name nor a sign; where there is none, the one that covers the least. Lines beside the map have no name.
 *  @param signs  in the picture, which names leave free */
std::vector<PlacedName> place_names(const View& view, const std::vector<CheckLine>& lines,
                                    const std::vector<Box>& signs);

}  // namespace sandbox
#endif
