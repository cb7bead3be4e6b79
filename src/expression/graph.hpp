// The expression graph that traced algorithms build: each distinct value once, in a normal form.
#pragma once

#include "expression/part.hpp"
#include "jourdain/core/status.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace jourdain {

class Expression;

enum class Op : std::uint8_t {
  constant,
  parameter,  // known when the program is loaded
  input,      // known at each call
  add,
  subtract,
  multiply,
  divide,
  negate,
  sqrt,
  sin,
  cos,
  atan2,  // atan2(a, b) in (-pi, pi]: a zero has no sign
  abs,
  max,
  sign,   // sign(a, band b): 0 where |a| <= b, else +1 or -1
  clamp,  // clamp(a, limit b): a where |a| <= b, else b or -b
};

// Number of operands: 0 for constants, parameters and inputs.
int arity(Op op);

using NodeId = std::int32_t;

// One value: an operation on one or two earlier nodes, or a leaf.
struct GraphNode {
  Op op = Op::constant;
  NodeId a = -1;     // first operand; for inputs and parameters their place in the list of names
  NodeId b = -1;     // second operand
  double value = 0;  // of a constant

  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

// What a number that is known at each call is. Expressions carry it only: a robot's functions declare it when they are
// traced, and who calls them reads it.
enum class InputKind : std::uint8_t {
  plain,                // nothing in particular
  position,             // of the output: x, y, z, then Cardan angles
  rotation,             // entries of the output's rotation matrix, row by row
  twist,                // of the output: velocity, then angular velocity
  acceleration,         // of the output
  joint,                // a freedom of a joint of the tree
  joint_quaternion,     // of a ball joint: w, x, y, z
  platform,             // place of the platform's node
  platform_quaternion,  // its rotation: w, x, y, z
  motor,                // position of a motor
  motor_rate,
  motor_acceleration,
  force,       // of a motor
  resistance,  // of dry friction, on a freedom that the caller lists
};

struct ProgramInput {
  std::string name;
  InputKind kind = InputKind::plain;
  int item = 0;       // joint, motor or freedom of the list, where the kind has such
  int component = 0;  // of what the kind says

  friend bool operator==(const ProgramInput&, const ProgramInput&) = default;
};

// A condition of the computation: the node's value must be above the bound, or the result is the status.
struct GuardNode {
  NodeId node = -1;
  Status status = Status::ok;
  double bound = 0;

  friend bool operator==(const GuardNode&, const GuardNode&) = default;
};

// Operations as they were asked for, one node each and in order, without normal form; conditions apart.
struct Tape {
  std::vector<NodeId> nodes;
  std::vector<GuardNode> guards;
};

// Hash-consed nodes. The normal form is applied as nodes are made: constants are folded, 0 and 1 vanish, a negation is
// pulled outwards (x (-y) shares with x y, b - a with a - b), commutative operands are sorted by their structure. Which
// nodes come out does not depend on the order in which they are asked for; which part a node belongs to does, since it
// is the one that asked first. Set-up code: it allocates and throws Error. Handles point to the graph, so that it
// cannot move; one thread at a time may use it.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // A new variable. Throws Error if the name is empty or taken.
  Expression input(const ProgramInput& input);
  Expression input(const std::string& name);
  // A new parameter, with the value it has unless told otherwise.
  Expression parameter(const std::string& name, double value);

  // Records that x must be above the bound; a constant that is records nothing, nor does a condition known already.
  void require_above(const Expression& x, double bound, Status failure);
  void require_positive(const Expression& x, Status failure) { require_above(x, 0, failure); }

  // The node of an expression; a free constant gets one. Throws Error if the expression belongs to another graph.
  NodeId node(const Expression& x);
  // The handle of a node.
  Expression expression(NodeId id);

  // Nodes by operation, in normal form.
  NodeId constant(double value);
  NodeId apply(Op op, NodeId a, NodeId b = -1);

  // From here on operations and conditions are only taped: runs of one function give tapes of one shape, whatever the
  // values are. Returns what was taped. Throws Error if begun twice.
  void begin_tape();
  Tape end_tape();

  // In the order of creation: operands before results.
  const std::vector<GraphNode>& nodes() const { return nodes_; }
  const std::vector<ProgramInput>& inputs() const { return inputs_; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  const std::vector<double>& parameter_values() const { return parameter_values_; }
  const std::vector<GuardNode>& guards() const { return guards_; }

  // The nodes that the roots need, operands before results, in an order that does not depend on that of creation.
  std::vector<NodeId> order(const std::vector<NodeId>& roots) const;

  // The part in which a node was made first (PartScope).
  Part part(NodeId id) const { return parts_[id]; }

  // A number that orders nodes by their structure, whatever the order of creation.
  std::uint64_t structure(NodeId id) const { return structure_[id]; }

 private:
  NodeId intern(const GraphNode& node);
  std::size_t slot_of(const GraphNode& node) const;  // where it stands in slots_, or may be put
  NodeId fold(Op op, NodeId a, NodeId b);
  NodeId add(NodeId a, NodeId b);
  NodeId subtract(NodeId a, NodeId b);
  NodeId multiply(NodeId a, NodeId b);
  NodeId divide(NodeId a, NodeId b);
  NodeId negate(NodeId a);
  NodeId function(Op op, NodeId a, NodeId b);

  const GraphNode& at(NodeId id) const { return nodes_[id]; }
  bool is_constant(NodeId id) const { return at(id).op == Op::constant; }
  bool is_constant(NodeId id, double value) const { return is_constant(id) && at(id).value == value; }
  // Strips one negation or the sign of a constant; true if there was one.
  bool take_sign(NodeId& id);
  bool before(NodeId a, NodeId b) const;
  void claim_name(const std::string& name);

  std::vector<GraphNode> nodes_;
  std::vector<std::uint64_t> structure_;
  std::vector<Part> parts_;
  std::vector<NodeId> slots_;  // nodes by hash, open addressing; -1: free; a power of two, at most half full
  std::size_t known_ = 0;      // nodes in slots_
  std::unordered_set<std::string> names_;
  std::vector<ProgramInput> inputs_;
  std::vector<std::string> parameters_;
  std::vector<double> parameter_values_;
  std::vector<GuardNode> guards_;
  std::optional<Tape> tape_;
};

// The operation on numbers, as every interpreter and generator of the library does it.
template <typename T>
T operate(Op op, T a, T b);

}  // namespace jourdain
