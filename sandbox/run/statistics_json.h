// Statistics as JSON.
#ifndef ROCKFALL_SANDBOX_RUN_STATISTICS_JSON_H
#define ROCKFALL_SANDBOX_RUN_STATISTICS_JSON_H

#include <nlohmann/json.hpp>

#include "run/statistics.h"

namespace sandbox {

inline nlohmann::ordered_json json_of(const Spread& spread) {
  return {{"mean", spread.mean}, {"sd", spread.sd}, {"q50", spread.q50}, {"q95", spread.q95}, {"max", spread.max}};
}

}  // namespace sandbox
#endif
