// Rock shapes: standard ones by name and point clouds from files.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SHAPES_H
#define ROCKFALL_SANDBOX_SCENARIO_SHAPES_H

#include <array>
#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** Names of the standard shapes. */
const std::vector<std::string>& shape_names();

/** True for the standard shapes of which the number of points can be chosen. */
bool has_point_count(const std::string& shape);
/** True for the standard shape that is drawn by a seed. */
bool has_seed(const std::string& shape);
/** Why the number of points, or the seed, of another shape has no effect. */
constexpr const char* only_some_have_points = "only disc, ellipsoid and random have a number of points";
constexpr const char* only_random_has_seed = "only random has a seed";

/** Size of the standard shape that the spec names, m: as given, else the default of the shape; before any scaling to a
 * mass. Throws InputError. */
std::array<double, 3> size_of_shape(const RockSpec& spec);

/** Points of the file or of the standard shape that the spec names. Throws InputError. */
std::vector<double> points_of(const RockSpec& spec);

/** Warning about a density that is given and probably not intended, such as one in t/m3; empty: none. */
std::string density_warning(const RockSpec& spec);

/** Warnings about sizes and masses that are probably not intended: millimetres, tonnes. */
std::vector<std::string> rock_warnings(const RockSpec& spec, const rf::Rock& rock);

/** Cooks the rock of a spec. Throws InputError with the library's text. */
rf::Rock cook_rock(const RockSpec& spec);

/** The same with points_of(spec), for several sizes of one cloud. */
rf::Rock cook_rock(const RockSpec& spec, const std::vector<double>& points);

}  // namespace sandbox
#endif
