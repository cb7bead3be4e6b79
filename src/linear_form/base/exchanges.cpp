#include "linear_form/base/exchanges.hpp"

#include "jourdain/kinematics/robot.hpp"
#include "jourdain/linear_form/parameters.hpp"
#include "linear_form/base/echelon.hpp"
#include "linear_form/base/joint_exchange.hpp"
#include "linear_form/parameters/index.hpp"
#include "structure/idle_spin_inertia.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Joints between a body and the base in the tree.
int depth_of(const SpanningTree& tree, int body) {
  int count = 0;
  for (int node = tree.bodies[at(body)].node; node > 0; node = tree.nodes[at(node)].parent) ++count;
  return count;
}

// The coordinate axis of the body next to the axis of the joint that carries it.
int main_axis(const Mechanism& mechanism, const SpanningTree& tree, int body) {
  const int index = tree.nodes[at(tree.bodies[at(body)].node)].joint;
  if (index < 0) return 2;
  const Joint& joint = mechanism.joints[at(index)];
  if (joint.body_a != body && joint.body_b != body) return 2;
  Eigen::Index axis = 2;
  (joint.body_b == body ? joint.in_b : joint.in_a).R.col(2).cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(axis);
}

// The standard parameters in the order in which they are taken away, which leaves the groupings of Khalil and Gautier:
// those of the bodies from the tips to the base, then of the platform. In a body with axis z first m, then sz, sy, sx,
// Iyy, the products, Ixx and Izz.
std::vector<int> drop_order(const Mechanism& mechanism) {
  constexpr int tensor[3][3] = {{4, 5, 6}, {5, 7, 8}, {6, 8, 9}};
  const SpanningTree tree = build_tree(mechanism);
  const int platform = mechanism.output && mechanism.output->is_platform ? mechanism.output->body : -1;
  std::vector<int> bodies;
  for (int i = static_cast<int>(mechanism.bodies.size()) - 1; i > 0; --i) bodies.push_back(i);
  std::ranges::stable_sort(
      bodies, [&](int i, int j) { return i != platform && (j == platform || depth_of(tree, i) > depth_of(tree, j)); });
  std::vector<int> order;
  for (const int body : bodies) {
    const int a = main_axis(mechanism, tree, body), b = (a + 1) % 3, c = (a + 2) % 3;
    for (const int entry :
         {0, 1 + a, 1 + c, 1 + b, tensor[c][c], tensor[a][c], tensor[a][b], tensor[b][c], tensor[b][b], tensor[a][a]})
      order.push_back(parameters_per_body * (body - 1) + entry);
  }
  return order;
}

// Changes of the standard set, one row each.
class ChangeRows {
 public:
  explicit ChangeRows(std::vector<int> order) : order_(std::move(order)), rows_(0, static_cast<int>(order_.size())) {}

  // Columns of `changes` have ten entries for each of the bodies. The base takes what it is given.
  void add(const MatrixX& changes, std::initializer_list<int> bodies) {
    MatrixX rows = MatrixX::Zero(changes.cols(), rows_.cols());
    Eigen::Index first = 0;
    for (const int body : bodies) {
      const auto own = changes.middleRows<parameters_per_body>(first);
      if (body > 0) rows.middleCols<parameters_per_body>(parameters_per_body * (body - 1)) = own.transpose();
      first += parameters_per_body;
    }
    rows = echelon(rows, order_).rows;
    rows_.conservativeResize(rows_.rows() + rows.rows(), Eigen::NoChange);
    rows_.bottomRows(rows.rows()) = rows;
  }
  MatrixX independent() const { return echelon(rows_, order_).rows; }

 private:
  std::vector<int> order_;
  MatrixX rows_;
};

}  // namespace

MatrixX exchange_vectors(const Mechanism& mechanism, const Placement* platform_home) {
  const double length = length_of(mechanism);
  const Mechanism unit = in_units_of(mechanism, length);
  const std::vector<MotionBound> bounds = motion_bounds(unit, platform_home);
  ChangeRows changes(drop_order(unit));
  // Idle rods do not need their moment of inertia about their line.
  for (const IdleSpin& spin : find_idle_spins(mechanism)) {
    for (std::size_t i = 0; spin.matters.empty() && i < spin.axis.size(); ++i) {
      BodyNode body;
      body.spin_axis = spin.axis[i];
      changes.add(SpinInertia(body).tensor, {spin.bodies[i]});
    }
  }
  for (int i = 1; i < static_cast<int>(bounds.size()); ++i) changes.add(idle_changes(bounds[at(i)]), {i});
  for (const Joint& joint : unit.joints) {
    const int a = joint.body_a, b = joint.body_b;
    changes.add(exchange_changes(joint, bounds[at(a)], bounds[at(b)]), {a, b});
  }
  MatrixX vectors = changes.independent().transpose();
  for (int i = 0; i < static_cast<int>(vectors.rows()); ++i)
    vectors.row(i) *= std::pow(length, length_power(i % parameters_per_body));
  return vectors;
}

MatrixX exchange_vectors(const Robot& robot) {
  const std::optional<Output>& output = robot.mechanism().output;
  const bool bounded = output && output->is_platform && output->moves.size() < 6 && robot.pose_is_explicit();
  const Placement home = bounded ? robot.home_pose() : Placement{};
  return exchange_vectors(robot.mechanism(), bounded ? &home : nullptr);
}

}  // namespace jourdain
