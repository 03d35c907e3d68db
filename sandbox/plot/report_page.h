// The report of a campaign as one HTML page that needs no other file.
#ifndef ROCKFALL_SANDBOX_PLOT_REPORT_PAGE_H
#define ROCKFALL_SANDBOX_PLOT_REPORT_PAGE_H

#include <filesystem>
#include <string>
#include <vector>

#include "run/campaign.h"
#include "run/report.h"

namespace sandbox {

struct PagePicture {
  std::string title;
  std::filesystem::path file;  ///< PNG, copied into the page
  bool of_event = false;       ///< shown below the table of the intensities
};

struct PageInput {
  std::string command;     ///< that gives the same results
  std::uint64_t hash = 0;  ///< of scene and starts
  std::string source;      ///< text of the scenario file when it was read
  std::vector<CheckLine> lines;
  std::vector<ConvergencePoint> convergence;
  std::vector<PagePicture> pictures;
};

/** Writes the page. Throws RunError. */
void write_page(const std::filesystem::path& file, const Report& report, const PageInput& input);

}  // namespace sandbox
#endif
