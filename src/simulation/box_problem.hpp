// Forces of joints that rest: a small quadratic problem in a box.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace jourdain {

// Finds |f_i| <= bound_i (infinite bounds too) so that accelerations c = free - A f vanish where f is within its bound
// and do not pull against it where f is at it. A is symmetric and not negative; where resting joints hold each other it
// is singular, and f stays as near to where it was as it can. Memory for problems up to a size; no allocation later.
class BoxProblem {
 public:
  explicit BoxProblem(int largest);

  // From f, which is kept where it is an answer already. Bounded work.
  void solve(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
             const Eigen::Ref<const Eigen::VectorXd>& bound, Eigen::Ref<Eigen::VectorXd> f);

 private:
  bool is_answer(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                 const Eigen::Ref<const Eigen::VectorXd>& bound, const Eigen::Ref<const Eigen::VectorXd>& f) const;
  bool find_bounds(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                   const Eigen::Ref<const Eigen::VectorXd>& bound, double weight, Eigen::Ref<Eigen::VectorXd> f);

  std::vector<int> inner_;  // indices of forces within their bounds
  std::vector<int> side_;   // -1, 0, 1: at the lower bound, within, at the upper one
  Eigen::MatrixXd factor_;
  Eigen::VectorXd right_, centre_;
};

}  // namespace jourdain
