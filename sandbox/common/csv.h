// Text in tables of comma-separated values (RFC 4180).
#ifndef ROCKFALL_SANDBOX_COMMON_CSV_H
#define ROCKFALL_SANDBOX_COMMON_CSV_H

#include <string>

namespace sandbox {

/** A field: the text itself, or in quotes if it contains a comma, a quote or a control character such as a line end. */
std::string csv_field(const std::string& text);

/** The number in `digits` significant digits; an empty field if it is not finite: where there is no value. */
std::string csv_number(double value, int digits);

}  // namespace sandbox
#endif
