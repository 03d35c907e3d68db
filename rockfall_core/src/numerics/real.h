// What a formula needs of its numbers so that it can be written once for double and for the lanes of a batch: beside
// + - * / the functions below. A comparison of doubles is a bool, one of lanes is a mask; a formula may not branch on
// it but chooses, or asks whether it holds everywhere.
#pragma once

#include <cmath>

namespace rockfall {

inline double square_root(double x) { return std::sqrt(x); }
inline double absolute(double x) { return std::fabs(x); }
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
inline bool all_set(bool condition) { return condition; }

}  // namespace rockfall
