// Names and units of the quantities of rf_quantity, as tables and maps show them.
#ifndef ROCKFALL_SANDBOX_RUN_QUANTITIES_H
#define ROCKFALL_SANDBOX_RUN_QUANTITIES_H

#include <rockfall/campaign.h>

#include <string>

#include "common/angle.h"

namespace sandbox {

struct QuantityText {
  const char* name;
  const char* unit;
  double factor;  ///< from the unit of the library to this one

  std::string label() const { return std::string(name) + ", " + unit; }
};

/** In the order of rf_quantity. */
constexpr QuantityText quantity_texts[RF_QUANTITY_COUNT] = {
    {"kinetic energy", "kJ", 1e-3}, {"velocity", "m/s", 1}, {"rotation", "rot/s", 1 / two_pi}, {"jump height", "m", 1}};

}  // namespace sandbox
#endif
