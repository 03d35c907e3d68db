// Trees that are drawn where the ground has the drag of a forest.
#ifndef ROCKFALL_SANDBOX_LIVE_FOREST_H
#define ROCKFALL_SANDBOX_LIVE_FOREST_H

#include <rockfall_viewer/viewer.h>

#include <vector>

namespace sandbox::live {

/** Trees where the ground has a drag layer of at least 4 m, denser where the drag is larger and at most `most` of them.
 *  The same terrain has the same trees. Trees are drawn only: rocks meet the drag layer, not the trees. */
std::vector<rockfall_viewer::Tree> trees_of(const rf_terrain& terrain, const rf_rectangle& area, std::size_t most);

}  // namespace sandbox::live
#endif
