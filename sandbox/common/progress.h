// Progress of a run: a bar on a terminal, otherwise a line every ten seconds.
#ifndef ROCKFALL_SANDBOX_COMMON_PROGRESS_H
#define ROCKFALL_SANDBOX_COMMON_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace sandbox {

/** Erases a line of a terminal from the cursor to its end. */
constexpr const char* erase_rest = "\x1b[K";

/** Writes to standard error. Thread-safe, except text() and bar(). */
class Progress {
 public:
  /** @param what     name of what is counted, singular; a string literal
   *  @param already  part of the total that was done before, which does not count for the rate */
  Progress(std::uint32_t total, bool quiet, const char* what = "rock", std::uint32_t already = 0);
  void one_done();
  /** Shows that work continues if the next step of the progress takes long. */
  void still_working();
  /** What is shown where there is no terminal, after some seconds. */
  std::string text(double seconds) const;
  /** The part that is done, as 40 letters. */
  std::string bar() const;
  /** Clears the bar. */
  void finish();

 private:
  void draw_if_due();
  void draw(double seconds);
  /** Rate and time left; empty before the first one is done. */
  std::string forecast(double seconds, const char* per_second) const;
  double rate(double seconds) const;
  double seconds_left(double seconds) const { return done_ < total_ ? (total_ - done_) / rate(seconds) : 0; }

  std::mutex mutex_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double drawn_ = 0;
  const char* what_;
  std::uint32_t total_;
  std::uint32_t already_;
  std::uint32_t done_ = already_;
  bool quiet_;
  bool terminal_;
};

}  // namespace sandbox
#endif
