// The parameters of a robot: ten per body, rotor inertias, friction coefficients and payload, in which the motor
// forces are linear, and springs.
#pragma once

#include "jourdain/kinematics/robot.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The ten inertial parameters of a body, about and in its frame (theory: p_i), in this order.
inline constexpr std::array<std::string_view, 10> inertial_entries{"m",   "sx",  "sy",  "sz",  "Ixx",
                                                                   "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};

// The power of a length in the unit of an inertial entry: 0 for m, 1 for s, 2 for I.
inline constexpr int parameters_per_body = 10;
constexpr int length_power(int inertial_entry) { return inertial_entry == 0 ? 0 : inertial_entry < 4 ? 1 : 2; }

enum class ParameterKind { inertial, rotor, coulomb, viscous, offset, elemental, payload, stiffness, preload };
std::string_view to_string(ParameterKind kind);

// True for coulomb, viscous, offset and elemental parameters.
bool is_friction(ParameterKind kind);

// Functions of a joint rate r with a scale s, beside sign(r), r and 1. On a ball joint they act on |w|, along w.
enum class RateFunction {
  tanh,         // tanh(r/s): dry friction without a jump
  stribeck,     // exp(-(r/s)^2) sign(r)
  exponential,  // exp(-|r|/s) sign(r)
  square,       // (r/s) |r/s|
  cube,         // (r/s)^3
};
std::string_view to_string(RateFunction function);

// A friction column that the user declares: `name` times the function of the joint's rate, on every freedom of the
// joints that carry this full name, or this name in their legs.
struct ElementalFunction {
  std::string name;   // of the parameter: "stribeck" gives stribeck.leg1.slide
  std::string joint;  // full name, or a leg's own name
  RateFunction function = RateFunction::tanh;
  double scale = 1;     // positive; rad/s or m/s
  bool shared = false;  // one parameter for all joints it acts on
};

// "stribeck:0.02:slide" or "tanh:0.01:leg1.slide:shared": function, scale, joint. Throws Error(usage).
ElementalFunction parse_elemental_function(const std::string& text);

enum class LegSharing {
  as_declared,  // identical if the model says so
  independent,
  identical,  // legs of one group share their inertial parameters
};

// Which parameters of a kind become columns: those that are not zero in the model, all of them, or none.
enum class Columns { declared, all, none };

struct LinearFormOptions {
  LegSharing legs = LegSharing::as_declared;
  bool structure = true;  // the zeros and relations that the model declares; false: all ten parameters of every body
  bool inertial = true;
  Columns rotors = Columns::declared;
  Columns friction = Columns::declared;
  Columns payload = Columns::declared;
  std::vector<ElementalFunction> elemental;
};

// One number of a model, before any sharing. All stand in this order: bodies in file order with ten each, rotors, per
// joint freedom friction (coulomb, viscous, offset, elemental) and springs (stiffness, preload), payload.
struct StandardParameter {
  ParameterKind kind = ParameterKind::inertial;
  int owner = 0;       // body, motor (index into Robot::motor_joints()) or joint
  int entry = 0;       // of inertial_entries, or freedom of the joint
  int function = -1;   // elemental: index into LinearFormOptions::elemental
  double value = 0;    // in the model
  std::string name;    // Izz.leg1.ring, rotor.leg1.motor, coulomb.leg1.slide, viscous.leg1.cardan.2, m.payload
  std::string set;     // friction: the shared set of the file, or empty
  std::string shared;  // name under which a set of friction, or identical legs, share it: Izz.ring, coulomb.bearing
  std::string unit;    // kg m^2, N s/m; a rotor's at its own shaft
};

// Every number of a model that has a name, zeros too. Columns of a linear form, entries that rules group and parameters
// of generated code are made from this list.
std::vector<StandardParameter> parameter_list(const Mechanism& mechanism);

// Those of a robot that forces are linear in: no springs, and only the kinds that the options want. Throws Error(usage)
// for an elemental function without a joint or scale.
std::vector<StandardParameter> standard_parameters(const Robot& robot, const LinearFormOptions& options = {});

// A column of the regressor: standard parameters that share one value, or depend on it.
struct Parameter {
  struct Part {
    int standard = 0;
    double factor = 1;
  };
  ParameterKind kind = ParameterKind::inertial;
  int entry = 0;         // as in StandardParameter
  double value = 0;      // in the model
  int length_power = 0;  // inertial, payload, gear^2 * rotor: the unit is kg m^length_power
  std::string name;      // Izz.ring for all legs of a group, Izz.leg1.ring for one, coulomb.bearing for a shared set
  std::vector<Part> parts;
};

}  // namespace jourdain
