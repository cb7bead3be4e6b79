// Closed-form inverse kinematics of recognised limbs. All of them come down to a centre that is fixed in the base or
// moved by the motor, and a direction from there to a point of the platform, which one or two revolute joints (or a
// ball joint) must follow:
//   telescopic   U-P-S, S-P-U, R-P-S, R-P-R ...   fixed centre, the slide takes up the distance
//   elbow        R-U-S, P-U-S, R-U-U, R-R-R ...   the motor moves the centre on a circle or a line, the rod has a fixed
//   length
#pragma once

#include "core/guard.hpp"
#include "structure/node_motion.hpp"
#include "structure/tree_state.hpp"

#include <vector>

namespace jourdain {

enum class Pointing { single, universal, ball };

// One or more revolute nodes that turn the direction d of a rod to a wanted one.
struct PointingGroup {
  Pointing kind = Pointing::single;
  int node = 0;  // first node; a universal joint has node and second
  int second = -1;
  Vector3 d = Vector3::UnitX();      // rod direction in the last node's frame
  Vector3 axis2 = Vector3::UnitX();  // universal: second axis in the first node's frame
  double sign = 1;                   // branch of the two solutions
  double d_plane = 1;                // universal: 1 / (d_x^2 + d_y^2)
  Vector3 side =
      Vector3::UnitY();  // ball: axis of the platform's universal joint in the node's frame, perpendicular to d
  Vector3 platform_axis = Vector3::UnitX();  // ball: the other axis, in the platform's frame
};

// A rod from a centre to a point of the platform.
struct Rod {
  PointingGroup pointing;
  Vector3 centre = Vector3::Zero();  // in the parent node's frame (base or motor node)
  Vector3 tip = Vector3::Zero();     // wanted point, in the platform node's frame
  double length = 0;                 // elbow: of the rod; telescopic: distance at slide 0
};

struct LimbKernel {
  enum class Family { none, telescopic, elbow };
  Family family = Family::none;
  int motor = -1;  // telescopic: slide node; elbow: motor node
  bool motor_slides = true;
  double sign = 1;        // working mode at home
  std::vector<Rod> rods;  // one, or two for real parallelograms
};

// Recognises a limb at its present configuration, which decides the branches.
LimbKernel recognise_limb(const SpanningTree& tree, const Limb& limb, const TreeState& home, double size);

// Where the motor of an elbow limb puts the centre of the first rod, and its derivative; base frame.
struct MotorCentre {
  Vector3 p, tangent;
};
MotorCentre motor_centre(const SpanningTree& tree, const LimbKernel& kernel, double q);

// The working mode of a limb at a configuration, +1 or -1: on which side of its type-1 singularity it is; home's right
// on it.
double working_mode(const LimbKernel& kernel, const TreeState& state);

// The working mode that a motor coordinate means for this placement of the platform.
double commanded_mode(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform, double q);

// Coordinates of all nodes of a limb from the platform's placement, in a working mode; updates their positions too.
template <typename T>
void solve_limb(const SpanningTree& tree, const LimbKernel& kernel, double mode, const PlacementT<T>& platform,
                double size, TreeStateT<T>& state, Guard<T>& guard);

// The same with the motor at a given coordinate, which may lie on either side of the singularity or on it. Status
// not_converged if it does not belong to the placement.
void place_limb(const SpanningTree& tree, const LimbKernel& kernel, double q, const Placement& platform, double size,
                TreeState& state, Guard<double>& guard);

// The length by which a platform placement is out of the limb's reach; 0 if it is not.
double missing_length(const SpanningTree& tree, const LimbKernel& kernel, const Placement& platform);

// Motor coordinate from the platform's placement in a working mode, and the derivative of the distance between the
// rod's ends by the platform's twist (v, w).
struct MotorCoordinate {
  Status status = Status::ok;
  double missing = 0;
  double q = 0;
  Vector6 row = Vector6::Zero();
};
MotorCoordinate solve_motor(const SpanningTree& tree, const LimbKernel& kernel, double mode, const Placement& platform,
                            double size, double near);

// What a motor at q asks of the platform: the distance between the rod's ends is the rod's length (telescopic: the one
// that the slide gives it). Unlike the motor coordinate by the placement this is smooth through singularities, and it
// has solutions in every working mode. `mode` matters to telescopic limbs only.
struct RodEquation {
  double residual = 0;            // distance minus length
  Vector6 row = Vector6::Zero();  // of the distance by the platform's twist; not finite where the ends coincide
};
RodEquation rod_equation(const SpanningTree& tree, const LimbKernel& kernel, double mode, const Placement& platform,
                         double q);

// The length by which a unit of the motor's coordinate moves the rod's end: arm of an elbow limb that turns, else 1 per
// length.
double motor_lever(const LimbKernel& kernel, double size);

}  // namespace jourdain
