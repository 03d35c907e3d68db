// The samples of the live sandbox.
#ifndef ROCKFALL_SANDBOX_SAMPLES_SAMPLES_H
#define ROCKFALL_SANDBOX_SAMPLES_SAMPLES_H

#include <string>
#include <vector>

#include "samples/setup.h"

namespace sandbox::samples {

/** One sample. */
struct Sample {
  const char* category;
  const char* name;  ///< as --sample takes it
  const char* title;
  const char* description;  ///< one sentence: what to observe
  const char* hint;         ///< what to try
  const char* suggested;    ///< name of the parameter to change first; empty if there is none
  Setup (*make)();          ///< throws InputError
};

/** All samples, by category. */
const std::vector<Sample>& all();
/** Null if there is none. */
const Sample* find_or_null(const std::string& name);
/** Throws InputError listing the names there are. */
const Sample& find(const std::string& name);

// Building blocks of the samples.

/** A plane that falls towards +x, one rock of the given shape and size, and Coulomb friction. */
Setup on_plane(double slope_deg, const std::string& shape, double x, double y, double z, double mu);
/** Sets the height of a state such that the rock is `clearance` (m) above the ground. Throws InputError where there is
 * no ground. */
void place(const BuiltScene& built, rf_state& state, double clearance);
/** A state above the ground at x, y. Throws InputError where there is no ground. */
rf_state placed(const BuiltScene& built, double x, double y, double clearance);
/** Rotates a state about an axis of I. */
void turn(rf_state& state, double x, double y, double z, double angle);

// basics.cpp
Setup first_fall();
Setup block_stands();
Setup block_slides();
Setup shapes_side_by_side();
Setup bounce();
// free_rotation.cpp
Setup intermediate_axis();
Setup free_rotation_schemes();
Setup rotation_about_three_axes();
// contact.cpp
Setup edge_landing();
Setup face_landing();
Setup rolling_ball();
Setup terrain_vertices();
// scarring.cpp
Setup scarring();
Setup soft_and_hard();
Setup scars_in_meadow();
Setup soil_layer();
// wheel.cpp
Setup wheel();
Setup wheel_ensemble();
// ramp.cpp
Setup ramp();
Setup rough_ramp();
// mountain.cpp
Setup mountain();
Setup thousand();
Setup forest();
// compared.cpp
Setup schemes_on_a_ramp();
Setup wheel_by_schemes();
Setup contact_models();
// issues.cpp
Setup seams();
Setup edge_of_terrain();

}  // namespace sandbox::samples
#endif
