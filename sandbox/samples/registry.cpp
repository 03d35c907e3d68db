// The table of all samples.
#include "common/error.h"
#include "samples/samples.h"

namespace sandbox::samples {

const std::vector<Sample>& all() {
  static const std::vector<Sample> samples = {
      {"Basics", "first_fall", "First fall", "A block falls onto a slope and tumbles down.",
       "less friction: it slides more and tumbles less.", "ground.mu_min", first_fall},
      {"Basics", "block_stands", "A block stands", "Friction holds a block on 25 degrees without creep.",
       "lower mu_min below tan 25 = 0.47 and it begins to slide.", "ground.mu_min", block_stands},
      {"Basics", "block_slides", "A block slides", "The same block on 35 degrees slides and does not tip over.",
       "raise mu_min above tan 35 = 0.70 and it stops.", "ground.mu_min", block_slides},
      {"Basics", "shapes", "Shapes", "Standard shapes of the same mass: round ones roll farther than flat ones.",
       "more rolling resistance stops the round ones earlier.", "ground.rolling_resistance", shapes_side_by_side},
      {"Basics", "bounce", "A ball bounces", "Each bounce reaches 0.64 of the height before: restitution 0.8 squared.",
       "change the restitution while it bounces.", "ground.restitution_normal", bounce},
      {"Free rotation", "intermediate_axis", "Intermediate axis",
       "A box that rotates about its intermediate axis flips again and again.",
       "choose the explicit scheme in the panel: the box leaves this axis and does not come back.", "time_step",
       intermediate_axis},
      {"Free rotation", "three_axes", "Three axes",
       "About its shortest and its longest axis a box rotates steadily, about the middle one it flips.",
       "a larger time step: the implicit scheme keeps the two stable axes stable.", "time_step",
       rotation_about_three_axes},
      {"Free rotation", "schemes_in_flight", "Schemes in flight",
       "The same rotation about the axis of greatest inertia by four schemes: only the explicit one leaves it.",
       "a smaller time step: the explicit scheme fails later.", "time_step", free_rotation_schemes},
      {"Contact", "edge_landing", "Landing on an edge", "A plate lands on its edge and falls flat.",
       "some restitution lets it jump.", "ground.restitution_normal", edge_landing},
      {"Contact", "face_landing", "Landing on a face", "A box lands on a face: four contacts at once, and no rotation.",
       "some restitution: it jumps without rotation.", "ground.restitution_normal", face_landing},
      {"Contact", "rolling_ball", "Sliding, then rolling", "A ball slides first, then rolls at 5/7 of its first speed.",
       "less friction: it slides for longer.", "ground.mu_min", rolling_ball},
      {"Contact", "terrain_vertices", "Terrain finer than the rock",
       "Vertices of the terrain, and not only those of the rock, touch and carry a large block.",
       "more friction stops the block on the rough slope.", "ground.mu_min", terrain_vertices},
      {"Soft ground", "scarring", "Friction grows with slippage",
       "Friction grows with slippage until the block tips over.", "a lower mu_max: the block slides on.",
       "ground.mu_max", scarring},
      {"Soft ground", "scars_in_meadow", "Scars in a meadow",
       "The ground of a meadow gives way: dark scars show where, and the rocks slow down.",
       "a stronger soil: shallower scars.", "ground.soil_strength", scars_in_meadow},
      {"Soft ground", "soft_and_hard", "Soft and hard ground",
       "The same plates on wet meadow and on coarse debris: the soft ground stops them first.",
       "a stronger soil on the soft ground: they come farther.", "ground.soil_strength", soft_and_hard},
      {"Soft ground", "drag", "A layer of drag", "A layer of drag above the ground stops the same rocks earlier.",
       "a thicker layer.", "ground.layer_height", soil_layer},
      {"Wheel", "wheel", "The wheel",
       "A block that starts to roll about its minor axis changes to rolling about its major axis.",
       "some rolling resistance: it slows down and falls over.", "ground.rolling_resistance", wheel},
      {"Wheel", "wheel_ensemble", "Sixty wheels",
       "Sixty blocks that start about their minor axis: those that run farthest become wheels.",
       "much less friction, such as 0.5: all slide on, and few become wheels.", "ground.mu_min", wheel_ensemble},
      {"Ramp", "ramp", "Ramp", "Platy rocks come down 40 degrees and stop on level ground.",
       "less friction: the plates slide instead of rolling, and stop earlier.", "ground.mu_min", ramp},
      {"Ramp", "rough_ramp", "Rough ramp", "On a rough surface the same rocks jump higher and stop earlier.",
       "more friction.", "ground.mu_min", rough_ramp},
      {"Mountain", "mountain", "Maunga Whau",
       "Rocks from the crater rim race down the flank, on the ground ramms_medium_hard, the fastest ones to its foot.",
       "slower growth of friction with slippage: the plates slide instead of rolling, and stop earlier.",
       "ground.kappa", mountain},
      {"Mountain", "thousand", "A thousand rocks", "A thousand rocks at once on a 500 x 500 terrain.",
       "less drag in contact.", "ground.contact_drag", thousand},
      {"Mountain", "forest", "Forest", "In a forest, a drag layer of 30 m, the rocks of the mountain stop earlier.",
       "a thinner forest.", "ground.layer_drag", forest},
      {"Models compared", "schemes_on_a_ramp", "Schemes on a ramp",
       "Explicit and implicit scheme from the same start: the explicit rocks do not roll on as wheels and stop "
       "earlier.",
       "a smaller time step.", "time_step", schemes_on_a_ramp},
      {"Models compared", "wheel_by_schemes", "The wheel by two schemes",
       "The same start by implicit and explicit scheme: the paths diverge, and the implicit block becomes a wheel.",
       "a smaller time step: they stay together for longer.", "time_step", wheel_by_schemes},
      {"Models compared", "contact_models", "Contact models",
       "Hard contact and the legacy models of RocFall3: only the hard contact spreads to the sides.",
       "friction of the hard contact model.", "ground.mu_min", contact_models},
      {"Special cases", "seams", "Seams of the terrain",
       "A box slides over the seams of a level grid without catching.",
       "other friction: it slides v^2 / (2 mu g) = 26 m.", "ground.mu_min", seams},
      {"Special cases", "edge_of_terrain", "Edge of the terrain",
       "Rocks that leave the terrain end at its edge: crosses, not dots.", "rolling resistance keeps them on it.",
       "ground.rolling_resistance", edge_of_terrain},
  };
  return samples;
}

const Sample* find_or_null(const std::string& name) {
  for (const Sample& sample : all()) {
    if (name == sample.name) return &sample;
  }
  return nullptr;
}

const Sample& find(const std::string& name) {
  if (const Sample* const found = find_or_null(name)) return *found;
  std::string names;
  for (const Sample& sample : all()) names += std::string(names.empty() ? "" : ", ") + sample.name;
  throw InputError("sample '" + name + "' is unknown; there are: " + names);
}

}  // namespace sandbox::samples
