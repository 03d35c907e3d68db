// Values of every rock for tables and vector layers.
#ifndef ROCKFALL_SANDBOX_RUN_ROCK_ROWS_H
#define ROCKFALL_SANDBOX_RUN_ROCK_ROWS_H

#include <vector>

#include "io/vector_writer.h"
#include "run/report.h"

namespace sandbox {

/** The columns of all files with a row per rock. */
std::vector<VectorWriter::Field> rock_fields();

/** Their values. @param i  of the rocks of the report */
std::vector<Attribute> rock_attributes(const Report& report, std::size_t i);

/** Angle of a line that falls by `drop` over `distance`. */
double degrees_below_horizontal(double drop, double distance);

}  // namespace sandbox
#endif
