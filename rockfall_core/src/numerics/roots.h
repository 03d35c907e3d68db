// Cube root and fifth root from + - * / alone: the same bits on every IEEE-754 platform.
#pragma once

namespace rockfall {

/// x^(1/3); 0 for x <= 0 and NaN, infinite for infinite x. Relative error below 1e-15.
double cube_root(double x);

/// x^(1/5); 0 for x <= 0 and NaN, infinite for infinite x. Relative error below 1e-15.
double fifth_root(double x);

}  // namespace rockfall
