// The motor of a joint: `motor` with limits as the joint sees them, `motor` with those of a data sheet.
#include "model/read_joint.hpp"

#include "model/units.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

Dimension rate_of(Dimension dimension) {
  dimension.time -= 1;
  return dimension;
}

// The two blocks have the same keys but for friction; they differ in what their limits mean.
class MotorReader {
 public:
  MotorReader(const Context& context, const Node& node, Joint& joint, bool data_sheet)
      : context_(context), node_(node), joint_(joint), motor_(*joint.motor), data_sheet_(data_sheet) {}

  void read() {
    read_gear();
    read_rotor();
    read_direction();
    motor_.zero = read_field(context_, node_, "zero", coordinate_dimension(joint_.type, 0));
    // Losses of the gear: less force comes out of it than goes in.
    const double force = data_sheet_ ? motor_.gear * motor_.efficiency : 1, speed = data_sheet_ ? 1 / motor_.gear : 1;
    motor_.max_force = force * read_force("max_force");
    motor_.rated_force = force * read_force("rated_force");
    motor_.stall_force = force * read_force("stall_force");
    motor_.max_speed = speed * read_speed("max_speed");
    motor_.no_load_speed = speed * read_speed("no_load_speed");
    if (std::isfinite(motor_.stall_force) && !std::isfinite(motor_.no_load_speed)) {
      context_.error(node_.find("stall_force")->mark,
                     "'stall_force' needs 'no_load_speed': together they are the line");
    }
    if (std::isfinite(motor_.no_load_speed) && !std::isfinite(motor_.stall_force) && !std::isfinite(motor_.max_force)) {
      context_.error(node_.find("no_load_speed")->mark,
                     "'no_load_speed' needs 'stall_force' or 'max_force': the line begins there");
    }
    if (data_sheet_) {
      read_friction();
    } else if (const Node* before = node_.find("friction_before_gear")) {
      joint_.friction_before_gear = read_bool(context_, *before);
    }
  }

 private:
  bool slides() const { return is_length(joint_.type, 0); }

  void read_gear() {
    if (const Node* gear = node_.find("gear")) {
      motor_.gear =
          read_number(context_, *gear, dimension::number, slides() ? dimension::gear_of_slide : dimension::number, 1);
      if (!(motor_.gear > 0)) {
        context_.error(gear->mark, fmt::format("the gear ratio is {}: it must be positive", motor_.gear),
                       "it is the motor's speed over the joint's; direction: -1 turns the sign of the motor");
        motor_.gear = 1;
      }
    }
    motor_.efficiency = read_field(context_, node_, "efficiency", dimension::number, 1);
    if (!(motor_.efficiency > 0 && motor_.efficiency <= 1)) {
      context_.error(node_.find("efficiency")->mark,
                     fmt::format("the efficiency is {}: it must be above 0 and at most 1", motor_.efficiency));
      motor_.efficiency = 1;
    }
  }

  void read_rotor() {
    const Node* inertia = node_.find("rotor_inertia");
    if (!inertia) return;
    motor_.rotor_inertia =
        read_number(context_, *inertia, dimension::inertia, slides() ? dimension::mass : dimension::inertia);
    if (motor_.rotor_inertia < 0) context_.error(inertia->mark, "the rotor inertia must not be negative");
  }

  void read_direction() {
    const Node* direction = node_.find("direction");
    if (!direction) return;
    motor_.direction = read_number(context_, *direction, dimension::number, 1);
    if (std::abs(motor_.direction) != 1) {
      context_.error(direction->mark, fmt::format("the direction is {}: it must be 1 or -1", motor_.direction));
    }
  }

  // The motor of a slide may turn: then its own values are moments and angular speeds.
  double read_bound(const char* key, const Dimension& at_joint, const Dimension& of_shaft) {
    const Node* node = node_.find(key);
    if (!node) return unlimited;
    const double bound = read_number(context_, *node, at_joint, data_sheet_ && slides() ? of_shaft : at_joint, 1);
    if (bound > 0) return bound;
    context_.error(node->mark, fmt::format("'{}' is {}: it must be positive", key, bound),
                   "leave it out where it is not known; a joint without a motor has no such block");
    return unlimited;
  }
  double read_force(const char* key) { return read_bound(key, force_dimension(joint_.type, 0), dimension::torque); }
  double read_speed(const char* key) {
    return read_bound(key, rate_of(coordinate_dimension(joint_.type, 0)), dimension::angular_speed);
  }

  // Friction of the motor's bearings, which the gear multiplies.
  void read_friction() {
    const Node* node = node_.find("friction");
    if (!node || !check_keys(context_, *node, {"coulomb", "viscous"}, "the friction of a motor")) return;
    Friction& friction = joint_.axes[0].friction;
    if (!friction.shared.empty() || friction.coulomb != 0 || friction.viscous != 0) {
      context_.error(node->mark, "the joint has its friction already",
                     "write it at the joint, or in 'motor', not both");
      return;
    }
    const double gear = motor_.gear;
    const auto read = [&](const char* key, const Dimension& at_joint, const Dimension& of_shaft) {
      const Node* value = node->find(key);
      const double number = value ? read_number(context_, *value, at_joint, slides() ? of_shaft : at_joint) : 0;
      if (number < 0) context_.error(value->mark, fmt::format("'{}' is {}: it must not be negative", key, number));
      return std::max(number, 0.0);
    };
    Dimension viscous = force_dimension(joint_.type, 0), of_shaft = dimension::torque;
    viscous.time += 1, of_shaft.time += 1, of_shaft.angle -= 1;
    (slides() ? viscous.length : viscous.angle) -= 1;
    friction.coulomb = gear * read("coulomb", force_dimension(joint_.type, 0), dimension::torque);
    friction.viscous = gear * gear * read("viscous", viscous, of_shaft);
    joint_.friction_before_gear = true;
  }

  const Context& context_;
  const Node& node_;
  Joint& joint_;
  MotorModel& motor_;
  bool data_sheet_;
};

}  // namespace

namespace {

// Between controller and motor; everything at the joint.
void read_drive(const Context& context, const Node& node, Joint& joint) {
  if (!check_keys(
          context, node,
          {"time_constant", "gain", "force_step", "force_noise", "encoder_step", "encoder_counts", "position_noise"},
          "a drive")) {
    return;
  }
  DriveModel& drive = joint.motor->drive;
  const Dimension position = coordinate_dimension(joint.type, 0), force = force_dimension(joint.type, 0);
  drive.time_constant = read_magnitude(context, node, "time_constant", dimension::time);
  drive.gain = read_field(context, node, "gain", dimension::number, 1);
  if (!(drive.gain > 0)) {
    context.error(node.find("gain")->mark, fmt::format("the gain is {}: it must be positive", drive.gain),
                  "it is the force given over the force asked for; 1 is a drive that does as it is told");
    drive.gain = 1;
  }
  drive.force_step = read_magnitude(context, node, "force_step", force);
  drive.force_noise = read_magnitude(context, node, "force_noise", force);
  drive.encoder_step = read_magnitude(context, node, "encoder_step", position);
  drive.position_noise = read_magnitude(context, node, "position_noise", position);
  const Node* counts = node.find("encoder_counts");
  if (!counts) return;
  const double number = read_number(context, *counts, dimension::number, 1);
  const bool shaft_turns = !is_length(joint.type, 0) || joint.motor->gear != 1;
  if (!(number >= 1)) {
    context.error(counts->mark, fmt::format("'encoder_counts' is {}: it must be 1 or more", number),
                  "it counts the steps of one turn of the motor's shaft");
  } else if (node.find("encoder_step")) {
    context.error(counts->mark, "'encoder_step' and 'encoder_counts' both give the resolution", "leave one out");
  } else if (!shaft_turns) {
    context.error(counts->mark, "this motor slides, so its encoder has no turns", "write 'encoder_step', a length");
  } else {
    drive.encoder_step = 2 * M_PI / (number * joint.motor->gear);
  }
}

}  // namespace

void read_motor(const Context& context, const Node& mapping, Joint& joint) {
  const Node* actuated = mapping.find("actuated");
  const Node* at_joint = mapping.find("actuator");
  const Node* data_sheet = mapping.find("motor");
  const bool wanted = actuated && read_bool(context, *actuated);
  if (actuated && !wanted && (at_joint || data_sheet)) {
    context.error(actuated->mark,
                  fmt::format("this joint has {}, so it is actuated", at_joint ? "an 'actuator'" : "a 'motor'"),
                  "leave one of the two keys out");
  }
  if (at_joint && data_sheet) {
    context.error(data_sheet->mark, "'actuator' and 'motor' are the same motor twice",
                  "'motor' has the values of the data sheet, 'actuator' those behind the gear: leave one out");
    return;
  }
  const Node* drive = mapping.find("drive");
  if (!at_joint && !data_sheet && !wanted) {
    if (drive) {
      context.error(drive->mark, "this joint has no motor for its 'drive'", "add actuated: true, or a 'motor'");
    }
    return;
  }
  joint.motor.emplace();
  if (at_joint && check_keys(context, *at_joint,
                          {"gear", "efficiency", "rotor_inertia", "direction", "zero", "max_force", "rated_force",
                           "stall_force", "max_speed", "no_load_speed", "friction_before_gear"},
                          "an actuator")) {
    MotorReader(context, *at_joint, joint, false).read();
  }
  if (data_sheet && check_keys(context, *data_sheet,
                          {"gear", "efficiency", "rotor_inertia", "direction", "zero", "max_force", "rated_force",
                           "stall_force", "max_speed", "no_load_speed", "friction"},
                          "a motor")) {
    MotorReader(context, *data_sheet, joint, true).read();
  }
  if (drive) read_drive(context, *drive, joint);
}

}  // namespace jourdain
