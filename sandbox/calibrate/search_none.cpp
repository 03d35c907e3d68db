// Without NLopt there is no optimiser.
#include "calibrate/search.h"
#include "common/error.h"

namespace sandbox::calibrate {

void require_search() {
  throw InputError("calibrate: this program was built without NLopt; install libnlopt-cxx-dev and build again");
}

void search(const SearchOptions&, const Objective&) { require_search(); }

}  // namespace sandbox::calibrate
