// Heights of a terrain that are probably wrong, or mark places without data.
#ifndef ROCKFALL_SANDBOX_IO_DOUBTFUL_HEIGHTS_H
#define ROCKFALL_SANDBOX_IO_DOUBTFUL_HEIGHTS_H

#include <string>
#include <vector>

#include "io/raster.h"

namespace sandbox {

/** What is doubtful in the heights of a terrain, a sentence each: 0 far below all others, as other programs write where
 *  there are no data, and whole metres on small cells. @param file  for the messages */
std::vector<std::string> doubtful_heights(const Raster& heights, const std::string& file);

}  // namespace sandbox
#endif
