// Interface of a compared engine: one rock shape, one terrain, rocks that do not collide with each other.
#pragma once

#include <rockfall/rockfall.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace compare {

/// Input of every engine. Grid and rock outlive the engines.
struct Setup {
  rf_rock_properties rock;
  const rf_grid* grid;
  double friction;     ///< coefficient
  double restitution;  ///< coefficient
  double gravity;      ///< m/s2
  double time_step;    ///< s
};

/// Position and speed of a rock.
struct Motion {
  double position[3];  ///< m
  double speed;        ///< m/s
};

/// A world with the terrain; rocks are added. Not thread-safe.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string version() const = 0;
  /// "double" or "single".
  virtual const char* precision() const = 0;
  /// True if the world can contain more than one rock.
  virtual bool takes_many() const = 0;
  virtual void add(uint32_t number, const rf_state& start) = 0;
  virtual void remove(uint32_t number) = 0;
  /// One time step of all rocks in the world.
  virtual void step() = 0;
  virtual Motion motion(uint32_t number) const = 0;
};

std::unique_ptr<Engine> make_bullet(const Setup& setup, uint32_t rocks);
std::unique_ptr<Engine> make_mujoco(const Setup& setup);
std::unique_ptr<Engine> make_ode(const Setup& setup, uint32_t rocks);

/// A flat face of a hull, with its corners counter-clockwise seen from outside.
struct Face {
  double normal[3];
  double distance;  ///< of the plane from the centre of mass, m
  std::vector<unsigned> corners;
};

/// The faces of a hull: merged coplanar triangles.
std::vector<Face> faces_of(const rf_rock_properties& rock);

/// Lowest and highest height of a grid, m.
struct Range {
  float low, high;
};
Range heights_of(const rf_grid& grid);

/// Centre of a grid along one axis, m.
inline double middle(double first, double cell, uint32_t nodes) { return first + 0.5 * cell * (nodes - 1); }

}  // namespace compare
