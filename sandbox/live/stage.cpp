#include "live/stage.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "common/scale.h"

namespace sandbox::live {
namespace {

constexpr rockfall_viewer::Colour stone{0.62f, 0.57f, 0.51f};

static_assert(sizeof(TrackSegment) == sizeof(rockfall_viewer::RibbonSegment), "tracks are ribbons");

/** Interpolates between two orientations that differ little. */
void blend(const double* a, const double* b, double share, double* out) {
  double product = 0, square = 0;
  for (int k = 0; k < 4; ++k) product += a[k] * b[k];
  for (int k = 0; k < 4; ++k) {
    out[k] = (1 - share) * (product < 0 ? -a[k] : a[k]) + share * b[k];
    square += out[k] * out[k];
  }
  for (int k = 0; k < 4; ++k) out[k] /= std::sqrt(square);
}

/** A cell of the terrain divided so that it shows relief of the given spacing. */
double divided(double cell, double spacing) { return cell / std::ceil(cell / spacing); }

bool is_endless(const World& world) { return world.built().grid().columns == 0; }

/** Makes a part of an endless plane twice as long towards a position, until that lies inside of it by `margin`. Its
 * size does not depend on how often the rocks are drawn. */
void enlarge_to(const double position[2], double margin, rf_rectangle& part) {
  constexpr double farthest = 1e5;  // m; single precision of the viewer: 8 mm
  double *const low[2] = {&part.x_min, &part.y_min}, *const high[2] = {&part.x_max, &part.y_max};
  for (int k = 0; k < 2; ++k) {
    const double wanted = std::clamp(position[k], -farthest, farthest);
    while (wanted < *low[k] + margin) *low[k] -= *high[k] - *low[k];
    while (wanted > *high[k] - margin) *high[k] += *high[k] - *low[k];
  }
}

/** @param area  of the grid, or the part of an endless plane that is drawn, m */
rockfall_viewer::TerrainExtent extent_of(const World& world, const rf_rectangle& area) {
  const rf_grid& grid = world.built().grid();
  constexpr double most_of_plane = 2e6;
  const double cell = std::max(1.0, std::sqrt((area.x_max - area.x_min) * (area.y_max - area.y_min) / most_of_plane));
  rockfall_viewer::TerrainExtent extent = {area, cell, cell};
  if (!is_endless(world)) {
    extent.cell_x = grid.cell_x;
    extent.cell_y = grid.cell_y;
  }
  const auto& roughness = world.setup().scenario.roughness;
  if (!roughness) return extent;
  const double cell_x = divided(extent.cell_x, roughness->spacing), cell_y = divided(extent.cell_y, roughness->spacing);
  constexpr double most_cells = 4e6;  // sampled in less than a second
  if ((area.x_max - area.x_min) / cell_x * ((area.y_max - area.y_min) / cell_y) > most_cells) return extent;
  return {area, cell_x, cell_y};
}

/** Value that 2 % of the segments exceed, of a sample of them. */
double high_value(const std::vector<rockfall_viewer::RibbonSegment>& segments, std::size_t quantity) {
  constexpr std::size_t most = 4000;
  std::vector<float> values;
  for (std::size_t i = 0; i < segments.size(); i += 1 + segments.size() / most) {
    values.push_back(segments[i].to_value[quantity]);
  }
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(0.98 * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return static_cast<double>(*place);
}

/** Maximum of a colour scale: a number with few digits, not much above the largest value. */
double scale_end(double value) {
  static constexpr double ends[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double end : ends) {
    if (end * power >= value) return end * power;
  }
  return 10 * power;
}

}  // namespace

Stage::Stage(rockfall_viewer::Viewer::Loader loader) : viewer_(loader) {}

void Stage::open(Session& session) {
  const World& world = session.world();
  area_ = is_endless(world) ? world.setup().shown : world.built().grid_area();
  set_terrain(session);
  set_trees(world);
  terrain_diagonal_ = std::hypot(area_.x_max - area_.x_min, area_.y_max - area_.y_min);
  using rockfall_viewer::TerrainColour;
  TerrainColour& colour = display.look.terrain_colour;
  if (session.terrain_image() != nullptr) {
    colour = TerrainColour::image;
  } else if (colour == TerrainColour::image) {  // the last scene had one
    colour = TerrainColour::ground;
  }
  display.selection = false;
  hazard_.begin(area_, world.setup().apart);
  display.hazard_variant = 0;
  overlay_.reset();
  if (display.hazard == HazardQuantity::file) display.hazard = HazardQuantity::none;
  set_lines_on_ground(world);
  point_cameras(world);
}

void Stage::set_lines_on_ground(const World& world) {
  const auto range = viewer_.height_range();
  display.look.contour_interval = round_up(std::max(range[1] - range[0], 1.0) / 25);
  // A level terrain has no contours: lines along the cells of a level grid show its seams.
  const rf_grid& grid = world.built().grid();
  const bool level = grid.columns != 0 && range[1] - range[0] < 1e-6;
  display.look.grid_interval = grid.columns == 0 ? 10 : level ? grid.cell_x : 0;
}

void Stage::update(Session& session) {
  const World& world = session.world();
  if (!started_ || scene_ != session.scene_number()) {
    open(session);
    viewer_.set_rocks(world.built().scene().rocks, world.built().scene().rock_count);
    started_ = true;
  }
  if (shapes_ != session.shape_number() && scene_ == session.scene_number()) {
    viewer_.set_rocks(world.built().scene().rocks, world.built().scene().rock_count);
  }
  if (ground_ != session.ground_number() && scene_ == session.scene_number()) {
    const rf_terrain& terrain = world.built().scene().terrain;
    // The ground contains the heights of relief.
    if (world.setup().scenario.roughness) {
      set_terrain(session);
    } else {
      viewer_.set_ground(terrain);
    }
    set_trees(world);
  }
  update_ribbons(session);
  shown_time_ = world.time();
  scene_ = session.scene_number();
  shapes_ = session.shape_number();
  ground_ = session.ground_number();
  rocks_.clear();
  arrows_.clear();
  markers_.clear();
  air_spots_.clear();
  update_scars(world);
  const double between = session.pacer.between(world.settings().time_step);
  add_rocks(world, between);
  draw_plane_below_rocks(session);
  add_dust(world, world.time() - (1 - between) * world.settings().time_step);
  add_former_run(world);
  add_contacts(world);
  add_selection(world);
  update_hazard(world);
  follow_rock(world, session.pacer.between(world.settings().time_step));
  keep_above_ground(world.built().scene().terrain);
}

void Stage::set_terrain(const Session& session) {
  const World& world = session.world();
  viewer_.set_terrain(world.built().scene().terrain, extent_of(world, area_));
  hazard_shown_ = HazardQuantity::none;
  const Picture* const image = session.terrain_image();
  if (image != nullptr) viewer_.set_image(image->width, image->height, image->bytes.data());
}

void Stage::draw_plane_below_rocks(const Session& session) {
  const World& world = session.world();
  if (!is_endless(world)) return;
  const rf_rectangle &first = world.setup().shown, before = area_;
  const double margin = 0.1 * std::min(first.x_max - first.x_min, first.y_max - first.y_min);
  for (const rockfall_viewer::RockInstance& rock : rocks_) enlarge_to(rock.position, margin, area_);
  if (std::memcmp(&before, &area_, sizeof before) == 0) return;
  set_terrain(session);
  hazard_.begin(area_, world.setup().apart);
}

void Stage::update_or_close(Session& session) {
  try {
    update(session);
  } catch (const rockfall_viewer::ViewerError& error) {
    const std::string reason = session.scene_name() + " cannot be drawn: " + error.what();
    const bool closed = session.scene_name() != closed_scene && session.open_sample(closed_scene);
    session.say(reason);
    if (!closed) throw;
    update(session);
  }
}

void Stage::update_ribbons(Session& session) {
  const World& world = session.world();
  const bool another = scene_ != session.scene_number() || generation_ != world.tracks().generation();
  generation_ = world.tracks().generation();
  if (another || ribbons_.size() > world.tracks().segments().size()) {
    ribbons_.clear();
    ground_spots_.clear();
  }
  const std::size_t had = ribbons_.size();
  ribbons_.resize(world.tracks().segments().size());
  if (ribbons_.size() > had) {
    std::memcpy(static_cast<void*>(ribbons_.data() + had), world.tracks().segments().data() + had,
                (ribbons_.size() - had) * sizeof(TrackSegment));
    move_apart(world, ribbons_, had);
  }
  viewer_.set_ribbons(ribbons_.data(), ribbons_.size(), generation_ + (session.scene_number() << 32));
  if (display.automatic_scale) {
    static constexpr double least[4] = {1, 1, 0.1, 1};
    const auto quantity = static_cast<std::size_t>(display.look.ribbon_colour) % 4;
    display.look.ribbon_maximum = scale_end(std::max(high_value(ribbons_, quantity), least[quantity]));
  }
  // At an earlier moment, later segments of the trajectories are hidden.
  const std::vector<Moment>& moments = world.timeline().moments();
  const std::size_t later = world.timeline().first_after(world.step());
  ribbon_count_ = later == moments.size() ? ribbons_.size() : moments[later].segments;
}

void Stage::add_rocks(const World& world, double between) {
  for (std::size_t i = 0; i < world.variants().size(); ++i) {
    const Variant& variant = world.variants()[i];
    for (std::size_t rock = 0; rock < variant.states.size(); ++rock) {
      const rf_state &now = variant.states[rock], &before = variant.before[rock];
      const bool several = world.variants().size() > 1;
      rockfall_viewer::RockInstance instance{{}, {}, now.rock, several ? rockfall_viewer::series_colour(i) : stone};
      for (std::size_t k = 0; k < 3; ++k) {
        instance.position[k] = (1 - between) * before.position[k] + between * now.position[k] +
                               static_cast<double>(i) * world.setup().apart[k];
      }
      blend(before.orientation, now.orientation, between, instance.orientation);
      if (now.end != RF_MOVING) {
        if (!several) instance.colour = rockfall_viewer::end_colour(now.end);
        const bool left = now.end == RF_ENDED_LEFT_TERRAIN, limit = now.end == RF_ENDED_TIME_LIMIT;
        const rockfall_viewer::Marker marker{
            {instance.position[0], instance.position[1], instance.position[2]},
            several ? rockfall_viewer::series_colour(i) : rockfall_viewer::end_colour(now.end),
            static_cast<float>((left ? 11 : 7) * line_scale),
            left    ? rockfall_viewer::MarkerShape::cross
            : limit ? rockfall_viewer::MarkerShape::ring
                    : rockfall_viewer::MarkerShape::disc};
        if (display.deposits && variant.states.size() > 1) markers_.push_back(marker);
      } else if (rock == world.watched() && variant.states.size() > 1 && !several) {
        instance.colour = {0.95f, 0.80f, 0.20f};
      }
      rocks_.push_back(instance);
    }
  }
}

void Display::set_quality(Quality wanted) {
  quality = wanted;
  look.shadows = look.occlusion = wanted != Quality::low;
  look.grain = wanted == Quality::high;
  dust = wanted != Quality::low;
}

void Display::ribbon_colour_of_scene(std::size_t variants) {
  using rockfall_viewer::RibbonColour;
  if (variants > 1) look.ribbon_colour = RibbonColour::series;
  if (variants <= 1 && look.ribbon_colour == RibbonColour::series) look.ribbon_colour = RibbonColour::velocity;
}

void Stage::draw() {
  rockfall_viewer::Frame frame;
  frame.rocks = rocks_.data();
  frame.rock_count = rocks_.size();
  frame.arrows = arrows_.data();
  frame.arrow_count = arrows_.size();
  frame.markers = markers_.data();
  frame.marker_count = markers_.size();
  frame.ground_spots = ground_spots_.data();
  frame.ground_spot_count = ground_spot_count_;
  frame.air_spots = air_spots_.data();
  frame.air_spot_count = air_spots_.size();
  frame.outlined = outlined_;
  frame.ribbon_count = ribbon_count_;
  rockfall_viewer::Look look = display.look;
  look.ribbon_time = shown_time_;
  look.ribbon_fade = display.fading ? 10 : 0;
  look.ribbon_width *= line_scale * (rocks_.size() > 200 ? 0.5 : 1);
  look.min_rock_size *= line_scale;
  viewer_.draw(camera(), frame, look);
}

}  // namespace sandbox::live
