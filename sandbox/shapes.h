// Rock shapes: standard ones by name, point clouds from files, and the memory that a cooked rock lives in.
#ifndef ROCKFALL_SANDBOX_SHAPES_H
#define ROCKFALL_SANDBOX_SHAPES_H

#include <rockfall/rockfall.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scenario.h"

namespace sandbox {

/** Names of the standard shapes. */
const std::vector<std::string>& shape_names();

/** Points of what the spec names: a file or a standard shape. Throws InputError. */
std::vector<double> points_of(const RockSpec& spec);

/** A cooked rock together with its memory. */
class CookedRock {
 public:
  /** Throws InputError with the library's own words. */
  explicit CookedRock(const RockSpec& spec);

  const rf_rock* get() const { return rock_; }
  const rf_rock_properties& properties() const { return properties_; }
  const std::string& name() const { return name_; }

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Free> memory_;
  const rf_rock* rock_ = nullptr;
  rf_rock_properties properties_{};
  std::string name_;
};

}  // namespace sandbox
#endif
