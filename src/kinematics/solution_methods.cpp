#include "kinematics/solution_methods.hpp"

#include "core/dense/decompositions.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/mobility.hpp"
#include "kinematics/three_spheres.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

// Output coordinates outside `moves` that never change follow from the home configuration.
void find_constant_pose(RobotData& data, const std::vector<Place>& places, const TreeState& home) {
  if (data.tree.platform_node < 0 || data.moves.empty()) return;
  double moved[6] = {};
  for (const Place& place : places) {
    RowMatrix J(6, data.tree.nv);
    output_jacobian(data, place.state, J);
    const MatrixX reach = J * place.rank.null_space;
    for (int c = 0; c < 6; ++c) moved[c] = std::max(moved[c], reach.row(c).norm());
  }
  bool in_moves[6] = {};
  for (int c : data.moves) in_moves[c] = true;
  for (int c = 0; c < 6; ++c) {
    if (!in_moves[c] && moved[c] > 1e-8) return;
  }
  const Placement pose = output_placement(data, home);
  const Vector3 angles = cardan_from_rotation(pose.R);
  for (int c = 0; c < 6; ++c) data.constant_pose[c] = c < 3 ? pose.p[c] : angles[c - 3];
  // One turning angle describes the rotation only if the other two are zero.
  const int rotations = in_moves[3] + in_moves[4] + in_moves[5];
  if (rotations == 1 || rotations == 2) {
    for (int c = 3; c < 6; ++c) {
      if (!in_moves[c] && std::abs(data.constant_pose[c]) > 1e-9) return;
      if (!in_moves[c]) data.constant_pose[c] = 0;
    }
    if (rotations == 2) return;
  }
  data.pose_explicit = true;
}

// Rows of each limb that fix its rates when the platform's are given; all limbs need enough of them.
void find_limb_rows(RobotData& data, const TreeState& home) {
  if (data.tree.platform_node < 0) return;
  VectorX g(data.tree.rows);
  RowMatrix K(data.tree.rows, data.tree.nv);
  closure_jacobian(data.tree, home, data.size, g, K);
  data.limb_rows.clear();
  data.block_rates = data.pose_explicit;
  for (const Limb& limb : data.tree.limbs) {
    if (limb.nv == 0) {
      data.limb_rows.emplace_back();
      continue;
    }
    // Limbs on the platform side, and limbs with freedoms of their own, need the dense solve.
    for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
      if (data.tree.nodes[i].parent == data.tree.platform_node) data.block_rates = false;
    }
    if (limb.rows < limb.nv) {
      data.block_rates = false;
      return;
    }
    const MatrixX J = K.block(limb.row, limb.v, limb.rows, limb.nv);
    const dense::PivotedQr qr(J.transpose(), 1e-7);
    if (qr.rank() < limb.nv) {
      data.block_rates = false;
      return;
    }
    std::vector<int> rows = qr.leading_columns(limb.nv);
    for (int& row : rows) row += limb.row;
    data.limb_rows.push_back(std::move(rows));
    if (limb.rows > limb.nv) data.has_redundant_rows = true;
  }
}

const Leg* leg_of(const RobotData& data, std::size_t limb) {
  const std::vector<int>& legs = data.tree.limbs[limb].legs;
  return legs.size() == 1 ? &data.mechanism.legs[legs[0]] : nullptr;
}

// Brings a limb to the working mode that the file asks for.
void apply_mode(RobotData& data, std::size_t k, TreeState& home) {
  const Leg* leg = leg_of(data, k);
  if (!leg || leg->mode.empty()) return;
  LimbKernel& kernel = data.kernels[k];
  const double wanted = leg->mode == "negative" ? -1 : 1;
  if (leg->mode != "positive" && leg->mode != "negative") {
    throw Error(ErrorKind::input, fmt::format("leg {}: unknown working mode '{}'; modes are positive and negative",
                                              leg->name, leg->mode));
  }
  if (kernel.family == LimbKernel::Family::none) {
    throw Error(ErrorKind::input,
                fmt::format("leg {}: working modes exist only for legs with a closed form; give starting values "
                            "under 'assembly' instead",
                            leg->name));
  }
  if (kernel.sign == wanted) return;
  kernel.sign = wanted;
  const NodeMotion<double>& n = home.n[data.tree.platform_node];
  Guard<double> guard;
  solve_limb(data.tree, kernel, kernel.sign, Placement{n.R, n.p}, data.size, home, guard);
  if (guard.status != Status::ok) {
    throw Error(ErrorKind::input,
                fmt::format("leg {}: the working mode {} does not exist at the home pose", leg->name, leg->mode));
  }
  read_angles(data.tree, home);
  for (std::size_t i = 0; i < data.motor_joints.size(); ++i) {
    data.home_motors[static_cast<int>(i)] = home.q[data.tree.nodes[data.motor_nodes[i]].q];
  }
}

// The joints of a limb from the base to the platform, whichever way the tree passes them: by their number of joints
// from the base.
std::vector<int> joints_from_base(const RobotData& data, const Limb& limb) {
  std::vector<int> joints;
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const int j = data.tree.nodes[i].joint;
    if (j >= 0 && (joints.empty() || joints.back() != j)) joints.push_back(j);
  }
  for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) joints.push_back(data.tree.cuts[c].joint);
  if (data.tree.platform_node < 0) return joints;  // a loop has no end
  constexpr int far = std::numeric_limits<int>::max() - 1;
  std::vector<int> steps(data.tree.nodes.size(), far);  // of each node from the base, within the limb
  steps[0] = 0;
  const auto of = [&](int body) -> int& { return steps[data.tree.bodies[body].node]; };
  for (bool grew = true; grew;) {
    grew = false;
    for (int j : joints) {
      int &a = of(data.mechanism.joints[j].body_a), &b = of(data.mechanism.joints[j].body_b);
      if (a > b + 1) a = b + 1, grew = true;
      if (b > a + 1) b = a + 1, grew = true;
    }
  }
  std::ranges::stable_sort(joints, {}, [&](int j) {
    return std::min(of(data.mechanism.joints[j].body_a), of(data.mechanism.joints[j].body_b));
  });
  return joints;
}

// Letters of the joint types, the actuated one in brackets: "U-[P]-S".
std::string structure_of(const RobotData& data, const Limb& limb) {
  static constexpr const char* letters[] = {"R", "P", "H", "C", "U", "S", "E", "F"};
  std::string text;
  for (int j : joints_from_base(data, limb)) {
    const Joint& joint = data.mechanism.joints[j];
    const char* letter = letters[static_cast<int>(joint.type)];
    text += text.empty() ? "" : "-";
    text += joint.motor ? fmt::format("[{}]", letter) : letter;
  }
  return text;
}

void describe_limbs(RobotData& data) {
  for (std::size_t k = 0; k < data.tree.limbs.size(); ++k) {
    const Limb& limb = data.tree.limbs[k];
    const Leg* leg = leg_of(data, k);
    const LimbKernel& kernel = data.kernels[k];
    LimbSummary summary;
    summary.name = leg ? leg->name : fmt::format("limb {}", k + 1);
    summary.structure = structure_of(data, limb);
    summary.mode = kernel.sign < 0 ? "negative" : "positive";
    switch (kernel.family) {
      case LimbKernel::Family::telescopic: summary.method = "telescopic, closed form"; break;
      case LimbKernel::Family::elbow: summary.method = "elbow, closed form"; break;
      case LimbKernel::Family::none:
        summary.method = limb.cuts == 0 ? "open chain, Newton" : "Newton";
        summary.mode.clear();
        break;
    }
    if (data.two_arms) {
      summary.method = "two arms, closed form";
      for (const LimbKernel& arm : data.two_arms->arms) {
        summary.mode += fmt::format("{}{}", summary.mode.empty() ? "" : ", ", arm.sign < 0 ? "negative" : "positive");
      }
    }
    data.limbs.push_back(summary);
  }
}

// The limb of each driving motor, and the motor of each limb.
void find_driving_limbs(RobotData& data) {
  for (int k : data.driving) {
    int found = -1;
    for (std::size_t l = 0; l < data.tree.limbs.size(); ++l) {
      const Limb& limb = data.tree.limbs[l];
      const int node = data.motor_nodes[k];
      if (node >= limb.node && node < limb.node + limb.nodes) found = static_cast<int>(l);
    }
    data.driving_limb.push_back(found);
  }
  const bool in_limbs = std::none_of(data.driving_limb.begin(), data.driving_limb.end(), [](int l) { return l < 0; });
  for (const LimbKernel& kernel : data.kernels) {
    LimbMotor motor;
    for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
      if (data.motor_nodes[k] != kernel.motor) continue;
      motor.index = static_cast<int>(k);
      motor.driving = std::find(data.driving.begin(), data.driving.end(), motor.index) != data.driving.end();
    }
    data.limb_motor.push_back(motor);
  }
  data.limb_motors = data.block_rates && in_limbs && !data.driving.empty() && data.driving.size() == data.moves.size();
}

// Forward kinematics on the pose alone: every driving motor moves a limb with a closed form of its own.
void plan_forward(RobotData& data, const TreeState& home) {
  if (!data.closed_inverse || data.driving.size() != data.moves.size()) return;
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    const int limb = data.driving_limb[k];
    if (limb < 0 || data.kernels[limb].motor != data.motor_nodes[data.driving[k]]) return;
  }
  data.kernel_forward = true;
  const bool translates = data.moves == std::vector<int>{0, 1, 2};
  const bool rods = std::all_of(data.driving_limb.begin(), data.driving_limb.end(),
                                [&](int l) { return data.kernels[l].family == LimbKernel::Family::elbow; });
  if (!translates || !rods) return;
  data.closed_forward = true;
  data.home_pose = output_placement(data, home);
  data.forward_side = sphere_side(data, home);
}

}  // namespace

void choose_methods(RobotData& data, const std::vector<Place>& places, TreeState& home) {
  find_constant_pose(data, places, home);
  for (const Limb& limb : data.tree.limbs) data.kernels.push_back(recognise_limb(data.tree, limb, home, data.size));
  for (const Limb& limb : data.tree.limbs) data.point_limbs.push_back(recognise_point_limb(data.tree, limb));
  for (std::size_t k = 0; k < data.kernels.size(); ++k) apply_mode(data, k, home);
  find_limb_rows(data, home);
  const bool all_closed = std::all_of(data.kernels.begin(), data.kernels.end(), [](const LimbKernel& kernel) {
    return kernel.family != LimbKernel::Family::none;
  });
  data.closed_inverse = data.pose_explicit && all_closed && !data.kernels.empty();
  find_driving_limbs(data);
  data.two_arms = recognise_two_arms(data, home);
  plan_forward(data, home);
  describe_limbs(data);
}

}  // namespace jourdain
