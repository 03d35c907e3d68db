// Progress of a run: a bar on a terminal, otherwise a line every ten seconds.
#ifndef ROCKFALL_SANDBOX_COMMON_PROGRESS_H
#define ROCKFALL_SANDBOX_COMMON_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <mutex>

namespace sandbox {

/** Writes to standard error. Thread-safe. */
class Progress {
 public:
  /** @param what  name of what is counted, plural; a string literal */
  Progress(std::uint32_t total, bool quiet, const char* what = "rocks");
  void one_done();
  /** Clears the bar. */
  void finish();

 private:
  void draw(double seconds);

  std::mutex mutex_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double drawn_ = 0;
  const char* what_;
  std::uint32_t total_;
  std::uint32_t done_ = 0;
  bool quiet_;
  bool terminal_;
};

}  // namespace sandbox
#endif
