// The limits of the joints along many rows, at little cost.
#pragma once

#include "structure/tree_state.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <vector>

namespace jourdain {

class LimitWatch {
 public:
  explicit LimitWatch(const Robot& robot);

  // The nearest limit at the next row if a joint is beyond it, or nearer to it than at all rows before; else its joint
  // is -1. The workspace must have the joints' positions (Workspace::has).
  LimitState next(const Workspace& workspace);

 private:
  struct Coordinate {
    int joint, node;
    double lower, upper, unit;
    bool turns;
    double middle, middle_cosine, middle_sine;  // of the range
    double half = 0, cosine = 0;                // of the range within which nothing is near
  };
  struct Cone {
    int joint, node_a, node_b;
    Vector3 axis_a, axis_b;  // in the nodes
    double angle;
    double cosine;  // below it, a look is worth while
  };
  void add_coordinate(int joint, int index, const TreeNode& node);
  void look_within(double margin);
  bool is_far(const Coordinate& c, const TreeState& tree) const;

  Robot robot_;
  std::vector<Coordinate> coordinates_;
  std::vector<Cone> cones_;
  std::vector<int> cut_;  // joints outside the tree
  double smallest_, within_;
};

}  // namespace jourdain
