#include "linear_form/rules.hpp"

#include "jourdain/structure/structure.hpp"
#include "linear_form/echelon.hpp"
#include "linear_form/index.hpp"
#include "linear_form/joint_exchange.hpp"
#include "structure/idle_spin_inertia.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

int parameter(int body, int entry) { return parameters_per_body * (body - 1) + entry; }

// Joints between a body and the base in the tree.
std::vector<int> depths(const Mechanism& mechanism, const SpanningTree& tree) {
  std::vector<int> depth;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    int count = 0;
    for (int node = tree.bodies[i].node; node > 0; node = tree.nodes[at(node)].parent) ++count;
    depth.push_back(count);
  }
  return depth;
}

// The coordinate axis of the body next to the axis of the joint that carries it.
int main_axis(const Mechanism& mechanism, const SpanningTree& tree, int body) {
  const int node = tree.bodies[at(body)].node;
  const int index = tree.nodes[at(node)].joint;
  if (index < 0) return 2;
  const Joint& joint = mechanism.joints[at(index)];
  if (joint.body_a != body && joint.body_b != body) return 2;
  const Matrix3& R = joint.body_b == body ? joint.in_b.R : joint.in_a.R;
  Eigen::Index axis = 2;
  R.col(2).cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(axis);
}

// Position of entry (row, column) of the tensor in the ten parameters.
int tensor_entry(int row, int column) {
  constexpr int index[3][3] = {{4, 5, 6}, {5, 7, 8}, {6, 8, 9}};
  return index[row][column];
}

int platform_of(const Mechanism& mechanism) {
  return mechanism.output && mechanism.output->is_platform ? mechanism.output->body : -1;
}

// The changes of some bodies' parameters as rows over the standard set, in echelon form from the least welcome.
MatrixX spread(const MatrixX& changes, const std::vector<int>& bodies, Eigen::Index parameters,
               const std::vector<int>& welcome) {
  // The base takes what it is given.
  std::vector<int> columns;
  std::vector<Eigen::Index> source;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b] == 0) continue;
    for (int e = 0; e < parameters_per_body; ++e) {
      columns.push_back(parameter(bodies[b], e));
      source.push_back(static_cast<Eigen::Index>(b) * parameters_per_body + e);
    }
  }
  MatrixX local(changes.cols(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    local.col(static_cast<Eigen::Index>(k)) = changes.row(source[k]).transpose();
  }
  std::vector<int> rank(at(static_cast<int>(parameters)));
  for (std::size_t i = 0; i < welcome.size(); ++i) rank[at(welcome[i])] = static_cast<int>(i);
  std::vector<int> order(columns.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return rank[at(columns[at(i)])] > rank[at(columns[at(j)])]; });
  const Echelon reduced = echelon(local, order);
  MatrixX rows = MatrixX::Zero(reduced.rows.rows(), parameters);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    rows.col(columns[k]) = reduced.rows.col(static_cast<Eigen::Index>(k));
  }
  return rows;
}

}  // namespace

std::vector<int> welcome_order(const Mechanism& mechanism) {
  const SpanningTree tree = build_tree(mechanism);
  const std::vector<int> depth = depths(mechanism, tree);
  const int platform = platform_of(mechanism);
  std::vector<int> bodies;
  for (int i = 1; i < static_cast<int>(mechanism.bodies.size()); ++i) bodies.push_back(i);
  std::stable_sort(bodies.begin(), bodies.end(), [&](int i, int j) {
    const bool one = i == platform, two = j == platform;
    return one != two ? one : depth[at(i)] < depth[at(j)];
  });
  std::vector<int> order;
  for (const int body : bodies) {
    const int a = main_axis(mechanism, tree, body), b = (a + 1) % 3, c = (a + 2) % 3;
    const std::array<int, parameters_per_body> entries{tensor_entry(a, a),
                                                       tensor_entry(b, b),
                                                       tensor_entry(b, c),
                                                       tensor_entry(a, b),
                                                       tensor_entry(a, c),
                                                       tensor_entry(c, c),
                                                       1 + b,
                                                       1 + c,
                                                       1 + a,
                                                       0};
    for (const int entry : entries) order.push_back(parameter(body, entry));
  }
  return order;
}

std::vector<Rule> idle_spin_rules(const Mechanism& mechanism, const std::vector<int>& welcome) {
  std::vector<Rule> rules;
  for (const IdleSpin& spin : find_idle_spins(mechanism)) {
    if (!spin.matters.empty()) continue;
    for (std::size_t i = 0; i < spin.axis.size(); ++i) {
      BodyNode body;
      body.spin_axis = spin.axis[i];
      const MatrixX change = SpinInertia(body).tensor;
      const auto parameters = static_cast<Eigen::Index>(welcome.size());
      rules.push_back({-1, spin.bodies[i], -1, spread(change, {spin.bodies[i]}, parameters, welcome), true});
    }
  }
  return rules;
}

std::vector<Rule> collect_rules(const Mechanism& mechanism, const std::vector<MotionBound>& bounds,
                                const std::vector<int>& welcome) {
  const SpanningTree tree = build_tree(mechanism);
  const std::vector<int> depth = depths(mechanism, tree);
  const int platform = platform_of(mechanism);
  const auto parameters = static_cast<Eigen::Index>(welcome.size());
  std::vector<Rule> rules;
  for (int i = 1; i < static_cast<int>(mechanism.bodies.size()); ++i) {
    const MatrixX changes = idle_changes(bounds[at(i)]);
    if (changes.cols() > 0) rules.push_back({-1, i, -1, spread(changes, {i}, parameters, welcome), false});
  }
  const auto first_joint = static_cast<std::ptrdiff_t>(rules.size());
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const int a = joint.body_a, b = joint.body_b;
    // The platform takes; else the body nearer to the base, else the one that stands first in the file.
    const bool a_takes =
        a == platform || (b != platform && (depth[at(a)] != depth[at(b)] ? depth[at(a)] < depth[at(b)] : a < b));
    const MatrixX changes = exchange_changes(joint, bounds[at(a)], bounds[at(b)]);
    const MatrixX rows = spread(changes, {a, b}, parameters, welcome);
    if (rows.rows() == 0) continue;
    rules.push_back({static_cast<int>(j), a_takes ? b : a, a_takes ? a : b, rows, false});
  }
  const auto is_cut = [&](const Rule& rule) { return tree.joint_cut[at(rule.joint)] >= 0; };
  std::stable_sort(rules.begin() + first_joint, rules.end(), [&](const Rule& one, const Rule& two) {
    if (is_cut(one) != is_cut(two)) return is_cut(two);
    return depth[at(one.body)] > depth[at(two.body)];
  });
  return rules;
}

}  // namespace jourdain
