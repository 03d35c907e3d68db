#include "step/passages.h"

#include "numerics/minmax.h"
#include "rock/rock.h"

namespace rockfall {
namespace {

// A rock that returns to the cell of one of its last passages, of which this is the number, continues that passage. One
// that rolls back and forth over the side of a cell then has two passages.
constexpr uint32_t kRemembered = 8;

// False outside of the cells.
bool find_cell(const rf_cells& cells, double x, double y, uint32_t& cell) {
  const double column = in_cells(x, cells.x0, cells.size), row = in_cells(y, cells.y0, cells.size);
  if (!(column >= 0 && row >= 0 && column < cells.columns && row < cells.rows)) return false;
  cell = static_cast<uint32_t>(row) * cells.columns + static_cast<uint32_t>(column);
  return true;
}

rf_cell_passage new_passage(uint32_t cell) {
  rf_cell_passage passage;
  passage.cell = cell;
  passage.steps = 0;
  for (double& maximum : passage.maximum) maximum = kNoMaximum;
  return passage;
}

// Height of the highest vertex above S.
double highest_vertex(const rf_rock& rock, const double orientation[4]) {
  const QuatOf<double> q = {orientation[0], orientation[1], orientation[2], orientation[3]};
  const VectorOf<double> up = upward_in_body(q);
  double highest = kNoMaximum;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    highest = larger_of(highest, height_of(up, rock.padded_x()[i], rock.padded_y()[i], rock.padded_z()[i]));
  }
  return highest;
}

}  // namespace

rf_cell_passage* passage_at(const rf_observation& observation, uint32_t i, double x, double y) {
  uint32_t cell;
  if (!find_cell(*observation.cells, x, y, cell)) return nullptr;
  const uint32_t room = observation.passage_room;
  rf_cell_passage* const passages = observation.passages + size_t{i} * room;
  uint32_t& count = observation.passage_count[i];
  const uint32_t filled = count < room ? count : room, left_out = filled > kRemembered ? filled - kRemembered : 0;
  for (uint32_t k = filled; k > left_out; --k) {
    if (passages[k - 1].cell == cell) return passages + (k - 1);
  }
  if (count >= room) {
    count = room + 1;
    return nullptr;
  }
  passages[count] = new_passage(cell);
  if (double* const top = top_of(observation, passages[count])) *top = kNoMaximum;
  return passages + count++;
}

double* top_of(const rf_observation& observation, const rf_cell_passage& passage) {
  return observation.passage_tops ? observation.passage_tops + (&passage - observation.passages) : nullptr;
}

void observe_passage(const rf_observation& observation, uint32_t i, const rf_scene& scene, const rf_state& state,
                     const double quantity[RF_QUANTITY_COUNT]) {
  if (state.end == RF_ENDED_LEFT_TERRAIN) return;
  rf_cell_passage* const passage = passage_at(observation, i, state.position[0], state.position[1]);
  if (!passage) return;
  ++passage->steps;
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) passage->maximum[q] = larger_of(passage->maximum[q], quantity[q]);
  if (double* const top = top_of(observation, *passage)) {
    *top = larger_of(*top, quantity[RF_JUMP_HEIGHT] + highest_vertex(*scene.rocks[state.rock], state.orientation));
  }
}

}  // namespace rockfall
