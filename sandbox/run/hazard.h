// Accumulators of a campaign: the passages of all rocks over cells, and their steps near lines.
#ifndef ROCKFALL_SANDBOX_RUN_HAZARD_H
#define ROCKFALL_SANDBOX_RUN_HAZARD_H

#include <functional>
#include <optional>
#include <vector>

#include "run/cell_statistics.h"
#include "run/check_lines.h"
#include "scenario/scene_builder.h"

namespace sandbox {

/** The cells and lines for which results are accumulated. */
struct HazardPlan {
  std::optional<CellGrid> cells;
  std::vector<CheckLine> lines;
  std::size_t classes = 1;

  bool empty() const { return !cells && lines.empty(); }
};

/** Cells over the terrain, from its north-west corner on as the pixels of its file. Throws InputError for a plane and
 * for too many cells. @param cell  m */
CellGrid cells_over(const BuiltScene& built, double cell);

/** Reads the lines of a scenario. Throws InputError. */
std::vector<CheckLine> make_lines(const Scenario& scenario, const BuiltScene& built);

/** A sentence for each line that lies beside the terrain or on which rocks start, and for each file with features
 *  without geometry.
 *  @param lines  those of the scenario */
std::vector<std::string> warnings_of_lines(const Scenario& scenario, const BuiltScene& built,
                                           const std::vector<CheckLine>& lines);

/** The same, and a sentence each for return periods without rasters and for rasters of very few or very many
 * cells. */
std::vector<std::string> warnings_of_plan(const Scenario& scenario, const BuiltScene& built, const HazardPlan& plan);

/** Results for a set of rocks. */
struct Hazard {
  explicit Hazard(const HazardPlan& plan);

  /** Adds the rocks of another part of the same campaign. */
  void add(const Hazard& other);
  /** Sorts the crossings by rock and time. */
  void sort();
  void write(ByteWriter& out) const;
  void read(ByteReader& in);

  std::optional<CellStatistics> cells;
  std::vector<std::vector<Crossing>> crossings;  ///< by line
};

/** Collects the passages and crossings of one rock. */
class RockFollower {
 public:
  /** @param release  of the rock. The plan outlives the follower. */
  RockFollower(const HazardPlan& plan, const Passage& release);

  /** Adds the steps over one cell. @param top  see Footprint */
  void add(const rf_cell_passage& passage, double top) { footprint_->add(passage, top); }

  /** The lines are followed from here on: nothing has been crossed since the last step. */
  void start_lines(const Passage& passage);
  /** True if the rock may reach a line on a path of this length, m. */
  bool may_reach_line(double path) const;
  /** The rock has moved along such a path, on which it does not reach a line. */
  void skip_lines(double path);
  /** Adds the next step to the lines. */
  void add_to_lines(const Passage& passage);
  /** Adds the step by which the rock leaves the ground, up to the edge.
   *  @param over_ground  of a position, x y */
  void leave_over_lines(const Passage& passage, const std::function<bool(const double*)>& over_ground);

  /** Adds the rock to the results. */
  void finish(std::uint32_t rock, std::size_t rock_class, const rf_state& end, Hazard& hazard) const;

 private:
  std::optional<Footprint> footprint_;
  std::vector<LineFollower> lines_;
  std::vector<std::vector<Crossing>> crossings_;
};

}  // namespace sandbox
#endif
