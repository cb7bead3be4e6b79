#include "jourdain/kinematics/robot.hpp"

#include "core/dense/decompositions.hpp"
#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/coincident_joints.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/mobility.hpp"
#include "kinematics/pose_newton.hpp"
#include "kinematics/solution_methods.hpp"
#include "kinematics/tracker.hpp"
#include "legs/robot_data.hpp"

#include "core/joined.hpp"
#include "jourdain/model/reader.hpp"
#include "model/check_mechanism.hpp"
#include "model/joint_freedoms.hpp"
#include "model/mechanism_error.hpp"
#include "model/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jourdain {

namespace {

// Assembles, takes idle spins out, and assembles again on the final tree.
TreeState build_and_assemble(RobotData& data) {
  data.tree = build_tree(data.mechanism);
  TreeState state(data.tree);
  assemble(data.mechanism, data.tree, data.size, state);
  data.idle_spins = find_idle_spins(data.mechanism);
  const std::vector<SpinFix> fixes = make_spin_fixes(data.mechanism, data.tree, state, data.idle_spins);
  if (fixes.empty()) return state;
  SpanningTree fixed = build_tree(data.mechanism, fixes);
  TreeState final_state(fixed);
  transfer_configuration(data.tree, state, fixed, final_state);
  data.tree = std::move(fixed);
  close_loops(data.tree, data.size, std::vector<bool>(data.tree.nv, false), 20, final_state);
  return final_state;
}

void find_output(RobotData& data) {
  if (!data.mechanism.output) return;
  const Output& output = *data.mechanism.output;
  const BodyNode& at = data.tree.bodies[output.body];
  data.output_node = at.node;
  data.output_in_node = at.in_node * output.frame;
  for (int n = at.node; n > 0; n = data.tree.nodes[n].parent) data.output_path.insert(data.output_path.begin(), n);
  for (Move move : output.moves) data.moves.push_back(static_cast<int>(move));
  double sum = 0;
  int count = 0;
  for (const Joint& joint : data.mechanism.joints) {
    for (const auto& [body, place] : {std::pair(joint.body_a, joint.in_a.p), std::pair(joint.body_b, joint.in_b.p)}) {
      if (body == output.body) sum += (place - output.frame.p).squaredNorm(), ++count;
    }
  }
  // Joints all at the output's origin say nothing about the lengths that matter.
  data.output_length = count > 0 ? std::sqrt(sum / count) : 0;
  if (!(data.output_length > 1e-3 * data.size)) data.output_length = data.size;
}

void find_motors(RobotData& data, const TreeState& home) {
  data.motors = motors_of(data.mechanism);
  data.motor_joints = actuated_joints(data.mechanism);
  data.home_motors.resize(static_cast<int>(data.motor_joints.size()));
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    data.motor_nodes.push_back(data.tree.joint_node[data.motor_joints[k]]);
    data.home_motors[static_cast<int>(k)] = home.q[data.tree.nodes[data.motor_nodes[k]].q];
  }
}

// 1/s, or the rate of the slowest motor where that is less.
double find_slow_rate(const RobotData& data) {
  constexpr double slowest = 1e-9;
  double rate = 1;
  for (const int joint : data.motor_joints) {
    const Joint& motor = data.mechanism.joints[joint];
    const double speed = motor.motor->max_speed / (is_length(motor.type, 0) ? data.size : 1.0);
    if (speed > 0) rate = std::min(rate, speed);
  }
  return std::max(rate, slowest);
}

// Tells the bodies of idle rods about their line. Where the spin matters it stays in, as it is by convention.
void leave_out_idle_spins(RobotData& data) {
  for (const IdleSpin& spin : data.idle_spins) {
    if (!spin.matters.empty()) continue;
    for (std::size_t i = 0; i < spin.axis.size(); ++i) {
      data.tree.bodies[spin.bodies[i]].spin_axis = spin.axis[i];
      data.tree.bodies[spin.bodies[i]].spin_point = spin.point[i];
    }
  }
}

Mobility count_mobility(const RobotData& data, const std::vector<Place>& places) {
  Mobility m;
  m.bodies = static_cast<int>(data.mechanism.bodies.size()) - 1;
  m.joints = static_cast<int>(data.mechanism.joints.size());
  m.loops = m.joints - m.bodies;
  for (const Joint& joint : data.mechanism.joints) m.equations += 6 - freedoms(joint.type);
  m.idle = static_cast<int>(data.idle_spins.size());
  // The freedoms are those that the configuration shares with its neighbours.
  const RankResult& home = places[0].rank;
  int rank = home.rank;
  m.gap = home.gap;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const RankResult& near = places[i].rank;
    if (near.rank > rank) rank = near.rank, m.gap = near.gap;
  }
  m.home_excess = rank - home.rank;
  m.total = data.tree.nv - rank + m.idle;
  m.rank = 6 * m.bodies - m.total;
  m.motors = static_cast<int>(data.motor_joints.size());
  const int freedoms = m.freedoms();
  m.actuation = m.motors == 0          ? Actuation::none
                : m.motors < freedoms  ? Actuation::under
                : m.motors == freedoms ? Actuation::fully
                                       : Actuation::redundantly;
  return m;
}

void find_independent_rows(RobotData& data, const TreeState& place) {
  const int rank = data.tree.nv - data.mobility.freedoms();
  data.independent_rows = independent_rows(data.tree, place, data.size, rank);
  for (const Cut& cut : data.tree.cuts) {
    int kept = 0;
    for (int row : data.independent_rows) kept += row >= cut.row && row < cut.row + cut.rows;
    if (kept < cut.rows) data.mobility.redundant_joints.push_back(cut.joint);
  }
}

// The columns that span the most, one after the other; among equals the first, so that round-off does not decide. Fewer
// than `count` if the rank is lower.
std::vector<int> independent_columns(MatrixX columns, int count) {
  constexpr double equal = 0.99, negligible = 1e-7;
  std::vector<int> chosen;
  const double largest = columns.colwise().norm().maxCoeff();
  while (static_cast<int>(chosen.size()) < count) {
    const double best = columns.colwise().norm().maxCoeff();
    if (!(best > negligible * largest)) break;
    int k = 0;
    while (columns.col(k).norm() < equal * best) ++k;
    const VectorX direction = columns.col(k).normalized();
    columns -= direction * (direction.transpose() * columns);
    columns.col(k).setZero();
    chosen.push_back(k);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// The joints that move with all motors locked, in words.
std::string loose_text(const RobotData& data, const Place& place) {
  constexpr double still = 1e-6;
  constexpr std::size_t most = 4;
  const MatrixX& N = place.rank.null_space;
  MatrixX rates(data.mobility.motors, N.cols());
  for (int k = 0; k < data.mobility.motors; ++k) rates.row(k) = N.row(data.tree.nodes[data.motor_nodes[k]].v);
  const dense::SingularFactors svd = dense::singular_factors(rates, dense::Vectors::right);
  const MatrixX free = N * svd.null_space(svd.rank(still));
  std::vector<std::string> names;
  for (const TreeNode& node : data.tree.nodes) {
    if (node.joint < 0 || free.cols() == 0 || velocities(node.kind) == 0) continue;
    if (!(free.middleRows(node.v, velocities(node.kind)).norm() > still)) continue;
    const std::string& name = data.mechanism.joints[node.joint].name;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  if (names.empty()) return "the mechanism";
  const std::size_t all = names.size();
  if (all > most) names.resize(most), names.push_back(fmt::format("{} more joints", all - most));
  return joined(names);
}

// As many motors as freedoms whose rates fix all others, chosen by pivoting.
void choose_driving_motors(RobotData& data, const std::vector<Place>& places) {
  const int freedoms = data.mobility.freedoms();
  if (data.mobility.motors < freedoms || freedoms == 0) return;
  for (const Place& place : places) {
    const MatrixX& N = place.rank.null_space;
    if (N.cols() != freedoms) continue;
    MatrixX rates(freedoms, data.mobility.motors);
    for (int k = 0; k < data.mobility.motors; ++k) {
      rates.col(k) = N.row(data.tree.nodes[data.motor_nodes[k]].v).transpose();
    }
    data.driving = independent_columns(rates, freedoms);
    if (static_cast<int>(data.driving.size()) == freedoms) return;
    data.driving.clear();
  }
  throw MechanismError(MechanismError::Item::whole,
                       fmt::format("'{}': the {} motors do not control the {} freedoms: with all motors locked {} can "
                                   "still move; actuate other joints",
                                   data.mechanism.name, data.mobility.motors, freedoms, loose_text(data, places[0])));
}

void check_actuation(const RobotData& data) {
  const Mobility& m = data.mobility;
  if (m.freedoms() > max_drives || m.motors > max_drives) {
    throw MechanismError(MechanismError::Item::whole,
                         fmt::format("'{}' has {} freedoms and {} motors; at most {} of each can be handled",
                                     data.mechanism.name, m.freedoms(), m.motors, max_drives));
  }
  if (m.motors < m.freedoms() && !data.mechanism.allow_underactuated) {
    throw MechanismError(
        MechanismError::Item::whole,
        fmt::format("'{}' has {} freedoms{} but only {} motor{}: actuate more joints, or declare 'structure: "
                    "{{underactuated: true}}' if this is intended",
                    data.mechanism.name, m.freedoms(), m.idle > 0 ? fmt::format(" (and {} idle ones)", m.idle) : "",
                    m.motors, m.motors == 1 ? "" : "s"));
  }
}

// The declared moves must be coordinates of the mechanism's freedoms.
void check_moves(const RobotData& data, const std::vector<Place>& places) {
  if (data.moves.empty()) return;
  static constexpr const char* names[] = {"x", "y", "z", "rx", "ry", "rz"};
  const int freedoms = data.mobility.freedoms();
  int best = 0;
  std::vector<std::string> suggestion;
  for (const Place& place : places) {
    RowMatrix J(6, data.tree.nv);
    output_jacobian(data, place.state, J);
    const MatrixX reach = J * place.rank.null_space;
    MatrixX chosen(static_cast<int>(data.moves.size()), reach.cols());
    for (std::size_t k = 0; k < data.moves.size(); ++k) chosen.row(static_cast<int>(k)) = reach.row(data.moves[k]);
    best = std::max(best, dense::PivotedQr(chosen, 1e-7).rank());
    const dense::PivotedQr all(reach.transpose(), 1e-7);
    if (static_cast<int>(suggestion.size()) < all.rank()) {
      suggestion.clear();
      for (int r : all.leading_columns(all.rank())) suggestion.emplace_back(names[r]);
    }
  }
  if (static_cast<int>(data.moves.size()) == freedoms && best == freedoms) return;
  std::vector<std::string> given;
  for (int c : data.moves) given.emplace_back(names[c]);
  throw MechanismError(
      MechanismError::Item::moves,
      fmt::format(
          "'{}': moves [{}] are not the freedoms of the mechanism: it has {} freedoms{}; independent coordinates "
          "of the output are for example [{}]",
          data.mechanism.name, joined(given), freedoms,
          static_cast<int>(data.moves.size()) == freedoms ? " and these coordinates depend on each other" : "",
          joined(suggestion)));
}

// The sign that changes where the motors lose control: of the pose's system, or of the dense one.
int home_side(const RobotData& data) {
  if (data.driving.empty()) return 0;
  KinematicState state(data);
  if (data.kernel_forward) return pose_sign(data, data.home_pose, state);
  const double conditioning = factor_system(data, Drive::motors, state.tree, state);
  return conditioning > TrackerLimits::smallest_conditioning ? state.dense.determinant_sign() : 0;
}

// Angles of joints outside the tree are counted from home, so that they do not jump within half a turn of it.
void find_home_joints(RobotData& data, const TreeState& home) {
  data.home_joints.assign(data.mechanism.joints.size(), {});
  for (const Cut& cut : data.tree.cuts) {
    const Joint& joint = data.mechanism.joints[cut.joint];
    if (joint_kind(joint.type).coordinates() == 0) continue;
    const JointState s = relative_position(joint, frame_on_a(data.mechanism, data.tree, home, cut.joint),
                                           frame_on_b(data.mechanism, data.tree, home, cut.joint));
    std::copy(s.position, s.position + 3, data.home_joints[cut.joint].begin());
  }
}

// The hint for an end point is a place to go to, once the joints' hints have chosen the branch.
void follow_end_point_hint(RobotData& data, TreeState& home) {
  if (!data.mechanism.assembly.output || data.moves.empty() || data.tree.platform_node >= 0) return;
  KinematicState state(data);
  if (track_output(data, *data.mechanism.assembly.output, state) != Status::ok) return;
  home = state.trial;
  data.home = home.q;
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    data.home_motors[static_cast<int>(k)] = home.q[data.tree.nodes[data.motor_nodes[k]].q];
  }
}

// A home that is not where the file says would be taken for it by all that follows.
void check_home(const RobotData& data) {
  const MissedPlace missed = missed_place(data.mechanism, data.size, data.home_pose);
  if (!(missed.distance <= far_from_hint))
    throw MechanismError(MechanismError::Item::assembly, missed.text, {},
                         std::string(missed_place_hint) + "; jourdain check tells more");
}

// All that is known of the mechanism that the data hold.
void analyse(RobotData& data, FarHome far_home) {
  data.size = characteristic_length(data.mechanism);
  TreeState home = build_and_assemble(data);
  leave_out_idle_spins(data);
  if (std::string text = idle_spin_warning(data.mechanism, data.idle_spins); !text.empty())
    data.warnings.push_back({Severity::warning, {}, std::move(text), {}});
  find_output(data);
  find_motors(data, home);
  data.slow_rate = find_slow_rate(data);
  const std::vector<Place> places = nearby_configurations(data.tree, home, data.size, 4);
  data.mobility = count_mobility(data, places);
  find_independent_rows(data, places[data.mobility.home_excess > 0 ? places.size() - 1 : 0].state);
  check_actuation(data);
  choose_driving_motors(data, places);
  check_moves(data, places);
  choose_methods(data, places, home);
  data.parameters = tree_parameters(data.mechanism, data.tree, model_parameters(data.mechanism, data.tree));
  data.home = home.q;
  follow_end_point_hint(data, home);
  data.home_pose = output_placement(data, home);
  if (far_home == FarHome::refused) check_home(data);
  find_home_joints(data, home);
  data.forward_sign = home_side(data);
}

// The plan of the dynamics by legs, ready to run.
void load_plan(RobotData& data) {
  data.plan = make_plan(data);
  if (!data.plan) return;
  const DeadBands<double> bands = dead_bands<double>(data);
  data.loaded = make_lane_plan(data, data.plan, plan_parameters(data, data.plan, data.parameters, true, bands));
  data.plan_defers = may_defer(data);
  for (const RobotLeg& leg : data.plan.legs) data.plan_turns = data.plan_turns || leg.motor_turns;
  data.empty = make_lane_plan(data, data.plan, plan_parameters(data, data.plan, data.parameters, false, bands));
}

// A link without length is the usual reason for freedoms that nobody meant.
[[noreturn]] void refuse_with_coincidences(const MechanismError& error, const Mechanism& mechanism) {
  const std::string text = coincidences_text(mechanism);
  if (text.empty() || error.item() == MechanismError::Item::assembly) throw error;
  throw MechanismError(error.item(), fmt::format("{}; {}", error.what(), text), error.joint());
}

}  // namespace

Robot::Robot(Mechanism mechanism, FarHome far_home) : Robot(LoadedModel{std::move(mechanism), {}}, far_home) {}

Robot::Robot(LoadedModel model, FarHome far_home) {
  check_mechanism(model.mechanism);
  auto data = std::make_shared<RobotData>();
  data->mechanism = std::move(model.mechanism);
  data->warnings = std::move(model.warnings);
  try {
    analyse(*data, far_home);
  } catch (const MechanismError& error) {
    refuse_with_coincidences(error, data->mechanism);
  }
  data->delta_limbs = recognise_delta(*data);
  load_plan(*data);
  data_ = std::move(data);
}

Robot Robot::from_file(const std::string& path, const ReadOptions& options) {
  const ModelSource source = model_source(path);
  return from_text(source.text, source.name, options);
}

Robot Robot::from_text(std::string_view text, const std::string& name, const ReadOptions& options) {
  try {
    return Robot(read_model(text, name, options));
  } catch (const MechanismError& error) {
    throw with_place(error, ModelSource{name, std::string(text)});
  }
}

const std::vector<Diagnostic>& Robot::warnings() const { return data_->warnings; }
const Mechanism& Robot::mechanism() const { return data_->mechanism; }
const SpanningTree& Robot::tree() const { return data_->tree; }
const Mobility& Robot::mobility() const { return data_->mobility; }
const std::vector<IdleSpin>& Robot::idle_spins() const { return data_->idle_spins; }
const std::vector<LimbSummary>& Robot::limbs() const { return data_->limbs; }
double Robot::size() const { return data_->size; }
const std::vector<Motor>& Robot::motors() const { return data_->motors; }
const std::vector<int>& Robot::motor_joints() const { return data_->motor_joints; }
const Placement& Robot::home_pose() const { return data_->home_pose; }
const VectorX& Robot::home_motors() const { return data_->home_motors; }
bool Robot::pose_is_explicit() const { return data_->pose_explicit; }
std::string Robot::dynamics_method() const { return describe(data_->plan); }
bool Robot::has_closed_forward() const { return data_->closed_forward; }

}  // namespace jourdain
