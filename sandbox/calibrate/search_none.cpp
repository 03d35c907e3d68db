// Without NLopt there is no optimiser.
#include "calibrate/search.h"
#include "common/error.h"

namespace sandbox::calibrate {

bool search_available() { return false; }

void search(const SearchOptions&, const Objective&) {
  throw InputError("calibrate: this program was built without NLopt; install libnlopt-cxx-dev and build again");
}

}  // namespace sandbox::calibrate
