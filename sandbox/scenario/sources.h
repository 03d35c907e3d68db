// Where rocks start: the releases of a scenario.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SOURCES_H
#define ROCKFALL_SANDBOX_SCENARIO_SOURCES_H

#include <rockfall/rockfall.h>

#include <string>
#include <vector>

#include "common/bytes.h"
#include "io/vectors.h"
#include "scenario/rock_classes.h"
#include "scenario/scenario.h"
#include "scenario/source_cells.h"

namespace sandbox {

/** One point, line, area or set of cells. */
struct Source {
  std::string name;
  std::string place;           ///< file, line and key, for messages; empty: not of a file
  rf_release release{};        ///< local coordinates; its points are those below
  std::vector<double> points;  ///< x y x y ...
  Shape polygon;               ///< world coordinates, with its holes; empty if it has none
  SourceCells cells;
  double weight = 1;               ///< relative number of rocks
  std::vector<std::size_t> rocks;  ///< classes released; empty: all
};

class Sources {
 public:
  /** Throws InputError. */
  Sources(const Scenario& scenario, const std::vector<RockClass>& classes, const SourceTerrain& terrain);

  std::size_t count() const { return sources_.size(); }
  const Source& operator[](std::size_t index) const { return sources_[index]; }
  /** What is doubtful in the files, a sentence each. */
  const std::vector<std::string>& warnings() const { return warnings_; }

  /** Writes the names and all that the starts depend on beside scene and seed; different sources give different bytes.
   */
  void put(ByteWriter& out) const;

  /** Number of the source of a rock. */
  std::size_t source_of(std::uint32_t rock) const;

  /** Initial state of a rock. A position without ground is drawn again.
   *  @param redrawn  nullable; the number of positions drawn again is added
   *  Throws InputError, with world coordinates, where no ground is found. */
  rf_state start(const rf_scene& scene, std::uint32_t rock, std::uint64_t seed, std::uint32_t* redrawn) const;

 private:
  void add(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain);
  void add_runs(const ReleaseSpec& spec, const double* origin);
  void add_vectors(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain);
  void add_cells(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain);
  Source common(const ReleaseSpec& spec) const;
  double share_of(std::uint32_t rock) const;
  void choose_shape(const Source& source, std::uint32_t rock, rf_release& release) const;
  /** For the end of a message: the area of the terrain; empty for a plane. */
  std::string text_of_extent() const;

  std::vector<RockClass> classes_;
  std::vector<Source> sources_;
  std::vector<std::string> warnings_;
  bool by_weight_ = false;           ///< else rocks use the sources in turn
  bool of_runs_ = false;             ///< the sources are the runs of a table
  bool by_share_ = false;            ///< else rocks use the shapes in turn
  double extent_[4] = {0, 0, 0, 0};  ///< world: x from, x to, y from, y to; all 0 for a plane
};

}  // namespace sandbox
#endif
