/* rockfall/rockfall.hpp: an owning C++17 layer over the C API, header only. It manages memory and reports errors. It
 * uses the structs of the C headers and can be mixed with calls of C functions.
 *
 *   rf::Rock           a cooked shape with its aligned block
 *   rf::GridTerrain    a grid with its arrays
 *   rf::PlaneTerrain   an inclined plane
 *   rf::Relief         random relief over another terrain; a scene makes its own: Scene::set_roughness()
 *   rf::Scene          rocks, terrain and settings; made by rf::SceneBuilder
 *   rf::Events         buffer, tracks and zones for the events of Scene::step_many()
 *
 * Errors are values: calls that can fail return rf::Status or rf::Result<T>. To get exceptions instead, call require()
 * or value(), which throw rf::Exception. With -fno-exceptions (or with RF_NO_EXCEPTIONS defined) these two print the
 * error text and abort. RTTI is not needed.
 *
 *   rf::Scene scene = rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(-0.5).build().value();
 *   rf_state state = scene.place(0, 0, 0, 2).value();
 *   while (state.end == RF_MOVING) scene.step(state).require();  // friction 0.6 holds it on a slope of 0.5
 *
 * Objects can be moved but not copied; a move keeps the addresses that a scene refers to. Thread-safety as in the C
 * API: any number of threads may use the same const object. If the block of a rock cannot be allocated, a status is
 * returned; std::vector, which holds the arrays, throws as usual.
 */
#ifndef ROCKFALL_HPP
#define ROCKFALL_HPP

#include "cpp/events.hpp"
#include "cpp/relief.hpp"
#include "cpp/rock.hpp"
#include "cpp/scene.hpp"
#include "cpp/status.hpp"
#include "cpp/terrain.hpp"
#include "rockfall.h"

#endif
