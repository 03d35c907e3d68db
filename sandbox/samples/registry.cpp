// The table of all samples.
#include "common/error.h"
#include "samples/samples.h"

namespace sandbox::samples {

const std::vector<Sample>& all() {
  static const std::vector<Sample> samples = {
      {"Basics", "first_fall", "A block falls onto a slope and tumbles down.", first_fall},
      {"Basics", "block_stands", "Friction holds a block on 25 degrees without creep.", block_stands},
      {"Basics", "block_slides", "The same block on 35 degrees slides.", block_slides},
      {"Basics", "shapes", "Standard shapes of the same mass, side by side.", shapes_side_by_side},
      {"Basics", "bounce", "A ball with a restitution of 0.8 on level ground.", bounce},
      {"Free rotation", "intermediate_axis", "A box that rotates about its intermediate axis flips repeatedly.",
       intermediate_axis},
      {"Free rotation", "schemes_in_flight", "The same rotation by four schemes: only the explicit one fails.",
       free_rotation_schemes},
      {"Free rotation", "minor_axis", "Rotation about the axis of least inertia is stable.", rotation_about_minor_axis},
      {"Free rotation", "major_axis", "Rotation about the axis of greatest inertia is stable.",
       rotation_about_major_axis},
      {"Contact", "edge_landing", "A plate lands on its edge.", edge_landing},
      {"Contact", "face_landing", "A box lands on a face: four contacts at once.", face_landing},
      {"Contact", "rolling_ball", "A ball slides first, then rolls.", rolling_ball},
      {"Contact", "terrain_vertices", "Terrain finer than the rock: terrain vertices touch its faces.",
       terrain_vertices},
      {"Scarring", "scarring", "Friction grows with slippage until the block tips over.", scarring},
      {"Scarring", "scars_in_meadow",
       "The ground of a meadow gives way: dark marks show the scars, the rocks slow down.", scars_in_meadow},
      {"Scarring", "soft_and_hard", "The same plates on soft soil, whose friction grows with slippage.", soft_and_hard},
      {"Scarring", "drag", "A layer of drag above the ground slows the rocks.", soil_layer},
      {"Wheel", "wheel", "A block that starts to roll changes to rolling about its major axis.", wheel},
      {"Wheel", "wheel_ensemble", "Sixty blocks with small tilts: many roll about their major axis.", wheel_ensemble},
      {"Ramp", "ramp", "Platy rocks down 40 degrees onto level ground.", ramp},
      {"Ramp", "rough_ramp", "The ramp with a rough surface.", rough_ramp},
      {"Mountain", "mountain", "Rocks from the crater rim of Maunga Whau.", mountain},
      {"Mountain", "thousand", "A thousand rocks at once on a 500 x 500 terrain.", thousand},
      {"Mountain", "forest", "The mountain with a drag layer that represents a forest.", forest},
      {"Models compared", "schemes_on_a_ramp", "Explicit and implicit scheme from the same start.", schemes_on_a_ramp},
      {"Models compared", "wheel_by_schemes", "The wheel by the explicit and the implicit scheme: the paths diverge.",
       wheel_by_schemes},
      {"Models compared", "contact_models", "Hard contact and the legacy models of RocFall3.", contact_models},
      {"Issues", "seams", "A box slides over the seams of a level grid without catching.", seams},
      {"Issues", "edge_of_terrain", "Rocks that leave the terrain end at its edge.", edge_of_terrain},
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
