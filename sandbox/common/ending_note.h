// Text that a program prints when a signal ends it.
#ifndef ROCKFALL_SANDBOX_COMMON_ENDING_NOTE_H
#define ROCKFALL_SANDBOX_COMMON_ENDING_NOTE_H

#include <filesystem>
#include <optional>
#include <string>

#include "common/ending_signals.h"

namespace sandbox {

/** While it lives, SIGINT and SIGTERM print a text on standard error before they end the program as usual. One at a
 *  time. */
class EndingNote {
 public:
  /** @param text        printed as it is
   *  @param later       printed instead after use_later()
   *  @param unfinished  file that is removed before; empty: none */
  explicit EndingNote(const std::string& text, const std::string& later = "",
                      const std::filesystem::path& unfinished = {});

  void use_later();

 private:
  std::optional<EndingSignals> signals_;
};

}  // namespace sandbox
#endif
