#include "run/cell_statistics.h"

#include <algorithm>
#include <cmath>

namespace sandbox {
namespace {

constexpr float weak = 30e3f, strong = 300e3f;  // J, bounds of the intensity classes

/** True for a record of at least one passage with a value of each quantity for each. */
bool has_values_of_passages(const CellRecord& record) {
  return record.passages > 0 && record.energy.count() == record.passages && record.height.count() == record.passages &&
         record.velocity.count() == record.passages;
}

}  // namespace

std::uint32_t CellGrid::cell_at(double x, double y) const {
  const double column = std::floor((x - left) / cell), row = std::floor((y - bottom) / cell);
  if (!(column >= 0 && row >= 0 && column < columns && row < rows)) return no_cell;
  return static_cast<std::uint32_t>(row) * columns + static_cast<std::uint32_t>(column);
}

void Footprint::add(const Passage& passage) {
  const std::uint32_t cell = grid_->cell_at(passage.position[0], passage.position[1]);
  if (cell != no_cell) raise(cell, passage.translation + passage.rotation, passage.top, passage.speed);
}

void Footprint::add(const rf_cell_passage& passage, double top) {
  raise(passage.cell, passage.maximum[RF_KINETIC_ENERGY], top, passage.maximum[RF_VELOCITY]);
}

void Footprint::raise(std::uint32_t cell, double energy, double height, double velocity) {
  CellMaximum& maximum = cells_[cell];
  maximum.energy = std::max(maximum.energy, static_cast<float>(energy));
  maximum.height = std::max(maximum.height, static_cast<float>(height));
  maximum.velocity = std::max(maximum.velocity, static_cast<float>(velocity));
}

void CellRecord::add(const CellRecord& other) {
  passages += other.passages;
  deposits += other.deposits;
  above_30 += other.above_30;
  above_300 += other.above_300;
  energy_max = std::max(energy_max, other.energy_max);
  energy.add(other.energy);
  height.add(other.height);
  velocity.add(other.velocity);
}

void CellStatistics::add(std::size_t rock_class, const Footprint& footprint, std::uint32_t deposit) {
  ++rocks_[rock_class];
  for (const auto& [cell, maximum] : footprint.cells()) {
    CellRecord& record = records_[rock_class][cell];
    ++record.passages;
    if (maximum.energy >= weak) ++record.above_30;
    if (maximum.energy >= strong) ++record.above_300;
    record.energy_max = std::max(record.energy_max, maximum.energy);
    record.energy.add(maximum.energy);
    record.height.add(maximum.height);
    record.velocity.add(maximum.velocity);
  }
  if (deposit != no_cell) ++records_[rock_class][deposit].deposits;
}

void CellStatistics::add(const CellStatistics& other) {
  for (std::size_t i = 0; i < rocks_.size(); ++i) {
    rocks_[i] += other.rocks_[i];
    for (const auto& [cell, record] : other.records_[i]) records_[i][cell].add(record);
  }
}

std::unordered_map<std::uint32_t, CellRecord> CellStatistics::records_of(
    const std::vector<std::size_t>& classes) const {
  std::unordered_map<std::uint32_t, CellRecord> sum;
  for (const std::size_t i : classes) {
    for (const auto& [cell, record] : records_[i]) sum[cell].add(record);
  }
  return sum;
}

double CellStatistics::bytes_after(double rocks) const {
  constexpr double quantities = 3, of_list = 4 * sizeof(void*);  // the list of the map: links, key, place in a bucket
  double passed = 0, bytes = 0;
  for (const std::uint64_t of_class : rocks_) passed += static_cast<double>(of_class);
  const double growth = rocks / std::fmax(passed, 1);
  for (const auto& records : records_) {
    for (const auto& entry : records) {
      const double values = std::fmin(growth * entry.second.passages, ValueCounts::most_exact);
      bytes += sizeof(CellRecord) + of_list + quantities * sizeof(float) * values;
    }
  }
  return bytes;
}

void CellStatistics::write(ByteWriter& out) const {
  for (std::size_t i = 0; i < rocks_.size(); ++i) {
    out.put(rocks_[i]);
    std::vector<std::uint32_t> cells;
    for (const auto& entry : records_[i]) cells.push_back(entry.first);
    std::sort(cells.begin(), cells.end());
    out.put_all(cells);
    for (const std::uint32_t cell : cells) {
      const CellRecord& record = records_[i].at(cell);
      for (const std::uint32_t count : {record.passages, record.deposits, record.above_30, record.above_300}) {
        out.put(count);
      }
      out.put(record.energy_max);
      record.energy.write(out);
      record.height.write(out);
      record.velocity.write(out);
    }
  }
}

void CellStatistics::read(ByteReader& in) {
  for (std::size_t i = 0; i < rocks_.size(); ++i) {
    rocks_[i] += in.get<std::uint64_t>();
    for (const std::uint32_t cell : in.get_all<std::uint32_t>()) {
      CellRecord record;
      for (std::uint32_t* count : {&record.passages, &record.deposits, &record.above_30, &record.above_300}) {
        *count = in.get<std::uint32_t>();
      }
      record.energy_max = in.get<float>();
      record.energy = ValueCounts::read(in);
      record.height = ValueCounts::read(in);
      record.velocity = ValueCounts::read(in);
      if (cell >= grid_.count() || !has_values_of_passages(record)) in.fail();
      records_[i][cell].add(record);
    }
  }
}

}  // namespace sandbox
