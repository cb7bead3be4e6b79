// Joints with everything that belongs to them, and parallelograms, which become several joints.
#pragma once

#include "model/joint_frames.hpp"

namespace jourdain {

// Dimension of a coordinate of a joint.
Dimension coordinate_dimension(JointType type, int freedom);

// The shared friction sets at the top level.
void read_friction_sets(const Context& context, const Node& node);

// Friction of all freedoms of a joint: a set, the name of a shared one, or a list with one entry per freedom.
void read_friction(const Context& context, const Node& node, Joint& joint);

// Springs and limits of a joint; the motor on it.
void read_springs(const Context& context, const Node& node, Joint& joint);
void read_limits(const Context& context, const Node& node, Joint& joint);
void read_motor(const Context& context, const JointKeys& keys, Joint& joint);

// A parallelogram: rods as bodies, and the joints at their ends.
void read_parallelogram(const Context& context, const Node::Member& member);

// Reads a map of joints into the mechanism and, inside a leg, into the leg.
void read_joints(const Context& context, const Node& node);

}  // namespace jourdain
