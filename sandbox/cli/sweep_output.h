// Table, picture and notes of a sweep.
#ifndef ROCKFALL_SANDBOX_CLI_SWEEP_OUTPUT_H
#define ROCKFALL_SANDBOX_CLI_SWEEP_OUTPUT_H

#include <filesystem>
#include <string>
#include <vector>

#include "run/sweep.h"

namespace sandbox {

/** @param columns  of lines */
void write_rows(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                const std::vector<std::string>& columns, const std::vector<SweepRow>& rows);

/** A panel for each axis and quantity: means over the other axes; for a Latin hypercube the runs themselves. */
void write_picture(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                   const std::vector<SweepRow>& rows);

/** Prints the means over the runs with the same value of a parameter. For grids: in a Latin hypercube every value is
 * that of one run. */
void print_effects(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows);

/** Runs whose rocks did not all come to an end by themselves. */
std::vector<std::string> notes_of_ends(const std::vector<SweepRow>& rows);

}  // namespace sandbox
#endif
