#include "cli/sweep_output.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>

#include "common/csv.h"
#include "common/output_file.h"
#include "common/text.h"
#include "plot/effects_plot.h"
#include "scenario/key_unit.h"

namespace sandbox {

void write_rows(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                const std::vector<std::string>& columns, const std::vector<SweepRow>& rows) {
  write_file(file, [&](std::ostream& out) {
    for (const SweepAxis& axis : axes) out << csv_field(axis.key) << ",";
    out << "runout_q50_m,runout_q95_m,runout_q95_lower_m,runout_q95_upper_m,runout_max_m,energy_q95_kJ,"
           "velocity_q95_m_s,left_terrain_share,time_limit_share,fault_share";
    for (const std::string& column : columns) out << "," << csv_field(column);
    out << "\n";
    for (const SweepRow& row : rows) {
      for (const std::string& value : row.values) out << csv_field(value) << ",";
      out << csv_number(row.runout_50.value, 7);
      for (const double value :
           {row.runout_95.value, row.runout_95.low, row.runout_95.high, row.runout_max, row.energy_95.value,
            row.velocity_95.value, row.left_share, row.limit_share, row.fault_share}) {
        out << "," << csv_number(value, 7);
      }
      for (const double value : row.of_lines) out << "," << csv_number(value, 7);
      out << "\n";
    }
  });
}

void write_picture(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                   const std::vector<SweepRow>& rows) {
  const int width = 460, height = 420;
  Canvas canvas(std::max(1, static_cast<int>(axes.size())) * width, 2 * height, {255, 255, 255});
  const auto panel = [&](std::size_t axis, int row, const char* title,
                         const std::function<double(const SweepRow&)>& of) {
    const Plot plot = plot_of(title, key_with_unit(axes[axis].key), main_effects(rows, axis, of), style_of(axes[axis]));
    draw_plot(canvas, {static_cast<int>(axis) * width, row * height, width, height}, plot);
  };
  for (std::size_t k = 0; k < axes.size(); ++k) {
    panel(k, 0, "run-out 95 %, m", [](const SweepRow& row) { return row.runout_95.value; });
    panel(k, 1, "energy 95 %, kJ", [](const SweepRow& row) { return row.energy_95.value; });
  }
  write_png(file, canvas);
}

void print_effects(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  std::size_t width = 28;
  for (const SweepAxis& axis : axes) width = std::max(width, key_with_unit(axis.key).size());
  for (std::size_t k = 0; k < axes.size(); ++k) {
    std::cout << "\n"
              << pad_right(key_with_unit(axes[k].key), width) << pad_left("runs", 8) << pad_left("run-out 95 %, m", 18)
              << pad_left("energy 95 %, kJ", 18) << "\n";
    const auto runouts = main_effects(rows, k, [](const SweepRow& row) { return row.runout_95.value; });
    const auto energies = main_effects(rows, k, [](const SweepRow& row) { return row.energy_95.value; });
    for (std::size_t i = 0; i < runouts.size(); ++i) {
      std::cout << pad_right(runouts[i].value, width) << pad_left(std::to_string(runouts[i].runs), 8)
                << pad_left(format_fixed(runouts[i].mean, 1), 18)
                << pad_left(format_fixed(energies[i].mean, decimals_of(energies[i].mean, 1)), 18) << "\n";
    }
  }
}

std::vector<std::string> notes_of_ends(const std::vector<SweepRow>& rows) {
  std::vector<std::string> notes;
  const auto note = [&](double SweepRow::*share, const std::string& what) {
    const auto runs = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const SweepRow& row) { return row.*share > 0; }));
    if (runs == 0) return;
    const SweepRow& most = *std::max_element(rows.begin(), rows.end(),
                                             [&](const SweepRow& a, const SweepRow& b) { return a.*share < b.*share; });
    notes.push_back("in " + std::to_string(runs) + " of " + counted(rows.size(), "run") + " rocks " + what +
                    ", at most " + format_number(100 * most.*share, 3) + " % of them");
  };
  note(&SweepRow::left_share, "left the terrain, which cuts off their run-out at its edge");
  note(&SweepRow::limit_share, "still moved at the time limit, which cuts off their run-out");
  note(&SweepRow::fault_share, "ended with a fault");
  return notes;
}

}  // namespace sandbox
