// One line a sample.
#include "error.h"
#include "samples/samples.h"

namespace sandbox::samples {

const std::vector<Sample>& all() {
  static const std::vector<Sample> samples = {
      {"Basics", "first_fall", "A block falls onto a slope and tumbles down.", first_fall},
      {"Basics", "block_stands", "Friction holds a block on 25 degrees: it stands, it does not creep.", block_stands},
      {"Basics", "block_slides", "The same block on 35 degrees slides.", block_slides},
      {"Basics", "shapes", "Standard shapes of the same mass, side by side.", shapes_side_by_side},
      {"Basics", "bounce", "A ball with a restitution of 0.8 on level ground.", bounce},
      {"Free spin", "intermediate_axis", "A box turning about its middle axis flips over and over.", intermediate_axis},
      {"Free spin", "schemes_in_flight", "The same spin by four schemes: only the explicit one errs.",
       free_spin_schemes},
      {"Free spin", "minor_axis", "Turning about the axis of least inertia is stable.", spin_about_minor_axis},
      {"Free spin", "major_axis", "Turning about the axis of greatest inertia is stable.", spin_about_major_axis},
      {"Contact", "edge_landing", "A plate lands on its edge.", edge_landing},
      {"Contact", "face_landing", "A box lands on a face: four contacts at once.", face_landing},
      {"Contact", "rolling_ball", "A ball slides first, then rolls.", rolling_ball},
      {"Contact", "terrain vertices", "Terrain finer than the rock: terrain vertices touch its faces.",
       terrain_vertices},
      {"Scarring", "scarring", "A block digs in while friction grows with slippage, then tips over.", scarring},
      {"Scarring", "soft_and_hard", "The same plates on soil that gives way the more they slip.", soft_and_hard},
      {"Scarring", "drag", "A layer of drag above the ground slows the rocks.", soil_layer},
      {"Wheel", "wheel", "A block started rolling turns into a wheel.", wheel},
      {"Wheel", "wheel_ensemble", "Sixty blocks with small tilts: many become wheels.", wheel_ensemble},
      {"Ramp", "ramp", "Platy rocks down 40 degrees onto level ground.", ramp},
      {"Ramp", "rough_ramp", "The ramp with a rough surface.", rough_ramp},
      {"Mountain", "mountain", "Rocks from the crater rim of Maunga Whau.", mountain},
      {"Mountain", "thousand", "A thousand rocks at once on a 500 x 500 terrain.", thousand},
      {"Mountain", "forest", "The mountain with a drag layer like a forest.", forest},
      {"Models compared", "schemes_on_a_ramp", "Explicit and implicit from the same start.", schemes_on_a_ramp},
      {"Models compared", "wheel_by_schemes", "The wheel, explicit and implicit: they part.", wheel_by_schemes},
      {"Models compared", "contact_models", "Hard contact beside the legacy models of RocFall3.", contact_models},
      {"Issues", "seams", "A box slides over the seams of a level grid without catching.", seams},
      {"Issues", "edge_of_terrain", "Rocks leave the terrain: they end there.", edge_of_terrain},
  };
  return samples;
}

const Sample& find(const std::string& name) {
  std::string names;
  for (const Sample& sample : all()) {
    if (name == sample.name) return sample;
    names += std::string(names.empty() ? "" : ", ") + sample.name;
  }
  throw InputError("sample '" + name + "' is unknown; there are: " + names);
}

}  // namespace sandbox::samples
