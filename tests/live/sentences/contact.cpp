// Contacts: what the samples say.
#include <doctest/doctest.h>

#include <cmath>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void edge_landing() {
  Opened scene("edge_landing");
  CHECK(std::fabs(upright(scene.rock(), 2)) < 0.4);
  scene.run(4);
  CHECK(std::fabs(upright(scene.rock(), 2)) > 0.999);
}

void face_landing() {
  Opened scene("face_landing");
  std::uint32_t contacts = 0;
  for (int i = 0; i < 400 && contacts == 0; ++i) {
    scene.world.advance(1);
    contacts = scene.world.variants()[0].report.contact_count;
  }
  CHECK(contacts == 4);
  scene.run(1);
  CHECK(norm(scene.rock().angular_velocity) < 1e-9);
}

void rolling_ball() {
  Opened scene("rolling_ball");
  scene.run(0.3);
  const double radius = scene.world.built().rock(0)->bounding_radius;
  CHECK(norm(scene.rock().angular_velocity) * radius < 0.8 * norm(scene.rock().velocity));  // it slides
  scene.run(1);
  // The facets of the hull cost some speed.
  CHECK(norm(scene.rock().velocity) == doctest::Approx(8.0 * 5 / 7).epsilon(0.05));
  CHECK(norm(scene.rock().angular_velocity) * radius == doctest::Approx(norm(scene.rock().velocity)).epsilon(0.03));
}

void terrain_vertices() {
  Opened scene("terrain_vertices");
  std::uint32_t of_terrain = 0, of_rock = 0;
  for (int i = 0; i < 1500; ++i) {
    scene.world.advance(1);
    const ContactMarks& marks = scene.world.variants()[0].marks[0];
    for (std::uint32_t k = 0; k < marks.count; ++k) {
      ((marks.contacts[k].feature & RF_TERRAIN_VERTEX_FEATURE) != 0 ? of_terrain : of_rock) += 1;
    }
  }
  CHECK(of_terrain > 100);
  CHECK(of_rock > 0);
}

}  // namespace

Sentences contact_sentences() {
  return {
      {"edge_landing", edge_landing},
      {"face_landing", face_landing},
      {"rolling_ball", rolling_ball},
      {"terrain_vertices", terrain_vertices},
  };
}
