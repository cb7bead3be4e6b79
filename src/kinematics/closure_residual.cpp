#include "kinematics/closure.hpp"

namespace jourdain {

int length_rows(JointType type) {
  switch (type) {
    case JointType::prismatic:
    case JointType::cylindrical: return 2;
    case JointType::planar: return 1;
    default: return 3;
  }
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
