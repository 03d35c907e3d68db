// Text that a calibration prints when a signal ends it.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_INTERRUPTION_H
#define ROCKFALL_SANDBOX_CALIBRATE_INTERRUPTION_H

#include <filesystem>

#include "common/ending_note.h"

namespace sandbox::calibrate {

/** While it lives, SIGINT and SIGTERM print how to continue before they end the program as usual. One at a time. */
class Interruption {
 public:
  /** @param state  file of the evaluations; empty: nothing is printed
   *  @param saved  it holds evaluations of this calibration */
  Interruption(const std::filesystem::path& state, bool saved);

  /** The file holds an evaluation now. */
  void saved();

 private:
  EndingNote note_;
};

}  // namespace sandbox::calibrate
#endif
