// Numbers as a person reads them: few digits, a prefix instead of an exponent, no rounding noise.
#ifndef ROCKFALL_SANDBOX_LIVE_READABLE_H
#define ROCKFALL_SANDBOX_LIVE_READABLE_H

#include <string>

namespace sandbox::live {

/** Three digits and a unit with prefix k, M or G: "10.6 MJ". Below `noise` in absolute value: "0 J". */
std::string with_prefix(double value, const char* unit, double noise);

/** Six digits and a unit with prefix, for numbers that are added up: "15.5581 MJ". */
std::string six_digits(double value, const char* unit);

/** Three digits without an exponent up to 1e7: "10800". Below `noise` in absolute value: "0". */
std::string readable(double value, double noise);

/** The number of a tick of an axis: at most four digits, from 10000 on with k, M or G: "50k". */
std::string tick_text(double value);

}  // namespace sandbox::live
#endif
