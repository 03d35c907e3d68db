// The samples of the live sandbox.
#ifndef ROCKFALL_SANDBOX_SAMPLES_SAMPLES_H
#define ROCKFALL_SANDBOX_SAMPLES_SAMPLES_H

#include <string>
#include <vector>

#include "live/setup.h"

namespace sandbox::samples {

/** One sample. */
struct Sample {
  const char* category;
  const char* name;         ///< as --sample takes it
  const char* description;  ///< one sentence: what to look at
  live::Setup (*make)();    ///< throws InputError
};

/** All samples, by category. */
const std::vector<Sample>& all();
/** Throws InputError listing the names there are. */
const Sample& find(const std::string& name);

// Building blocks of the samples.

/** A plane that falls towards +x, one rock of the given shape and size, and Coulomb friction. */
live::Setup on_plane(double slope_deg, const std::string& shape, double x, double y, double z, double mu);
/** The state above the ground at a place. Throws InputError where there is none. */
rf_state placed(const BuiltScene& built, double x, double y, double clearance);
/** Turns a state about an axis of I before it is placed. */
void turn(rf_state& state, double x, double y, double z, double angle);

// basics.cpp
live::Setup first_fall();
live::Setup block_stands();
live::Setup block_slides();
live::Setup shapes_side_by_side();
live::Setup bounce();
// free_rotation.cpp
live::Setup intermediate_axis();
live::Setup free_spin_schemes();
live::Setup spin_about_minor_axis();
live::Setup spin_about_major_axis();
// contact.cpp
live::Setup edge_landing();
live::Setup face_landing();
live::Setup rolling_ball();
live::Setup terrain_vertices();
// scarring.cpp
live::Setup scarring();
live::Setup soft_and_hard();
live::Setup soil_layer();
// wheel.cpp
live::Setup wheel();
live::Setup wheel_ensemble();
// ramp.cpp
live::Setup ramp();
live::Setup rough_ramp();
// mountain.cpp
live::Setup mountain();
live::Setup thousand();
live::Setup forest();
// compared.cpp
live::Setup schemes_on_a_ramp();
live::Setup wheel_by_schemes();
live::Setup contact_models();
// issues.cpp
live::Setup seams();
live::Setup edge_of_terrain();

}  // namespace sandbox::samples
#endif
