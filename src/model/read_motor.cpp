// The motor of a joint: `actuator` with limits as the joint sees them, `motor` with those of a data sheet; its drive.
#include "model/model_keys.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

void read_motor_block(const Context& context, const Node& node, bool data_sheet, Joint& joint) {
  MotorKeys block;
  if (!read_keys(context, node, data_sheet ? "a motor" : "an actuator", block, is_length(joint.type, 0), data_sheet)) {
    return;
  }
  joint.motor = block.motor;
  joint.friction_before_gear = block.friction_before_gear;
  const Node* friction = data_sheet ? node.find("friction") : nullptr;
  if (!friction) return;
  Friction& own = joint.axes[0].friction;
  if (!own.shared.empty() || own.coulomb != 0 || own.viscous != 0) {
    context.error(friction->mark, "the joint has its friction already",
                  "write it at the joint, or in 'motor', not both");
    return;
  }
  own.coulomb = block.friction.coulomb;
  own.viscous = block.friction.viscous;
  joint.friction_before_gear = true;
}

// Between controller and motor; everything at the joint.
void read_drive(const Context& context, const Node& node, Joint& joint) {
  DriveKeys block;
  if (!read_keys(context, node, "a drive", block, is_length(joint.type, 0))) return;
  if (take_drive(block, joint)) return;
  context.error(node.find("encoder_counts")->mark, "this motor slides, so its encoder has no turns",
                "write 'encoder_step', a length");
}

}  // namespace

void read_motor(const Context& context, const JointKeys& keys, Joint& joint) {
  const Node *actuated = keys.actuated, *at_joint = keys.actuator, *data_sheet = keys.motor;
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
  if (!at_joint && !data_sheet && !wanted) {
    if (keys.drive) {
      context.error(keys.drive->mark, "this joint has no motor for its 'drive'", "add actuated: true, or a 'motor'");
    }
    return;
  }
  joint.motor.emplace();
  if (at_joint) read_motor_block(context, *at_joint, false, joint);
  if (data_sheet) read_motor_block(context, *data_sheet, true, joint);
  if (keys.drive) read_drive(context, *keys.drive, joint);
}

}  // namespace jourdain
