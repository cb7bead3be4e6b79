#include "oracles/mujoco_model.hpp"

#include "oracles/linear_systems.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace oracle {
namespace {

using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

std::string text(const Vector3d& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v[0], v[1], v[2]); }
std::string text(const Quaterniond& q) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

mjModel* compile(const std::string& xml) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const char* name = "mechanism.xml";
#if mjVERSION_HEADER >= 320
  mj_addBufferVFS(files.get(), name, xml.data(), static_cast<int>(xml.size()));
#else
  mj_makeEmptyFileVFS(files.get(), name, static_cast<int>(xml.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), name)], xml.data(), xml.size());
#endif
  char error[1000] = "";
  mjModel* model = mj_loadXML(name, files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error(std::string("MuJoCo refuses the model: ") + error);
  return model;
}

// The frames of a joint on the parent's and on the child's side.
Isometry3d on_parent(const Joint& joint, int child) {
  return to_eigen(joint.body_b == child ? joint.in_a : joint.in_b);
}
Isometry3d on_child(const Joint& joint, int child) { return to_eigen(joint.body_b == child ? joint.in_b : joint.in_a); }

}  // namespace

MujocoModel::MujocoModel(const Mechanism& given, int floating, const std::string& extras) : mechanism(given) {
  grow_tree(floating);
  std::string bodies;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const int j = tree_joint[i];
    const Joint* joint = j < 0 ? nullptr : &mechanism.joints[j];
    if (joint == nullptr || joint->body_a == 0 || joint->body_b == 0) bodies += body_text(static_cast<int>(i));
  }
  const std::string xml = fmt::format(
      "<mujoco><compiler angle='radian' coordinate='local'/><size njmax='600'/><option gravity='{}' timestep='1e-4'/>"
      "<worldbody>{}</worldbody>{}</mujoco>",
      text(to_eigen(mechanism.gravity)), bodies, extras);
  m.reset(compile(xml));
  d.reset(mj_makeData(m.get()));
  id.push_back(0);
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i)
    id.push_back(mj_name2id(m.get(), mjOBJ_BODY, fmt::format("b{}", i).c_str()));
  set_inertia();
}

// The shortest way from the ground or the floating body to every body.
void MujocoModel::grow_tree(int floating) {
  tree_joint.assign(mechanism.bodies.size(), -1);
  in_tree.assign(mechanism.joints.size(), false);
  std::vector<bool> reached(mechanism.bodies.size(), false);
  reached[0] = true;
  if (floating >= 0) reached[floating] = true;
  std::vector<int> queue{0};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.body_a != queue[next] && joint.body_b != queue[next]) continue;
      const int other = joint.body_a == queue[next] ? joint.body_b : joint.body_a;
      if (reached[other]) continue;
      reached[other] = in_tree[j] = true;
      tree_joint[other] = static_cast<int>(j);
      queue.push_back(other);
    }
  }
}

// MuJoCo takes the axes of joints in the child's frame at coordinate zero; the first joint moves first.
std::string MujocoModel::joint_text(int body) const {
  const int j = tree_joint[body];
  if (j < 0) return fmt::format("<freejoint name='free{}'/>", body);
  const Joint& joint = mechanism.joints[j];
  const Isometry3d J = on_child(joint, body);
  const auto one = [&](const char* type, int axis) {
    return fmt::format("<joint type='{}' pos='{}' axis='{}'/>", type, text(Vector3d(J.translation())),
                       text(Vector3d(J.linear().col(axis))));
  };
  switch (joint.kind) {
    case JointKind::revolute: return one("hinge", 2);
    case JointKind::prismatic: return one("slide", 2);
    case JointKind::helical:
    case JointKind::cylindrical: return one("hinge", 2) + one("slide", 2);
    case JointKind::universal:
      // z belongs to body a, x to body b.
      return joint.body_b == body ? one("hinge", 2) + one("hinge", 0) : one("hinge", 0) + one("hinge", 2);
    case JointKind::spherical: return fmt::format("<joint type='ball' pos='{}'/>", text(Vector3d(J.translation())));
    case JointKind::planar: return one("slide", 0) + one("slide", 1) + one("hinge", 2);
    case JointKind::fixed: break;
  }
  return "";
}

std::string MujocoModel::body_text(int body) const {
  const auto i = static_cast<std::size_t>(body);
  Isometry3d X = Isometry3d::Identity();
  if (tree_joint[i] >= 0) {
    const Joint& joint = mechanism.joints[tree_joint[i]];
    X = on_parent(joint, body) * on_child(joint, body).inverse();
  }
  // Moments of a thin rod would be refused here; set_inertia() puts them in.
  std::string result =
      fmt::format("<body name='b{}' pos='{}' quat='{}'>{}<inertial pos='{}' quat='{}' mass='1' diaginertia='1 1 1'/>",
                  i, text(Vector3d(X.translation())), text(Quaterniond(X.linear())), joint_text(body),
                  text(to_eigen(mechanism.bodies[i].com)),
                  text(Quaterniond(principal(to_eigen(mechanism.bodies[i].inertia)).axes)));
  for (std::size_t c = 1; c < tree_joint.size(); ++c) {
    if (tree_joint[c] < 0) continue;
    const Joint& joint = mechanism.joints[tree_joint[c]];
    const int parent = joint.body_a == static_cast<int>(c) ? joint.body_b : joint.body_a;
    if (parent == body) result += body_text(static_cast<int>(c));
  }
  return result + "</body>";
}

void MujocoModel::set_inertia() {
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Vector3d moments = principal(to_eigen(mechanism.bodies[i].inertia)).moments;
    m->body_mass[id[i]] = mechanism.bodies[i].mass;
    for (int k = 0; k < 3; ++k) m->body_inertia[3 * id[i] + k] = moments[k];
  }
  // Thin rods on balls leave coordinates of the tree without inertia. Nobody here divides by it, but without a handler
  // the warning would go into a log file.
  const auto handler = mju_user_warning;
  mju_user_warning = [](const char*) {};
  mj_setConst(m.get(), d.get());
  mju_user_warning = handler;
}

void MujocoModel::set_positions(const std::vector<Frame>& poses) {
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (m->body_jntnum[id[i]] == 0) continue;
    const int child = static_cast<int>(i);
    mjtNum* q = d->qpos + m->jnt_qposadr[m->body_jntadr[id[i]]];
    const auto set_quaternion = [](const Eigen::Matrix3d& R, mjtNum* to) {
      const Quaterniond turn = Quaterniond(R).normalized();
      to[0] = turn.w(), to[1] = turn.x(), to[2] = turn.y(), to[3] = turn.z();
    };
    if (tree_joint[i] < 0) {
      for (int k = 0; k < 3; ++k) q[k] = poses[i].p[k];
      set_quaternion(to_eigen(poses[i].R), q + 3);
      continue;
    }
    const Joint& joint = mechanism.joints[tree_joint[i]];
    const int parent = joint.body_a == child ? joint.body_b : joint.body_a;
    // The joint's frame on the child seen from that on the parent.
    const Isometry3d X =
        (to_eigen(poses[parent]) * on_parent(joint, child)).inverse() * to_eigen(poses[i]) * on_child(joint, child);
    const Eigen::Matrix3d R = X.linear();
    const Vector3d p = X.translation();
    const double about_z = std::atan2(R(1, 0), R(0, 0));
    switch (joint.kind) {
      case JointKind::revolute: q[0] = about_z; break;
      case JointKind::prismatic: q[0] = p[2]; break;
      case JointKind::helical:
      case JointKind::cylindrical: q[0] = about_z, q[1] = p[2]; break;
      case JointKind::universal:
        // Rz Rx, or seen from the other side Rx Rz.
        q[0] = joint.body_b == child ? about_z : std::atan2(-R(1, 2), R(2, 2));
        q[1] = joint.body_b == child ? std::atan2(R(2, 1), R(2, 2)) : std::atan2(-R(0, 1), R(0, 0));
        break;
      case JointKind::spherical:
        // A ball turns in the child's axes.
        set_quaternion(on_child(joint, child).linear() * R * on_child(joint, child).linear().transpose(), q);
        break;
      case JointKind::planar: q[0] = p[0], q[1] = p[1], q[2] = about_z; break;
      case JointKind::fixed: break;
    }
  }
}

}  // namespace oracle
