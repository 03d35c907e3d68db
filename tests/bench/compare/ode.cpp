// ODE: dGeomConvex on dHeightfield, dWorldQuickStep, at most 16 contacts. Height fields of ODE have y up: scene (x, y,
// z) is (x, z, -y) in ODE.
#include <ode/ode.h>

#include <cmath>

#include "engine.h"

namespace compare {

namespace {

constexpr unsigned long kTerrainBit = 1, kRockBit = 2;
constexpr int kContacts = 16;

class Ode final : public Engine {
 public:
  Ode(const Setup& setup, uint32_t rocks) : setup_(setup), bodies_(rocks), geometries_(rocks) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dSimpleSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, -setup.gravity, 0);
    dWorldSetAutoDisableFlag(world_, 0);
    const double* inertia = setup.rock.inertia;
    dMassSetParameters(&mass_, setup.rock.mass, 0, 0, 0, inertia[0], inertia[2], inertia[1], 0, 0, 0);
    lay_terrain();
    take_hull();
  }
  ~Ode() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dGeomHeightfieldDataDestroy(field_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  std::string version() const override { return dODE_VERSION; }
  const char* precision() const override { return sizeof(dReal) == sizeof(double) ? "double" : "single"; }
  bool takes_many() const override { return true; }

  void add(uint32_t number, const rf_state& start) override {
    dRandSetSeed(1);  // ODE randomises the order of its constraints with a global generator
    const dBodyID body = dBodyCreate(world_);
    dBodySetMass(body, &mass_);
    dBodySetPosition(body, start.position[0], start.position[2], -start.position[1]);
    const double* q = start.orientation;
    const dQuaternion turned = {q[0], q[1], q[3], -q[2]};
    dBodySetQuaternion(body, turned);
    const dGeomID geometry = dCreateConvex(space_, planes_.data(), static_cast<unsigned>(planes_.size() / 4),
                                           points_.data(), static_cast<unsigned>(points_.size() / 3), polygons_.data());
    dGeomSetBody(geometry, body);
    dGeomSetCategoryBits(geometry, kRockBit);
    dGeomSetCollideBits(geometry, kTerrainBit);
    bodies_[number] = body;
    geometries_[number] = geometry;
  }
  void remove(uint32_t number) override {
    dGeomDestroy(geometries_[number]);
    dBodyDestroy(bodies_[number]);
  }
  void step() override {
    dSpaceCollide(space_, this, near);
    dWorldQuickStep(world_, setup_.time_step);
    dJointGroupEmpty(contacts_);
  }
  Motion motion(uint32_t number) const override {
    const dReal* p = dBodyGetPosition(bodies_[number]);
    const dReal* v = dBodyGetLinearVel(bodies_[number]);
    return {{p[0], -p[2], p[1]}, std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])};
  }

 private:
  void lay_terrain() {
    const rf_grid& grid = *setup_.grid;
    const Range range = heights_of(grid);
    for (uint32_t row = grid.rows; row-- > 0;) {  // z of ODE is opposite to the rows
      const float* first = grid.heights_f32 + static_cast<std::size_t>(row) * grid.columns;
      heights_.insert(heights_.end(), first, first + grid.columns);
    }
    field_ = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildSingle(field_, heights_.data(), 0, grid.cell_x * (grid.columns - 1),
                                    grid.cell_y * (grid.rows - 1), static_cast<int>(grid.columns),
                                    static_cast<int>(grid.rows), 1, 0, 5, 0);
    dGeomHeightfieldDataSetBounds(field_, range.low, range.high);
    terrain_ = dCreateHeightfield(space_, field_, 1);
    dGeomSetPosition(terrain_, middle(grid.x0, grid.cell_x, grid.columns), 0, -middle(grid.y0, grid.cell_y, grid.rows));
    dGeomSetCategoryBits(terrain_, kTerrainBit);
    dGeomSetCollideBits(terrain_, kRockBit);
  }
  void take_hull() {
    for (uint32_t i = 0; i < setup_.rock.vertex_count; ++i) {
      const double* p = setup_.rock.vertices + 3 * static_cast<std::size_t>(i);
      points_.insert(points_.end(), {p[0], p[2], -p[1]});
    }
    for (const Face& face : faces_of(setup_.rock)) {
      planes_.insert(planes_.end(), {face.normal[0], face.normal[2], -face.normal[1], face.distance});
      polygons_.push_back(static_cast<unsigned>(face.corners.size()));
      polygons_.insert(polygons_.end(), face.corners.begin(), face.corners.end());
    }
  }
  static void near(void* user, dGeomID a, dGeomID b) {
    const Ode& self = *static_cast<Ode*>(user);
    dContact found[kContacts];
    const int count = dCollide(a, b, kContacts, &found[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dSurfaceParameters& surface = found[i].surface;
      surface.mode = dContactBounce | dContactApprox1;
      surface.mu = self.setup_.friction;
      surface.bounce = self.setup_.restitution;
      surface.bounce_vel = 0.1;
      const dJointID joint = dJointCreateContact(self.world_, self.contacts_, &found[i]);
      dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  const Setup setup_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  dHeightfieldDataID field_;
  dGeomID terrain_;
  dMass mass_;
  std::vector<float> heights_;
  std::vector<dReal> points_, planes_;
  std::vector<unsigned> polygons_;
  std::vector<dBodyID> bodies_;
  std::vector<dGeomID> geometries_;
};

}  // namespace

std::unique_ptr<Engine> make_ode(const Setup& setup, uint32_t rocks) { return std::make_unique<Ode>(setup, rocks); }

}  // namespace compare
