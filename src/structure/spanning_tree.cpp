#include "jourdain/structure/structure.hpp"

#include "core/disjoint_sets.hpp"
#include "structure/joint_steps.hpp"

#include "model/mechanism_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace jourdain {
namespace {

// How much a joint should stay in the tree; the lowest joint of each loop is cut.
int keep_priority(const Joint& joint, int platform) {
  if (joint.type == JointType::fixed) return 100;
  if (joint.motor) return 90;
  if (joint.prefer_cut) return 0;
  int by_type = 0;
  switch (joint.type) {
    case JointType::helical: by_type = 7; break;
    case JointType::planar:
    case JointType::cylindrical:
    case JointType::prismatic: by_type = 6; break;
    case JointType::revolute: by_type = 5; break;
    case JointType::universal: by_type = 4; break;
    default: by_type = 3; break;
  }
  const bool at_platform = platform > 0 && (joint.body_a == platform || joint.body_b == platform);
  return at_platform ? by_type : 10 + by_type;
}

class TreeBuilder {
 public:
  TreeBuilder(const Mechanism& mechanism, std::span<const SpinFix> fixes) : m_(mechanism), fixes_(fixes) {
    platform_ = m_.output && m_.output->is_platform ? m_.output->body : -1;
  }

  SpanningTree build() {
    choose_tree_joints();
    group_branches();
    tree_.bodies.resize(m_.bodies.size());
    tree_.joint_node.assign(m_.joints.size(), -1);
    tree_.joint_cut.assign(m_.joints.size(), -1);
    tree_.nodes.push_back({});
    placed_.assign(m_.bodies.size(), false);
    place_body(0, 0, Placement{});
    if (platform_free_) {
      TreeNode node;
      node.kind = NodeKind::free;
      node.parent = 0;
      add_node(node);
      tree_.platform_node = 1;
      place_body(platform_, 1, Placement{});
    }
    for (int group = 0; group < group_count_; ++group) add_limb(group);
    tree_.rows = tree_.cuts.empty() ? 0 : tree_.cuts.back().row + tree_.cuts.back().rows;
    return std::move(tree_);
  }

 private:
  // Kruskal's algorithm on priorities; the platform's free joint comes after the joints that must not be cut.
  void choose_tree_joints() {
    std::vector<int> order(m_.joints.size());
    std::iota(order.begin(), order.end(), 0);
    // Among equals those with a hint stay: only joints of the tree can start from one.
    std::vector<bool> hinted(m_.joints.size(), false);
    for (const AssemblyHint::JointValue& hint : m_.assembly.joints) hinted[hint.joint] = true;
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
      const int a = keep_priority(m_.joints[i], platform_), b = keep_priority(m_.joints[j], platform_);
      return a != b ? a > b : hinted[i] && !hinted[j];
    });
    DisjointSets sets(m_.bodies.size());
    in_tree_.assign(m_.joints.size(), false);
    bool platform_done = platform_ <= 0;
    for (int j : order) {
      const Joint& joint = m_.joints[j];
      const bool must_stay = joint.type == JointType::fixed || joint.motor;
      if (!must_stay && !platform_done) {
        platform_free_ = sets.join(0, platform_);
        platform_done = true;
      }
      in_tree_[j] = sets.join(joint.body_a, joint.body_b);
      if (!in_tree_[j] && joint.motor) {
        const std::string message = fmt::format(
            "joint {}: a loop consists of actuated joints only, so that none can be cut; leave one joint of the loop "
            "passive",
            joint.name);
        throw MechanismError(MechanismError::Item::joint, message, joint.name);
      }
    }
    if (!platform_done) platform_free_ = sets.join(0, platform_);
  }

  // Groups bodies that are connected without passing the base or a free platform: each group is a limb.
  void group_branches() {
    DisjointSets sets(m_.bodies.size());
    const auto is_hub = [&](int body) { return hub(body); };
    for (const Joint& joint : m_.joints) {
      if (!is_hub(joint.body_a) && !is_hub(joint.body_b)) sets.join(joint.body_a, joint.body_b);
    }
    // Joints directly between hubs form limbs without bodies.
    std::vector<int> group_of_root(m_.bodies.size(), -1);
    joint_group_.assign(m_.joints.size(), -1);
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      const Joint& joint = m_.joints[j];
      const int body = is_hub(joint.body_a) ? joint.body_b : joint.body_a;
      if (is_hub(body)) {
        if (joint.type != JointType::fixed || !in_tree_[j]) joint_group_[j] = group_count_++;
        continue;
      }
      int& group = group_of_root[sets.find(body)];
      if (group < 0) group = group_count_++;
      joint_group_[j] = group;
    }
  }

  // The base, the free platform, and whatever is rigidly fixed to them.
  bool hub(int body) {
    if (hubs_.empty()) {
      DisjointSets sets(m_.bodies.size());
      for (const Joint& joint : m_.joints) {
        if (joint.type == JointType::fixed) sets.join(joint.body_a, joint.body_b);
      }
      hubs_.assign(m_.bodies.size(), false);
      for (std::size_t i = 0; i < m_.bodies.size(); ++i) {
        const int root = sets.find(static_cast<int>(i));
        hubs_[i] = root == sets.find(0) || (platform_free_ && root == sets.find(platform_));
      }
    }
    return hubs_[body];
  }

  int add_node(TreeNode node) {
    node.q = tree_.nq;
    node.v = tree_.nv;
    node.turned = !node.placement.R.isIdentity(0);
    node.offset = !node.placement.p.isZero(0);
    tree_.nq += positions(node.kind);
    tree_.nv += velocities(node.kind);
    tree_.nodes.push_back(node);
    return static_cast<int>(tree_.nodes.size()) - 1;
  }

  // Attaches a body to a node, together with all bodies fixed to it.
  void place_body(int body, int node, const Placement& in_node) {
    placed_[body] = true;
    tree_.bodies[body] = {node, in_node, in_node.R.isIdentity(0) && in_node.p.isZero(0)};
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      const Joint& joint = m_.joints[j];
      if (joint.type != JointType::fixed || !in_tree_[j]) continue;
      if (joint.body_a == body && !placed_[joint.body_b]) {
        place_body(joint.body_b, node, in_node * joint.in_a * joint.in_b.inverse());
      } else if (joint.body_b == body && !placed_[joint.body_a]) {
        place_body(joint.body_a, node, in_node * joint.in_b * joint.in_a.inverse());
      }
    }
  }

  const SpinFix* spin_fix(int joint) const {
    const auto it = std::find_if(fixes_.begin(), fixes_.end(), [&](const SpinFix& f) { return f.joint == joint; });
    return it == fixes_.end() ? nullptr : &*it;
  }

  // Adds the nodes of one joint and the body behind it.
  void extend(int j, bool reversed) {
    const Joint& joint = m_.joints[j];
    Placement in_a = joint.in_a, in_b = joint.in_b;
    const SpinFix* fix = spin_fix(j);
    if (fix) in_a.R = fix->frame_a, in_b.R = fix->frame_b;
    std::vector<JointStep> steps = elementary_steps(joint.type, fix != nullptr);
    // Passed from b to a, the motions come in reverse order about the opposite axes.
    Matrix3 flip = Matrix3::Identity();
    if (reversed) {
      std::reverse(steps.begin(), steps.end());
      if (steps.front().kind != NodeKind::spherical) flip = Vector3(1, -1, -1).asDiagonal();
      std::swap(in_a, in_b);
    }
    const int from = reversed ? joint.body_b : joint.body_a;
    const int to = reversed ? joint.body_a : joint.body_b;
    int parent = tree_.bodies[from].node;
    Placement place = tree_.bodies[from].in_node * in_a;
    Matrix3 back = Matrix3::Identity();
    for (const JointStep& step : steps) {
      const Matrix3 axis = step.axis * flip;
      place.R = place.R * back * axis;
      TreeNode node;
      node.kind = step.kind;
      node.parent = parent;
      node.placement = place;
      node.pitch = joint.pitch;
      node.joint = j;
      node.freedom = step.freedom;
      node.reversed = reversed;
      parent = add_node(node);
      if (tree_.joint_node[j] < 0) tree_.joint_node[j] = parent;
      place = Placement{};
      back = axis.transpose();
    }
    Placement in_node;
    in_node.R = back;
    place_body(to, parent, in_node * in_b.inverse());
  }

  // One limb: its nodes by depth-first search from the hubs, then its cuts.
  void add_limb(int group) {
    Limb limb;
    limb.node = static_cast<int>(tree_.nodes.size());
    limb.v = tree_.nv;
    limb.cut = static_cast<int>(tree_.cuts.size());
    limb.row = tree_.cuts.empty() ? 0 : tree_.cuts.back().row + tree_.cuts.back().rows;
    grow(group);
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      if (joint_group_[j] != group) continue;
      if (!in_tree_[j]) add_cut(static_cast<int>(j));
      for (std::size_t k = 0; k < m_.legs.size(); ++k) {
        const auto& joints = m_.legs[k].joints;
        const bool member = std::find(joints.begin(), joints.end(), static_cast<int>(j)) != joints.end();
        if (member && std::find(limb.legs.begin(), limb.legs.end(), static_cast<int>(k)) == limb.legs.end()) {
          limb.legs.push_back(static_cast<int>(k));
        }
      }
    }
    limb.nodes = static_cast<int>(tree_.nodes.size()) - limb.node;
    limb.nv = tree_.nv - limb.v;
    limb.cuts = static_cast<int>(tree_.cuts.size()) - limb.cut;
    for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) limb.rows += tree_.cuts[c].rows;
    tree_.limbs.push_back(limb);
  }

  // Repeatedly extends the tree from placed bodies, following the most recently placed body first.
  void grow(int group) {
    std::vector<int> stack;
    for (std::size_t i = 0; i < m_.bodies.size(); ++i) {
      if (placed_[i] && hub(static_cast<int>(i))) stack.push_back(static_cast<int>(i));
    }
    while (!stack.empty()) {
      const int body = stack.back();
      bool extended = false;
      for (std::size_t j = 0; j < m_.joints.size() && !extended; ++j) {
        const Joint& joint = m_.joints[j];
        if (!in_tree_[j] || joint_group_[j] != group) continue;
        const bool forward = joint.body_a == body && !placed_[joint.body_b];
        const bool backward = joint.body_b == body && !placed_[joint.body_a];
        if (!forward && !backward) continue;
        extend(static_cast<int>(j), backward);
        stack.push_back(forward ? joint.body_b : joint.body_a);
        // Bodies welded to the new one can carry joints too.
        for (std::size_t i = 0; i < m_.bodies.size(); ++i) {
          if (placed_[i] && tree_.bodies[i].node == tree_.bodies[stack.back()].node &&
              std::find(stack.begin(), stack.end(), static_cast<int>(i)) == stack.end()) {
            stack.insert(stack.end() - 1, static_cast<int>(i));
          }
        }
        extended = true;
      }
      if (!extended) stack.pop_back();
    }
  }

  void add_cut(int j) {
    const Joint& joint = m_.joints[j];
    Cut cut;
    cut.joint = j;
    cut.type = joint.type;
    cut.pitch = joint.pitch;
    const BodyNode& a = tree_.bodies[joint.body_a];
    const BodyNode& b = tree_.bodies[joint.body_b];
    cut.node_a = a.node;
    cut.node_b = b.node;
    cut.in_a = a.in_node * joint.in_a;
    cut.in_b = b.in_node * joint.in_b;
    cut.rows = 6 - freedoms(joint.type);
    cut.row = tree_.cuts.empty() ? 0 : tree_.cuts.back().row + tree_.cuts.back().rows;
    cut.path_a = path_to(cut.node_a);
    cut.path_b = path_to(cut.node_b);
    while (!cut.path_a.empty() && !cut.path_b.empty() && cut.path_a.front() == cut.path_b.front()) {
      cut.path_a.erase(cut.path_a.begin());
      cut.path_b.erase(cut.path_b.begin());
    }
    tree_.joint_cut[j] = static_cast<int>(tree_.cuts.size());
    tree_.cuts.push_back(std::move(cut));
  }

  std::vector<int> path_to(int node) const {
    std::vector<int> path;
    for (; node > 0; node = tree_.nodes[node].parent) path.insert(path.begin(), node);
    return path;
  }

  const Mechanism& m_;
  std::span<const SpinFix> fixes_;
  int platform_ = -1;
  bool platform_free_ = false;
  std::vector<bool> in_tree_;
  std::vector<bool> placed_;
  std::vector<bool> hubs_;
  std::vector<int> joint_group_;
  int group_count_ = 0;
  SpanningTree tree_;
};

}  // namespace

SpanningTree build_tree(const Mechanism& mechanism, std::span<const SpinFix> spin_fixes) {
  return TreeBuilder(mechanism, spin_fixes).build();
}

}  // namespace jourdain
