#include "common/warnings.h"

#include <iostream>

namespace sandbox {

void Warnings::print(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (printed_.insert(text).second) std::cerr << "warning: " << text << "\n";
  }
}

}  // namespace sandbox
