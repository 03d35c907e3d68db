#include "run/rock_rows.h"

#include <cmath>
#include <variant>

#include "common/csv.h"
#include "common/output_file.h"
#include "common/text.h"
#include "run/check_status.h"
#include "run/quantities.h"

namespace sandbox {
namespace {

constexpr int digits = 9;

std::string field_of(const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return csv_field(*text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  return format_number(std::get<double>(value), digits);
}

}  // namespace

double degrees_below_horizontal(double drop, double distance) { return degrees(std::atan2(drop, distance)); }

std::vector<VectorWriter::Field> rock_fields() {
  return {{"rock", std::int64_t{0}},
          {"class", std::string()},
          {"source", std::string()},
          {"mass_kg", 0.0},
          {"volume_m3", 0.0},
          {"end", std::string()},
          {"time_s", 0.0},
          {"runout_m", 0.0},
          {"drop_m", 0.0},
          {"E_max_kJ", 0.0},
          {"v_max_m_s", 0.0},
          {"rotation_max_rot_s", 0.0},
          {"jump_height_max_m", 0.0},
          {"impacts", std::int64_t{0}},
          {"reach_angle_deg", 0.0}};
}

std::vector<Attribute> rock_attributes(const Report& report, std::size_t i) {
  const RunResult& result = report.result;
  const rf_state& end = result.ends[i];
  const rf_rock_statistics& statistics = result.rock_statistics[i];
  const std::uint32_t number = result.options.first_rock + static_cast<std::uint32_t>(i);
  rf_rock_properties rock{};
  check_status(rf_rock_get(report.built.rock(end.rock).get(), &rock), "reading a rock");
  const double drop = statistics.start[2] - end.position[2];
  return {static_cast<std::int64_t>(number),
          report.built.rock_name(end.rock),
          report.built.run_name(report.built.run_of(number)),
          rock.mass,
          rock.volume,
          end_name(end.end),
          statistics.time,
          report.statistics.runouts[i],
          drop,
          1e-3 * statistics.maximum[RF_KINETIC_ENERGY],
          statistics.maximum[RF_VELOCITY],
          statistics.maximum[RF_ROTATION] / two_pi,
          statistics.maximum[RF_JUMP_HEIGHT],
          static_cast<std::int64_t>(result.impacts[i]),
          degrees_below_horizontal(drop, report.statistics.runouts[i])};
}

void write_deposits(const std::filesystem::path& file, const Report& report) {
  const RunResult& result = report.result;
  const double* origin = report.built.origin();
  write_file(file, [&](std::ostream& out) {
    for (const VectorWriter::Field& field : rock_fields()) out << field.name << ",";
    out << "start_x_m,start_y_m,start_z_m,x_m,y_m,z_m,steps\n";
    for (std::size_t i = 0; i < result.ends.size(); ++i) {
      for (const Attribute& value : rock_attributes(report, i)) out << field_of(value) << ",";
      for (std::size_t k = 0; k < 3; ++k) out << format_fixed(result.rock_statistics[i].start[k] + origin[k], 3) << ",";
      for (std::size_t k = 0; k < 3; ++k) out << format_fixed(result.ends[i].position[k] + origin[k], 3) << ",";
      out << result.ends[i].step << "\n";
    }
  });
}

}  // namespace sandbox
