// A mechanism as a tree model of MuJoCo: every body hangs on its parent by the joints of MuJoCo, joints outside the
// tree are left out. Private to the sources that use MuJoCo itself; the oracle's interface is mujoco_oracle.hpp.
#pragma once

#include "oracles/mechanism.hpp"

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <memory>
#include <string>
#include <vector>

namespace oracle {

inline Eigen::Vector3d to_eigen(const double (&x)[3]) { return Eigen::Map<const Eigen::Vector3d>(x); }
inline Eigen::Matrix3d to_eigen(const double (&R)[3][3]) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R[0]);
}
inline Eigen::Isometry3d to_eigen(const Frame& frame) {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = to_eigen(frame.R);
  X.translation() = to_eigen(frame.p);
  return X;
}

struct MujocoModel {
  // The body `floating`, if there is one, moves freely against the ground, and no joint of it is in the tree. `extras`
  // is MJCF that follows the bodies.
  explicit MujocoModel(const Mechanism& mechanism, int floating = -1, const std::string& extras = "");

  // Coordinates of the tree in which the bodies have these poses, as far as the tree's joints allow it.
  void set_positions(const std::vector<Frame>& poses);

  Mechanism mechanism;
  std::vector<int> tree_joint;  // of each body, to its parent; -1 for the ground and the floating body
  std::vector<bool> in_tree;    // of each joint
  std::vector<int> id;          // MuJoCo's number of each body

  struct DeleteModel {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
  };
  struct DeleteData {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, DeleteModel> m;
  std::unique_ptr<mjData, DeleteData> d;

 private:
  void grow_tree(int floating);
  std::string body_text(int body) const;
  std::string joint_text(int body) const;
  void set_inertia();
};

}  // namespace oracle
