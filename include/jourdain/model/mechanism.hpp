// The immutable description of a robot: bodies, joints, motors, names and default parameters. SI units throughout.
// Everything here is data as read from the file; graph analysis is in structure/.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Exponents of kg, m, s and rad.
struct Dimension {
  int mass = 0;
  int length = 0;
  int time = 0;
  int angle = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// In words for messages: "a length", "an inertia", "kg m^2/s".
std::string describe(const Dimension& dimension);

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

// Mass, centre of mass (body frame) and inertia tensor about the centre of mass (body axes).
struct Inertial {
  double mass = 0;
  Vector3 com = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();
};

struct Body {
  std::string name;  // unique; in a leg "leg1.arm"
  Inertial inertial;
};

// The freedoms of a joint of frame J_A (fixed in body a) and J_B (fixed in body b). z is the axis of both.
enum class JointType {
  revolute,     // angle about z
  prismatic,    // slide along z
  helical,      // angle about z, slide = pitch * angle
  cylindrical,  // angle about z, slide along z
  universal,    // angle about z of J_A, then about x of J_B: R = Rz(q1) Rx(q2)
  spherical,    // any rotation: a unit quaternion; its three rates are the angular velocity in J_A axes
  planar,       // slides along x and y of J_A, then angle about z
  fixed,        // none
};

// Number of freedoms, 0 to 3, and the word used in files.
int freedoms(JointType type);
std::string_view to_string(JointType type);

// True if the coordinate of a freedom is a length, false if it is an angle.
bool is_length(JointType type, int freedom);

// Force against motion on one freedom: coulomb * sign(rate) + viscous * rate + offset. Simulations also know how it
// sticks: at rest up to breakaway, then coulomb + (breakaway - coulomb) exp(-(rate/stribeck_speed)^2).
struct Friction {
  double coulomb = 0;
  double viscous = 0;
  double offset = 0;
  double breakaway = 0;       // 0: as coulomb; else not below it
  double stribeck_speed = 0;  // 0: the force falls to coulomb at once
  std::string shared;         // name of the shared set in the file, empty if the joint has its own
};

// Force -stiffness * (q - rest) - preload on one freedom.
struct Spring {
  double stiffness = 0;
  double rest = 0;
  double preload = 0;
};

struct Limits {
  double lower = -unlimited;
  double upper = unlimited;
};

// What belongs to one freedom of a joint. Spherical joints have one friction for all three freedoms, in axes[0].
struct JointAxis {
  Friction friction;
  Spring spring;
  Limits limits;
};

// What lies between a controller and its motor, for simulations; the default is an ideal drive. At the joint.
struct DriveModel {
  double time_constant = 0;   // s, first-order lag of the force
  double gain = 1;            // force given over force asked for
  double force_step = 0;      // resolution of the force
  double force_noise = 0;     // standard deviation of the force, drawn anew in every sampling period
  double encoder_step = 0;    // resolution of the position
  double position_noise = 0;  // standard deviation of a reading
};

// A motor on a joint with one freedom. Encoder reading = direction * gear * (q - zero). Forces and speeds are those at
// the joint, behind the gear and its losses; the rotor is at the motor's shaft.
struct MotorModel {
  double gear = 1;        // motor speed over joint speed, positive
  double efficiency = 1;  // of the gear
  double rotor_inertia = 0;
  double direction = 1;            // +1 or -1
  double zero = 0;                 // joint coordinate at encoder reading 0
  double max_force = unlimited;    // for moments
  double rated_force = unlimited;  // for ever: bounds the RMS
  double stall_force = unlimited;  // of the line from here, at standstill, down to 0 at no_load_speed; else max_force
  double max_speed = unlimited;
  double no_load_speed = unlimited;
  DriveModel drive;
};

struct Joint {
  std::string name;  // unique; in a leg "leg1.motor"
  JointType type = JointType::fixed;
  int body_a = 0;  // index into Mechanism::bodies
  int body_b = 0;
  Placement in_a;                     // J_A in body a
  Placement in_b;                     // J_B in body b
  double pitch = 0;                   // helical: slide per radian
  std::vector<JointAxis> axes;        // one per freedom
  std::optional<MotorModel> motor;    // joints with one freedom only
  double cone = unlimited;            // spherical, universal: largest angle between z of J_A and z of J_B
  bool prefer_cut = false;            // file: cut: true
  bool friction_before_gear = false;  // it is that of the motor's bearings: losses of the gear do not raise it
};

// A spring between two points: force (stiffness * (distance - length) + force) pulls them together.
struct Counterbalance {
  std::string name;
  int body_a = 0;
  int body_b = 0;
  Vector3 at_a = Vector3::Zero();
  Vector3 at_b = Vector3::Zero();
  double stiffness = 0;
  double length = 0;
  double force = 0;
};

// Bodies and joints that form one leg; indices are in file order.
struct Leg {
  std::string name;
  std::string group;  // legs made by one repeat share a group
  std::vector<int> bodies;
  std::vector<int> joints;
  std::string mode;  // wanted working mode, empty: that of the assembled configuration
};

// Independent coordinates of the output frame.
enum class Move { x, y, z, rx, ry, rz };
std::string_view to_string(Move move);

// The body whose motion is commanded. A platform hangs on legs; an end point is a point of some link.
struct Output {
  bool is_platform = true;
  int body = 0;
  Placement frame;          // output frame E in the body (identity for a platform)
  std::vector<Move> moves;  // independent coordinates, in the order of Move
  Placement tool;           // tool frame in the output frame
  Inertial payload;         // in the tool frame, moves with the body
};

// A linear relation between inertial entries, such as sy.ring + sz.stator = 0, in body frames about their origins.
struct InertialRelation {
  struct Term {
    double factor = 1;
    std::string entry;  // m, sx, sy, sz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz
    std::string body;   // full name, or a leg's own name: then it holds in every leg
  };
  std::vector<Term> terms;  // sum of factor * entry.body = 0; a single term declares a zero
};

// Where to look for a consistent configuration.
struct AssemblyHint {
  std::optional<Placement> output;  // pose of the output frame
  struct JointValue {
    int joint = 0;
    std::vector<double> value;  // one per freedom; spherical: quaternion w x y z
  };
  std::vector<JointValue> joints;
};

// A named number of the file's `parameters`. The numbers above hold its value already; the name serves reports.
struct NamedValue {
  std::string name;
  double value = 0;
  std::optional<Dimension> dimension;  // empty if the file gives no unit
};

struct Mechanism {
  std::string name;
  std::string description;
  std::vector<NamedValue> parameters;  // in file order
  Vector3 gravity = Vector3(0, 0, -9.81);
  std::vector<Body> bodies;  // bodies[0] is the base
  std::vector<Joint> joints;
  std::vector<Leg> legs;
  std::vector<Counterbalance> counterbalances;
  std::optional<Output> output;
  std::vector<InertialRelation> relations;
  bool identical_legs = false;       // legs of one group share their inertial parameters
  bool allow_underactuated = false;  // fewer motors than freedoms is intended
  AssemblyHint assembly;
};

// Same topology, names and numbers, bit for bit.
bool operator==(const Mechanism& left, const Mechanism& right);

// Index of a body or joint by full name, -1 if there is none.
int find_body(const Mechanism& mechanism, std::string_view name);
int find_joint(const Mechanism& mechanism, std::string_view name);

// The name of a joint's column in tables and of its coordinate in generated code: the joint's own, with _ behind it
// where tables have something else of that name, such as t, x, vx or the rate arm_d.
std::string column_name(const Mechanism& mechanism, int joint);

// Names of a joint's positions and rates in files and in generated code: column_name() for one freedom, "wrist.1",
// "wrist.2" for more; the positions of a ball joint are "ball.qw", "ball.qx", "ball.qy", "ball.qz".
std::vector<std::string> joint_position_names(const Mechanism& mechanism, int joint);
std::vector<std::string> joint_rate_names(const Mechanism& mechanism, int joint);

// A motor as its joint sees it: limits behind the gear, `unlimited` where the model has none.
struct Motor {
  std::string name;  // of the joint
  int joint = 0;     // index into Mechanism::joints
  bool slides = false;
  std::string_view unit;  // of the coordinate: "m" or "rad"
  double gear = 1;
  Limits limits;
  double max_force = unlimited, rated_force = unlimited, max_speed = unlimited;
};

// The motors in file order, the order of all vectors with an entry per motor; and their joints.
std::vector<Motor> motors_of(const Mechanism& mechanism);
std::vector<int> actuated_joints(const Mechanism& mechanism);

// The ten inertial parameters m, m r, Ixx, Ixy, Ixz, Iyy, Iyz, Izz about and in the body frame (theory: p_i).
Eigen::Matrix<double, 10, 1> inertial_parameters(const Inertial& inertial);

}  // namespace jourdain
