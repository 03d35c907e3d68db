// Warnings of scenarios on standard error.
#ifndef ROCKFALL_SANDBOX_COMMON_WARNINGS_H
#define ROCKFALL_SANDBOX_COMMON_WARNINGS_H

#include <set>
#include <string>
#include <vector>

namespace sandbox {

/** Prints each text once, also if it is given again. */
class Warnings {
 public:
  void print(const std::vector<std::string>& texts);

 private:
  std::set<std::string> printed_;
};

}  // namespace sandbox
#endif
