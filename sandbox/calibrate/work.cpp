#include "calibrate/work.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/progress.h"
#include "common/text.h"

namespace sandbox::calibrate {
namespace {

std::string at_most(double seconds) { return "at most " + format_fixed(std::max(seconds, 0.0), 0) + " s left"; }

}  // namespace

double TimeBound::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

double TimeBound::of(std::size_t evaluations) const {
  return made_ == 0 ? 0 : elapsed() / static_cast<double>(made_) * static_cast<double>(evaluations);
}

bool TimeBound::leaves_room(std::size_t kept) const { return of(1) + std::min(of(kept), 0.5 * bound_) <= left(); }

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::is_due() {
  return terminal_ || std::chrono::steady_clock::now() - shown_at_ >= std::chrono::seconds(10);
}

void ProgressLine::write(const std::string& text) {
  shown_at_ = std::chrono::steady_clock::now();
  open_ = terminal_;
  std::fprintf(stderr, "%s%s%s", terminal_ ? "\r" : "", text.c_str(), terminal_ ? erase_rest : "\n");
  std::fflush(stderr);
}

void ProgressLine::show_search(const Evaluations& evaluations, const std::vector<FitSpec>& fits, std::uint32_t most,
                               double left) {
  const std::size_t best = evaluations.best();
  if (quiet_ || (best == shown_best_ && !is_due())) return;
  shown_best_ = best;
  const Evaluation& evaluation = evaluations.all()[best];
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    parameters.push_back(fit_name(fits[i]) + " " + format_number(evaluation.values[i], 4));
  }
  write(std::to_string(evaluations.all().size()) + " of " + counted(most, "evaluation") + ", best misfit " +
        format_fixed(evaluation.misfit, 4) + " at " + join(parameters) + "; " + at_most(left));
}

void ProgressLine::show_neighbours(std::size_t made, std::size_t of, double left) {
  if (quiet_ || !is_due()) return;
  write(std::to_string(made) + " of " + std::to_string(of) + " evaluations around the best one; " + at_most(left));
}

void ProgressLine::finish() {
  if (open_) std::fprintf(stderr, "\n");
  open_ = false;
}

}  // namespace sandbox::calibrate
