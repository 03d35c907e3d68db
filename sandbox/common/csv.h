// Text in tables of comma-separated values (RFC 4180).
#ifndef ROCKFALL_SANDBOX_COMMON_CSV_H
#define ROCKFALL_SANDBOX_COMMON_CSV_H

#include <string>

namespace sandbox {

/** A field: the text itself, or in quotes if it contains a comma, a quote or a control character such as a line end. */
std::string csv_field(const std::string& text);

}  // namespace sandbox
#endif
