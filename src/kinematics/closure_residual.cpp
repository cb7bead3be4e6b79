#include "kinematics/closure.hpp"
#include "model/joint_freedoms.hpp"

namespace jourdain {

int length_rows(JointType type) {
  static constexpr std::array rows = [] {
    std::array<int, joint_table::kinds.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = 3 - joint_table::kinds[i].slides();
    return all;
  }();
  return rows[static_cast<std::size_t>(type)];
}

void closure_residual(const SpanningTree& tree, const TreeState& state, double size, VectorX& g) {
  CutRow rows[6];
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, false, rows);
    const int lengths = length_rows(cut.type);
    for (int i = 0; i < cut.rows; ++i) g[cut.row + i] = rows[i].residual / (i < lengths ? size : 1.0);
  }
}

}  // namespace jourdain
