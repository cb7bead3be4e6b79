// The spanning tree of every catalogue robot, and of graphs made for the purpose.
#include "jourdain/structure/structure.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace jourdain::spanning_tree_test {
namespace {

class Trees : public testing::TestWithParam<std::string> {
 protected:
  const Mechanism mechanism = load(GetParam());
  const SpanningTree tree = build_tree(mechanism);
};

TEST_P(Trees, HaveParentsBeforeChildrenAndContiguousCoordinates) {
  ASSERT_FALSE(tree.nodes.empty());
  EXPECT_EQ(tree.nodes[0].kind, NodeKind::base);
  int q = 0, v = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    if (i > 0) {
      EXPECT_GE(node.parent, 0);
      EXPECT_LT(node.parent, static_cast<int>(i));
    }
    EXPECT_EQ(node.q, q);
    EXPECT_EQ(node.v, v);
    q += positions(node.kind);
    v += velocities(node.kind);
    EXPECT_LT((node.placement.R * node.placement.R.transpose() - Matrix3::Identity()).norm(), 1e-12);
  }
  EXPECT_EQ(tree.nq, q);
  EXPECT_EQ(tree.nv, v);
}

// Every joint is in the tree or a cut, never both; fixed and actuated joints are in the tree.
TEST_P(Trees, HaveEveryJointOnce) {
  ASSERT_EQ(tree.joint_node.size(), mechanism.joints.size());
  ASSERT_EQ(tree.joint_cut.size(), mechanism.joints.size());
  std::vector<int> freedom_count(mechanism.joints.size(), 0);
  for (const TreeNode& node : tree.nodes) {
    if (node.joint >= 0) freedom_count[node.joint] += velocities(node.kind);
  }
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    SCOPED_TRACE(joint.name);
    const bool cut = tree.joint_cut[j] >= 0;
    EXPECT_FALSE(cut && tree.joint_node[j] >= 0);
    EXPECT_EQ(freedom_count[j], cut ? 0 : freedoms(joint.type));
    if (joint.motor || joint.type == JointType::fixed) {
      EXPECT_FALSE(cut);
    }
    if (cut) {
      EXPECT_EQ(tree.cuts[tree.joint_cut[j]].joint, static_cast<int>(j));
      EXPECT_EQ(tree.cuts[tree.joint_cut[j]].rows, 6 - freedoms(joint.type));
    }
  }
}

// Each loop is cut once; a platform on its free node adds one.
TEST_P(Trees, HaveOneCutPerLoop) {
  const int loops = static_cast<int>(mechanism.joints.size()) - (static_cast<int>(mechanism.bodies.size()) - 1);
  EXPECT_EQ(static_cast<int>(tree.cuts.size()), loops + (tree.platform_node >= 0));
  int row = 0;
  for (const Cut& cut : tree.cuts) {
    EXPECT_EQ(cut.row, row);
    row += cut.rows;
  }
  EXPECT_EQ(tree.rows, row);
}

TEST_P(Trees, HaveDisjointLimbsThatCoverAll) {
  int node = tree.platform_node >= 0 ? 2 : 1, v = tree.platform_node >= 0 ? 6 : 0, cut = 0, row = 0;
  for (const Limb& limb : tree.limbs) {
    EXPECT_EQ(limb.node, node);
    EXPECT_EQ(limb.v, v);
    EXPECT_EQ(limb.cut, cut);
    EXPECT_EQ(limb.row, row);
    node += limb.nodes, v += limb.nv, cut += limb.cuts, row += limb.rows;
    for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
      const int parent = tree.nodes[i].parent;
      EXPECT_TRUE(parent == 0 || parent == tree.platform_node || (parent >= limb.node && parent < i));
    }
  }
  EXPECT_EQ(node, static_cast<int>(tree.nodes.size()));
  EXPECT_EQ(v, tree.nv);
  EXPECT_EQ(cut, static_cast<int>(tree.cuts.size()));
  EXPECT_EQ(row, tree.rows);
}

// The paths of a cut lead from the parting of both ways to its two nodes.
TEST_P(Trees, HaveCutPathsThatAreTheLoop) {
  const auto way = [&](int node) {
    std::vector<int> path;
    for (; node > 0; node = tree.nodes[node].parent) path.insert(path.begin(), node);
    return path;
  };
  for (const Cut& cut : tree.cuts) {
    std::vector<int> a = way(cut.node_a), b = way(cut.node_b);
    while (!a.empty() && !b.empty() && a.front() == b.front()) a.erase(a.begin()), b.erase(b.begin());
    EXPECT_EQ(cut.path_a, a);
    EXPECT_EQ(cut.path_b, b);
  }
}

TEST_P(Trees, CarryEveryBody) {
  ASSERT_EQ(tree.bodies.size(), mechanism.bodies.size());
  EXPECT_EQ(tree.bodies[0].node, 0);
  EXPECT_TRUE(tree.bodies[0].at_node);
  std::set<int> carrying;
  for (std::size_t b = 1; b < tree.bodies.size(); ++b) {
    EXPECT_GT(tree.bodies[b].node, 0) << mechanism.bodies[b].name;
    carrying.insert(tree.bodies[b].node);
  }
  // Bodies share a node only where they are fixed together.
  const auto fixed = std::count_if(mechanism.joints.begin(), mechanism.joints.end(),
                                   [](const Joint& j) { return j.type == JointType::fixed; });
  EXPECT_EQ(static_cast<long>(carrying.size()), static_cast<long>(mechanism.bodies.size()) - 1 - fixed);
}

std::string as_identifier(const testing::TestParamInfo<std::string>& robot) {
  std::string name = robot.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Trees, testing::ValuesIn(catalogue_names()), as_identifier);

Joint& joint_named(Mechanism& mechanism, const std::string& name) {
  return mechanism.joints[find_joint(mechanism, name)];
}

TEST(SpanningTree, CutsWhereTheFileSays) {
  for (const char* name : {"pin1", "pin2", "pivot"}) {
    Mechanism m = load("four-bar");
    joint_named(m, name).prefer_cut = true;
    const SpanningTree tree = build_tree(m);
    ASSERT_EQ(tree.cuts.size(), 1u);
    EXPECT_EQ(tree.cuts[0].joint, find_joint(m, name));
  }
  // Not at a motor, whatever is asked.
  Mechanism m = load("four-bar");
  joint_named(m, "motor").prefer_cut = true;
  EXPECT_NE(build_tree(m).cuts[0].joint, find_joint(m, "motor"));
}

TEST(SpanningTree, CutsLegsAtThePlatform) {
  for (const char* name : {"hexapod", "palida", "stewart-tsai", "hexa", "3rps"}) {
    const Mechanism m = load(name);
    const SpanningTree tree = build_tree(m);
    EXPECT_EQ(tree.platform_node, 1);
    EXPECT_EQ(tree.limbs.size(), m.legs.size());
    for (const Cut& cut : tree.cuts) {
      EXPECT_EQ(cut.type, JointType::spherical) << name;
      EXPECT_TRUE(cut.node_a == 1 || cut.node_b == 1) << name;
    }
  }
}

TEST(SpanningTree, RefusesALoopOfMotors) {
  Mechanism m = load("four-bar");
  for (Joint& joint : m.joints) joint.motor = MotorModel{};
  try {
    build_tree(m);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("actuated joints only"), std::string::npos);
  }
}

TEST(SpanningTree, FixedBodiesShareANode) {
  const Mechanism m = load("free-form");
  const SpanningTree tree = build_tree(m);
  const auto node = [&](const char* name) { return tree.bodies[find_body(m, name)].node; };
  EXPECT_EQ(node("table"), node("weight"));
  EXPECT_NE(node("table"), node("screw"));
}

TEST(IdleSpins, AreThoseOfRodsOnTwoBalls) {
  EXPECT_EQ(find_idle_spins(load("delta-rods")).size(), 6u);
  for (const char* name : {"delta", "hexapod", "palida", "stewart-gallardo", "hexa", "free-form", "serial-arm"}) {
    EXPECT_TRUE(find_idle_spins(load(name)).empty()) << name;
  }
  const Mechanism m = load("delta-rods");
  std::set<int> rods;
  for (const IdleSpin& spin : find_idle_spins(m)) {
    ASSERT_EQ(spin.bodies.size(), 1u);
    rods.insert(spin.bodies[0]);
    EXPECT_EQ(m.joints[spin.joint_a].type, JointType::spherical);
    EXPECT_EQ(m.joints[spin.joint_b].type, JointType::spherical);
    EXPECT_NE(spin.joint_a, spin.joint_b);
  }
  EXPECT_EQ(rods.size(), 6u);
}

// A spin that is fixed makes a universal joint of the ball: one coordinate less each.
TEST(IdleSpins, FixedOnesTakeOneFreedomEach) {
  const Mechanism m = load("delta-rods");
  const SpanningTree plain = build_tree(m);
  std::vector<SpinFix> fixes;
  for (const IdleSpin& spin : find_idle_spins(m)) {
    const int joint = plain.joint_node[spin.joint_a] >= 0 ? spin.joint_a : spin.joint_b;
    fixes.push_back({joint, Matrix3::Identity(), Matrix3::Identity()});
  }
  const SpanningTree fixed = build_tree(m, fixes);
  EXPECT_EQ(fixed.nv, plain.nv - 6);
  EXPECT_EQ(fixed.rows, plain.rows);
}

}  // namespace
}  // namespace jourdain::spanning_tree_test
