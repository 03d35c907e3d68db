// Bullet: btConvexHullShape on btHeightfieldTerrainShape with the default collision margins of Bullet (0.04 m around
// the hull).
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#include "engine.h"

namespace compare {

namespace {

constexpr int kTerrainGroup = 1, kRockGroup = 2;

class Bullet final : public Engine {
 public:
  Bullet(const Setup& setup, uint32_t rocks)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
        time_step_(setup.time_step),
        mass_(setup.rock.mass),
        inertia_(setup.rock.inertia[0], setup.rock.inertia[1], setup.rock.inertia[2]),
        rocks_(rocks) {
    world_.setGravity(btVector3(0, 0, -setup.gravity));
    for (uint32_t i = 0; i < setup.rock.vertex_count; ++i) {
      const double* p = setup.rock.vertices + 3 * static_cast<std::size_t>(i);
      hull_.addPoint(btVector3(p[0], p[1], p[2]), false);
    }
    hull_.recalcLocalAabb();
    lay_terrain(setup);
  }
  ~Bullet() override {
    for (const auto& rock : rocks_) {
      if (rock) world_.removeRigidBody(rock.get());
    }
    world_.removeRigidBody(ground_.get());
  }

  std::string version() const override {
    const int version = btGetVersion();
    return std::to_string(version / 100) + "." + std::to_string(version % 100);
  }
  const char* precision() const override { return sizeof(btScalar) == sizeof(double) ? "double" : "single"; }
  bool takes_many() const override { return true; }

  void add(uint32_t number, const rf_state& start) override {
    // Bullet multiplies the coefficients of the two bodies: with 1 here those of the ground apply.
    btRigidBody::btRigidBodyConstructionInfo def(mass_, nullptr, &hull_, inertia_);
    const double* q = start.orientation;
    def.m_startWorldTransform = btTransform(btQuaternion(q[1], q[2], q[3], q[0]),
                                            btVector3(start.position[0], start.position[1], start.position[2]));
    def.m_friction = 1;
    def.m_restitution = 1;
    rocks_[number] = std::make_unique<btRigidBody>(def);
    rocks_[number]->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(rocks_[number].get(), kRockGroup, kTerrainGroup);
  }
  void remove(uint32_t number) override {
    world_.removeRigidBody(rocks_[number].get());
    rocks_[number].reset();
  }
  void step() override { world_.stepSimulation(time_step_, 0); }
  Motion motion(uint32_t number) const override {
    const btVector3& p = rocks_[number]->getWorldTransform().getOrigin();
    return {{p.x(), p.y(), p.z()}, rocks_[number]->getLinearVelocity().length()};
  }

 private:
  void lay_terrain(const Setup& setup) {
    const rf_grid& grid = *setup.grid;
    const Range range = heights_of(grid);
    terrain_ = std::make_unique<btHeightfieldTerrainShape>(static_cast<int>(grid.columns), static_cast<int>(grid.rows),
                                                           grid.heights_f32, range.low, range.high, 2, false);
    terrain_->setLocalScaling(btVector3(grid.cell_x, grid.cell_y, 1));
    btRigidBody::btRigidBodyConstructionInfo def(0, nullptr, terrain_.get());
    // The origin of a height field in Bullet is the centre of its bounding box.
    def.m_startWorldTransform.setIdentity();
    def.m_startWorldTransform.setOrigin(btVector3(middle(grid.x0, grid.cell_x, grid.columns),
                                                  middle(grid.y0, grid.cell_y, grid.rows),
                                                  0.5 * (static_cast<double>(range.low) + range.high)));
    def.m_friction = setup.friction;
    def.m_restitution = setup.restitution;
    ground_ = std::make_unique<btRigidBody>(def);
    world_.addRigidBody(ground_.get(), kTerrainGroup, kRockGroup);
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  btConvexHullShape hull_;
  std::unique_ptr<btHeightfieldTerrainShape> terrain_;
  std::unique_ptr<btRigidBody> ground_;
  const double time_step_, mass_;
  const btVector3 inertia_;
  std::vector<std::unique_ptr<btRigidBody>> rocks_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const Setup& setup, uint32_t rocks) {
  return std::make_unique<Bullet>(setup, rocks);
}

}  // namespace compare
