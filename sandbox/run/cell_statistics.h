// Statistics of the cells of a raster: how many rocks pass, and the largest values of each rock.
#ifndef ROCKFALL_SANDBOX_RUN_CELL_STATISTICS_H
#define ROCKFALL_SANDBOX_RUN_CELL_STATISTICS_H

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "run/passage.h"
#include "run/value_counts.h"

namespace sandbox {

/** Square cells in local coordinates; row 0 is the southernmost. */
struct CellGrid {
  std::uint32_t columns = 0, rows = 0;
  double left = 0, bottom = 0;  ///< corner of the grid, m
  double cell = 2;              ///< m

  std::size_t count() const { return std::size_t{columns} * rows; }
  rf_cells cells() const { return {left, bottom, cell, columns, rows}; }
  /** Number of the cell at a position: row * columns + column; no_cell outside. */
  std::uint32_t cell_at(double x, double y) const;
};

constexpr std::uint32_t no_cell = 0xffffffffu;

/** Largest values of one rock within one cell. */
struct CellMaximum {
  float energy = 0;    ///< kinetic energy, translation and rotation, J
  float height = 0;    ///< of the top of the rock above the ground, m
  float velocity = 0;  ///< m/s
};

/** The cells that one rock passed. */
class Footprint {
 public:
  explicit Footprint(const CellGrid& grid) : grid_(&grid) {}

  /** Adds a single step. */
  void add(const Passage& passage);
  /** @param top  largest height of the top of the rock in the passage, m */
  void add(const rf_cell_passage& passage, double top);
  const std::unordered_map<std::uint32_t, CellMaximum>& cells() const { return cells_; }

 private:
  void raise(std::uint32_t cell, double energy, double height, double velocity);

  const CellGrid* grid_;
  std::unordered_map<std::uint32_t, CellMaximum> cells_;
};

/** One cell, rocks of one class. */
struct CellRecord {
  std::uint32_t passages = 0;  ///< rocks that passed; each counts once
  std::uint32_t deposits = 0;  ///< rocks that stopped here
  std::uint32_t above_30 = 0;  ///< passages with at least 30 kJ
  std::uint32_t above_300 = 0;
  float energy_max = 0;  ///< J
  ValueCounts energy, height, velocity;

  void add(const CellRecord& other);
};

/** Counts are whole numbers and maxima: the result does not depend on the order of the rocks. */
class CellStatistics {
 public:
  CellStatistics(const CellGrid& grid, std::size_t classes) : grid_(grid), records_(classes), rocks_(classes, 0) {}

  /** Adds one rock. @param deposit  cell in which it stopped, or no_cell */
  void add(std::size_t rock_class, const Footprint& footprint, std::uint32_t deposit);
  /** Adds the rocks of another part of the same campaign. */
  void add(const CellStatistics& other);

  const CellGrid& grid() const { return grid_; }
  std::size_t classes() const { return rocks_.size(); }
  /** Rocks of a class, whether they reached the grid or not. */
  std::uint64_t rocks(std::size_t rock_class) const { return rocks_[rock_class]; }
  /** The cells that rocks of a class passed. */
  const std::unordered_map<std::uint32_t, CellRecord>& records(std::size_t rock_class) const {
    return records_[rock_class];
  }
  /** The cells that rocks of any of these classes passed. */
  std::unordered_map<std::uint32_t, CellRecord> records_of(const std::vector<std::size_t>& classes) const;

  /** Bytes that the cells passed so far will take, about, after so many rocks. */
  double bytes_after(double rocks) const;

  void write(ByteWriter& out) const;
  /** Adds what write() has written. Throws InputError for cells outside of the grid and for impossible counts. */
  void read(ByteReader& in);

 private:
  CellGrid grid_;
  std::vector<std::unordered_map<std::uint32_t, CellRecord>> records_;  ///< by class
  std::vector<std::uint64_t> rocks_;
};

}  // namespace sandbox
#endif
