// Axes of plots: their range, and marks with numbers.
#ifndef ROCKFALL_SANDBOX_PLOT_AXIS_H
#define ROCKFALL_SANDBOX_PLOT_AXIS_H

#include <string>
#include <vector>

namespace sandbox {

enum class PlotScale {
  logarithmic,        ///< whole decades
  linear,             ///< begins at zero, or below the smallest value if this is negative
  count,              ///< linear, with marks at whole numbers only
  places,             ///< linear, without marks: values are places without a meaning, and no line joins the points
  range,              ///< linear, from mark to mark around the values
  logarithmic_range,  ///< logarithmic, from mark to mark around the values
};

class Axis {
 public:
  struct Mark {
    double place;  ///< 0 to 1 along the axis
    std::string text;
  };

  /** From 0 to 1, or over one decade. */
  explicit Axis(PlotScale scale);

  PlotScale scale() const { return scale_; }
  bool is_logarithmic() const { return scale_ == PlotScale::logarithmic || scale_ == PlotScale::logarithmic_range; }
  /** False for values that are not finite, and on a logarithmic axis for those not positive. */
  bool shows(double value) const;
  /** Chooses range and marks for the values from `low` to `high`, which the axis shows. */
  void fit(double low, double high);
  /** 0 to 1 along the axis. */
  double place(double value) const { return (along(value) - from_) / (to_ - from_); }
  const std::vector<Mark>& marks() const { return marks_; }

 private:
  double along(double value) const;
  void fit_decades(double low, double high);
  void fit_linear(double low, double high, double step);
  void fit_ratios(double low, double high);

  PlotScale scale_;
  double from_ = 0, to_ = 1;  ///< as along() gives them
  std::vector<Mark> marks_;
};

}  // namespace sandbox
#endif
