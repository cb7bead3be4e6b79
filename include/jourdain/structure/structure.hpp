// What is found out about a mechanism before anything is computed: its freedoms, its spanning tree, its limbs.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Freedoms and motors of a mechanism.

enum class Actuation { none, fully, under, redundantly };
std::string_view to_string(Actuation actuation);

// What the rank of the closure equations says at the home configuration.
struct Mobility {
  int bodies = 0;  // moving bodies
  int joints = 0;
  int loops = 0;      // independent loops
  int equations = 0;  // sum over joints of 6 - freedoms
  int rank = 0;       // independent ones among them
  int total = 0;      // freedoms, idle ones included
  int idle = 0;       // freedoms of rods that only spin
  int motors = 0;
  Actuation actuation = Actuation::none;
  std::vector<int> redundant_joints;  // joints with equations that follow from the others
  double gap = 0;                     // last kept singular value over the first dropped one
  int home_excess = 0;                // freedoms at the home configuration beyond those nearby: it is singular if not 0
  int freedoms() const { return total - idle; }
};

// The spanning tree of a mechanism: elementary moving frames (nodes), and the joints outside the tree (cuts), each of
// which gives closure equations.

// How a node moves against its parent. Joints with more freedoms are sequences of these.
enum class NodeKind {
  base,       // the root, node 0
  revolute,   // about z
  prismatic,  // along z
  helical,    // about and along z
  spherical,  // quaternion w x y z; rates in the axes of the joint frame on the parent
  free,       // position and quaternion in the base frame; rates (v, w) of the node origin in base axes
};

// A moving frame. The frame on the parent is `placement`; its motion against that is given by the coordinates.
struct TreeNode {
  NodeKind kind = NodeKind::base;
  int parent = -1;
  Placement placement;    // joint frame in the parent node's frame
  bool turned = false;    // placement.R is not the identity
  bool offset = false;    // placement.p is not zero
  double pitch = 0;       // helical: slide per radian
  int joint = -1;         // joint of the mechanism, -1 for the base and for a platform's free node
  int freedom = 0;        // first freedom of the joint that this node carries
  bool reversed = false;  // the tree passes the joint from body b to body a
  int q = 0;              // first position coordinate
  int v = 0;              // first velocity coordinate
};

// Number of position and velocity coordinates of a node.
int positions(NodeKind kind);
int velocities(NodeKind kind);

// A body and the node that carries it.
struct BodyNode {
  int node = 0;
  Placement in_node;
  bool at_node = true;  // in_node is the identity
  // The line of an idle rod that the body is part of, in its frame; no direction: it is not.
  Vector3 spin_axis = Vector3::Zero();
  Vector3 spin_point = Vector3::Zero();
};

// A joint outside the tree. J_A and J_B are the joint frames on both sides; it gives 6 - freedoms equations.
struct Cut {
  int joint = 0;
  JointType type = JointType::spherical;
  int node_a = 0;
  int node_b = 0;
  Placement in_a;  // J_A in node a
  Placement in_b;
  double pitch = 0;
  int row = 0;              // first closure equation
  int rows = 0;             // number of closure equations
  std::vector<int> path_a;  // moving nodes from the root to node a that are not also on the way to node b
  std::vector<int> path_b;
};

// A part of the tree that is tied to the rest only through the base and the platform: usually one leg.
// Its nodes, coordinates and closure equations are contiguous.
struct Limb {
  std::vector<int> legs;  // legs of the mechanism with a joint in it
  int node = 0, nodes = 0;
  int v = 0, nv = 0;
  int cut = 0, cuts = 0;
  int row = 0, rows = 0;
};

struct SpanningTree {
  std::vector<TreeNode> nodes;   // parents before children
  std::vector<BodyNode> bodies;  // one per body of the mechanism
  std::vector<Cut> cuts;
  std::vector<Limb> limbs;
  std::vector<int> joint_node;  // first node of each joint, -1 for cut and fixed joints
  std::vector<int> joint_cut;   // cut of each joint, -1 for joints of the tree
  int platform_node = -1;       // the free node, if the output is a platform on legs
  int nq = 0;
  int nv = 0;
  int rows = 0;
};

// A ball joint whose idle spin is taken out: it moves as a universal joint with these axes at the reference
// configuration.
struct SpinFix {
  int joint = 0;
  Matrix3 frame_a = Matrix3::Identity();  // J_A orientation in body a: z first axis, x second axis
  Matrix3 frame_b = Matrix3::Identity();
};

// Builds the tree. Cuts are made at the platform where there is one, else at ball joints first; joints marked
// prefer_cut before all others; never at an actuated joint. Throws Error(input) if a loop has only actuated joints.
SpanningTree build_tree(const Mechanism& mechanism, std::span<const SpinFix> spin_fixes = {});

// The bodies that can spin idly about the line through their two ball joints: one entry per idle freedom. The dynamics
// leaves their moment of inertia about the line out: where nothing drives or brakes the spin and all bodies are
// axisymmetric, a rod that does not spin goes on without. Else the spin matters, and a universal joint in place of a
// ball stands for it.
struct IdleSpin {
  std::vector<int> bodies;
  int joint_a = 0;  // the two ball joints
  int joint_b = 0;
  std::string matters;        // why forces depend on the spin, which the model does not tell; empty: they do not
  std::vector<Vector3> axis;  // the line in the frame of each body, and its point nearest to the origin; empty if it is
  std::vector<Vector3> point;  // not fixed in the bodies
};
std::vector<IdleSpin> find_idle_spins(const Mechanism& mechanism);

// Which rod may spin between which joints, and why that matters.
std::string explain_spin(const Mechanism& mechanism, const IdleSpin& spin);

struct LimbSummary {
  std::string name;       // of its leg, or "limb 1"
  std::string structure;  // joint types from the base to the platform, "U-P-S"; the actuated one in brackets
  std::string method;     // "telescopic, closed form", "elbow, closed form", "Newton"
  std::string mode;       // "positive", "negative", or empty
};

}  // namespace jourdain
