#include "linear_form/leg_reduction.hpp"

#include "core/dense/selection.hpp"
#include "legs/robot_data.hpp"
#include "linear_form/triangular_factor.hpp"

#include "jourdain/linear_form/base_parameters.hpp"

#include <algorithm>
#include <map>

namespace jourdain {
namespace {

constexpr int large_form = 400;  // columns
constexpr int equations_per_column = 3;
constexpr int least_states = 40;

int limb_of_node(const SpanningTree& tree, int node) {
  for (std::size_t k = 0; k < tree.limbs.size(); ++k) {
    if (node >= tree.limbs[k].node && node < tree.limbs[k].node + tree.limbs[k].nodes) return static_cast<int>(k);
  }
  return -1;
}

int limb_of_joint(const SpanningTree& tree, int joint) {
  const auto at = static_cast<std::size_t>(joint);
  if (tree.joint_node[at] >= 0) return limb_of_node(tree, tree.joint_node[at]);
  for (std::size_t k = 0; k < tree.limbs.size(); ++k) {
    const Limb& limb = tree.limbs[k];
    if (tree.joint_cut[at] >= limb.cut && tree.joint_cut[at] < limb.cut + limb.cuts) return static_cast<int>(k);
  }
  return -1;
}

// The limb that a parameter belongs to, -1 for those of the platform, of no limb or of several.
int limb_of(const LinearForm& form, const Parameter& parameter) {
  const RobotData& robot = data_of(form.robot());
  int found = -1;
  for (const Parameter::Part& part : parameter.parts) {
    const StandardParameter& p = form.standard()[static_cast<std::size_t>(part.standard)];
    int limb = -1;
    if (p.kind == ParameterKind::inertial) {
      limb = limb_of_node(robot.tree, robot.tree.bodies[static_cast<std::size_t>(p.owner)].node);
    } else if (p.kind == ParameterKind::rotor) {
      limb = limb_of_node(robot.tree, robot.actuator_nodes[static_cast<std::size_t>(p.owner)]);
    } else if (p.kind != ParameterKind::payload) {
      limb = limb_of_joint(robot.tree, p.owner);
    }
    if (limb < 0 || (found >= 0 && limb != found)) return -1;
    found = limb;
  }
  return found;
}

// The columns of a leg and of the rest, and their equations.
struct Group {
  std::vector<int> columns;
  std::vector<bool> own;  // of the leg
  TriangularFactor factor{0};
};

std::vector<Group> groups_of(const LinearForm& form) {
  std::map<int, std::vector<int>> by_limb;
  for (int j = 0; j < form.columns(); ++j)
    by_limb[limb_of(form, form.parameters()[static_cast<std::size_t>(j)])].push_back(j);
  const std::vector<int> rest = by_limb[-1];
  by_limb.erase(-1);
  std::vector<Group> groups;
  for (const auto& [limb, columns] : by_limb) {
    Group& group = groups.emplace_back();
    group.columns = rest;
    group.columns.insert(group.columns.end(), columns.begin(), columns.end());
    group.own.assign(rest.size(), false);
    group.own.resize(group.columns.size(), true);
    group.factor = TriangularFactor(static_cast<int>(group.columns.size()));
  }
  return groups;
}

// Adds what the group's leg can drop; nothing where its rank is not clear.
void reduce(Group& group, std::span<const int> place, const VectorX& units, std::span<const int> kinds,
            LegReduction& result) {
  const int n = static_cast<int>(group.columns.size());
  VectorX own_units(n);
  std::vector<int> own_kinds, order;
  for (int i = 0; i < n; ++i) {
    const int column = group.columns[static_cast<std::size_t>(i)];
    own_units[i] = units[column];
    own_kinds.push_back(kinds[static_cast<std::size_t>(column)]);
    order.push_back(i);
  }
  const auto column_of = [&](int i) { return group.columns[static_cast<std::size_t>(i)]; };
  std::ranges::sort(order, {}, [&](int i) { return place[static_cast<std::size_t>(column_of(i))]; });
  const ColumnSpace space = column_space(group.factor.factor(), own_units, own_kinds);
  if (!(space.gap >= least_gap)) return;
  const ColumnChoice choice = choose_columns(space, order);
  if (static_cast<int>(choice.kept.size()) != space.rank) return;
  for (std::size_t d = 0; d < choice.dropped.size(); ++d) {
    if (!group.own[static_cast<std::size_t>(choice.dropped[d])]) continue;
    LegReduction::Dropped& dropped = result.dropped.emplace_back();
    dropped.column = column_of(choice.dropped[d]);
    for (std::size_t i = 0; i < choice.kept.size(); ++i) {
      const double factor = choice.K(static_cast<int>(i), static_cast<int>(d));
      dropped.terms.emplace_back(column_of(choice.kept[i]), factor);
    }
  }
}

}  // namespace

bool is_large(const LinearForm& form) { return form.columns() > large_form; }

LegReduction reduce_by_legs(const LinearForm& form, std::span<const int> preference, const VectorX& units,
                            std::span<const int> kinds, const std::function<const MatrixX&()>& sample) {
  std::vector<Group> groups = groups_of(form);
  int largest = 0;
  for (const Group& group : groups) largest = std::max(largest, static_cast<int>(group.columns.size()));
  const int states = std::max(least_states, (equations_per_column * largest + form.rows() - 1) / form.rows());
  for (int s = 0; s < states; ++s) {
    const MatrixX& Y = sample();
    for (Group& group : groups) group.factor.add(dense::columns(Y, group.columns));
  }
  std::vector<int> place(preference.size());
  for (std::size_t i = 0; i < preference.size(); ++i)
    place[static_cast<std::size_t>(preference[i])] = static_cast<int>(i);
  LegReduction result;
  for (Group& group : groups) reduce(group, place, units, kinds, result);
  std::vector<bool> is_left(static_cast<std::size_t>(form.columns()), true);
  for (const LegReduction::Dropped& d : result.dropped) is_left[static_cast<std::size_t>(d.column)] = false;
  for (int j = 0; j < form.columns(); ++j)
    if (is_left[static_cast<std::size_t>(j)]) result.left.push_back(j);
  return result;
}

ColumnChoice with_dropped(const ColumnChoice& of_left, const LegReduction& reduction) {
  const auto column_of = [&](int i) { return reduction.left[static_cast<std::size_t>(i)]; };
  ColumnChoice all;
  std::map<int, VectorX> in_kept;  // each column that is not zero, in terms of the kept ones
  const auto rows = static_cast<int>(of_left.kept.size());
  for (int i = 0; i < rows; ++i) {
    all.kept.push_back(column_of(of_left.kept[static_cast<std::size_t>(i)]));
    in_kept[all.kept.back()] = VectorX::Unit(rows, i);
  }
  for (std::size_t d = 0; d < of_left.dropped.size(); ++d) {
    all.dropped.push_back(column_of(of_left.dropped[d]));
    in_kept[all.dropped.back()] = of_left.K.col(static_cast<int>(d));
  }
  std::vector<VectorX> columns;
  for (const LegReduction::Dropped& d : reduction.dropped) {
    VectorX& sum = columns.emplace_back(VectorX::Zero(rows));
    for (const auto& [column, factor] : d.terms) {
      if (const auto found = in_kept.find(column); found != in_kept.end()) sum += factor * found->second;
    }
    all.dropped.push_back(d.column);
  }
  all.K.resize(rows, static_cast<int>(all.dropped.size()));
  all.K.leftCols(of_left.K.cols()) = of_left.K;
  for (std::size_t i = 0; i < columns.size(); ++i) all.K.col(of_left.K.cols() + static_cast<int>(i)) = columns[i];
  return all;
}

}  // namespace jourdain
