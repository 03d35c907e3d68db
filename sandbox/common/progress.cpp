#include "common/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "common/text.h"

namespace sandbox {

Progress::Progress(std::uint32_t total, bool quiet, const char* what, std::uint32_t already)
    : what_(what), total_(total), already_(already), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::one_done() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++done_;
  draw_if_due();
}

void Progress::still_working() {
  const std::lock_guard<std::mutex> lock(mutex_);
  draw_if_due();
}

void Progress::draw_if_due() {
  if (quiet_) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (seconds - drawn_ < (terminal_ ? 0.1 : 10.0)) return;
  drawn_ = seconds;
  draw(seconds);
}

double Progress::rate(double seconds) const { return (done_ - already_) / std::max(seconds, 1e-9); }

std::string Progress::forecast(double seconds, const char* per_second) const {
  if (done_ == already_) return "";
  char line[80];
  std::snprintf(line, sizeof line, ", %.3g%s, about %.0f s left", rate(seconds), per_second, seconds_left(seconds));
  return line;
}

std::string Progress::text(double seconds) const {
  char line[160];
  std::snprintf(line, sizeof line, "%u of %s%s", done_, counted(total_, what_).c_str(),
                forecast(seconds, " per second").c_str());
  return line;
}

std::string Progress::bar() const {
  constexpr std::uint64_t width = 40;
  const std::uint64_t filled = done_ < total_ ? width * done_ / total_ : width;
  return std::string(filled, '#') + std::string(width - filled, '.');
}

void Progress::draw(double seconds) {
  if (!terminal_) {
    std::fprintf(stderr, "%s\n", text(seconds).c_str());
    return;
  }
  std::fprintf(stderr, "\r[%s] %u of %s%s%s", bar().c_str(), done_, counted(total_, what_).c_str(),
               forecast(seconds, "/s").c_str(), erase_rest);
  std::fflush(stderr);
}

void Progress::finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!quiet_ && terminal_ && drawn_ > 0) std::fprintf(stderr, "\r%s", erase_rest);
}

}  // namespace sandbox
