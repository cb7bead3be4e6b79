#include "trace/functions/pivot_order.hpp"

#include "core/pivot_search.hpp"
#include "dynamics/motor_projection.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/limb_rates.hpp"

#include "kinematics/state_sampler.hpp"

#include <set>

namespace jourdain {
namespace {

constexpr int order_samples = 60;

// Factored systems of one kind: the matrices, and the orders that the search for pivots took.
struct Systems {
  std::vector<RowMatrix> matrices;
  std::set<std::vector<int>> orders;

  // The matrix before its elimination is P^T L U.
  void add(Elimination& factored) {
    const RowMatrix& lu = factored.matrix();
    const int n = factored.size();
    RowMatrix L = lu.triangularView<Eigen::StrictlyLower>();
    L.diagonal().setOnes();
    const RowMatrix U = lu.triangularView<Eigen::Upper>();
    const RowMatrix LU = L * U;
    RowMatrix A(n, n);
    for (int i = 0; i < n; ++i) A.row(factored.order()[i]) = LU.row(i);
    matrices.push_back(A);
    orders.insert(factored.order());
  }

  std::vector<int> best(int n) const {
    std::vector<int> chosen(n);
    for (int i = 0; i < n; ++i) chosen[i] = i;
    double most = 0;
    for (const std::vector<int>& order : orders) {
      const double worst = worst_pivot(matrices, order, most);
      if (worst > most) most = worst, chosen = order;
    }
    return chosen;
  }
};

}  // namespace

PivotOrders choose_pivot_orders(const Robot& robot) {
  const RobotData& data = data_of(robot);
  StateSampler sampler(robot, 1);
  Workspace workspace(robot);
  std::vector<Systems> limbs(data.tree.limbs.size());
  Systems motors, dense_output, dense_motors;
  for (int i = 0; i < order_samples; ++i) {
    if (i > 0) sampler.next(workspace);
    KinematicState& state = state_of(workspace);
    if (data.block_rates) {
      state.factor_limbs_at(Configuration::valid, data);
      for (std::size_t k = 0; k < limbs.size(); ++k) {
        if (!data.point_limbs[k].applies && state.limb[k].size() > 0) limbs[k].add(state.limb[k]);
      }
      if (data.limb_motors && project_on_motors(data, state.tree, state, true) > 0) motors.add(state.motors);
    }
    if (!data.moves.empty() && factor_system(data, Drive::output, state.tree, state) > 0) dense_output.add(state.dense);
    if (!data.driving.empty() && factor_system(data, Drive::motors, state.tree, state) > 0) {
      dense_motors.add(state.dense);
    }
  }
  PivotOrders result;
  for (std::size_t k = 0; k < limbs.size(); ++k) {
    result.limbs.push_back(limbs[k].best(data.block_rates ? data.tree.limbs[k].nv : 0));
  }
  result.motors = motors.best(static_cast<int>(data.driving.size()));
  result.dense_output = dense_output.best(data.tree.nv);
  result.dense_motors = dense_motors.best(data.tree.nv);
  return result;
}

}  // namespace jourdain
