#include "jourdain/linear_form/linear_form.hpp"

#include "dynamics/joint_forces.hpp"
#include "legs/robot_data.hpp"
#include "linear_form/linear_form_data.hpp"
#include "linear_form/parameters/parameter_space.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// Sorts the parts of all parameters by standard parameter and ties them to the blocks that compute columns.
class Connection {
 public:
  explicit Connection(LinearFormData& data)
      : d_(data), robot_(data_of(data.robot)), by_standard_(data.standard.size()) {
    for (std::size_t c = 0; c < d_.parameters.size(); ++c) {
      for (const Parameter::Part& part : d_.parameters[c].parts)
        by_standard_[part.standard].push_back({static_cast<int>(c), part.factor});
    }
    connect_springs();
    for (std::size_t i = 0; i < d_.standard.size(); ++i) connect(static_cast<int>(i));
  }

 private:
  // Appends the terms of a standard parameter; false if it has none.
  bool append(int standard, int& first, int& last) {
    const std::vector<ColumnTerm>& terms = by_standard_[standard];
    first = static_cast<int>(d_.terms.size());
    d_.terms.insert(d_.terms.end(), terms.begin(), terms.end());
    last = static_cast<int>(d_.terms.size());
    return !terms.empty();
  }

  void connect(int index) {
    const StandardParameter& p = d_.standard[index];
    int first = 0, last = 0;
    switch (p.kind) {
      case ParameterKind::inertial:
      case ParameterKind::payload:
        if (p.entry == 0) connect_body(index);
        return;
      case ParameterKind::rotor: {
        if (!append(index, first, last)) return;
        const Joint& joint = d_.robot.mechanism().joints[robot_.motor_joints[p.owner]];
        const double gear = joint.motor->gear;
        d_.rotors.push_back({robot_.tree.nodes[robot_.motor_nodes[p.owner]].v, gear * gear, first, last});
        return;
      }
      default: break;
    }
    if (!append(index, first, last)) return;
    FrictionColumn column{p.kind, RateFunction::tanh, 1, first, last};
    if (p.kind == ParameterKind::elemental) {
      const ElementalFunction& f = d_.options.elemental[p.function];
      column.function = f.function;
      column.scale = f.scale;
    }
    site(p.owner, p.entry).columns.push_back(column);
  }

  // Ten standard parameters from `index` on.
  void connect_body(int index) {
    const StandardParameter& p = d_.standard[index];
    InertialBlock block;
    if (p.kind == ParameterKind::payload) {
      block.node = robot_.output_node;
      block.in_node = robot_.output_in_node * d_.robot.mechanism().output->tool;
    } else {
      block.node = robot_.tree.bodies[p.owner].node;
      block.in_node = robot_.tree.bodies[p.owner].in_node;
      block.spin = SpinInertia(robot_.tree.bodies[p.owner]);
    }
    bool any = false;
    for (int e = 0; e < 10; ++e) {
      int last = 0;
      any = append(index + e, block.terms[e], last) || any;
      block.terms[e + 1] = last;
    }
    if (any) d_.bodies.push_back(block);
  }

  void connect_springs() {
    const std::vector<Joint>& joints = d_.robot.mechanism().joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      for (int i = 0; i < joint_kind(joints[j].type).coordinates(); ++i) {
        const Spring& spring = joints[j].axes[i].spring;
        if (spring.stiffness != 0 || spring.preload != 0) site(static_cast<int>(j), i).spring = spring;
      }
    }
  }

  // The site of a joint's freedom, made when it is first asked for.
  JointSite& site(int index, int freedom) {
    const auto found = std::find_if(d_.sites.begin(), d_.sites.end(),
                                    [&](const JointSite& s) { return s.joint == index && s.freedom == freedom; });
    if (found != d_.sites.end()) return *found;
    const Joint& joint = d_.robot.mechanism().joints[index];
    const BodyNode &a = robot_.tree.bodies[joint.body_a], &b = robot_.tree.bodies[joint.body_b];
    JointSite s;
    s.joint = index;
    s.freedom = freedom;
    s.type = joint.type;
    s.ball = joint_kind(joint.type).is_ball;
    s.slides = is_length(joint.type, freedom);
    s.node_a = a.node, s.node_b = b.node;
    s.in_a = a.in_node * joint.in_a;
    s.in_b = b.in_node * joint.in_b;
    if (!s.ball && robot_.tree.joint_node[index] >= 0) {
      for (const TreeNode& node : robot_.tree.nodes) {
        if (node.joint == index && node.freedom == freedom) s.v = node.v;
      }
    }
    d_.sites.push_back(s);
    return d_.sites.back();
  }

  LinearFormData& d_;
  const RobotData& robot_;
  std::vector<std::vector<ColumnTerm>> by_standard_;
};

}  // namespace

void connect_columns(LinearFormData& data) { Connection{data}; }

LinearFormState::LinearFormState(const LinearFormData& d)
    : data(&d), block(static_cast<int>(data_of(d.robot).driving.size()), 10) {
  const RobotData& robot = data_of(d.robot);
  motion.G = MatrixX::Zero(robot.tree.nv, static_cast<int>(robot.driving.size()));
  motion.partial.resize(robot.tree.nodes.size() * robot.driving.size());
}

LinearForm::LinearForm(const Robot& robot, const LinearFormOptions& options) {
  if (data_of(robot).driving.empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors that could feel its parameters: a linear form needs "
                                              "as many motors as freedoms",
                                              robot.mechanism().name));
  auto data = std::make_shared<LinearFormData>(robot);
  data->options = options;
  data->standard = standard_parameters(robot, options);
  data->parameters = share_parameters(*data);
  if (data->parameters.empty())
    throw Error(ErrorKind::usage, fmt::format("no parameter of '{}' is left: every kind is switched off, zero in the "
                                              "model or declared as zero",
                                              robot.mechanism().name));
  connect_columns(*data);
  data_ = std::move(data);
}

const Robot& LinearForm::robot() const { return data_->robot; }
const LinearFormOptions& LinearForm::options() const { return data_->options; }
const std::vector<StandardParameter>& LinearForm::standard() const { return data_->standard; }
const std::vector<Parameter>& LinearForm::parameters() const { return data_->parameters; }
int LinearForm::rows() const { return static_cast<int>(data_of(data_->robot).driving.size()); }

int LinearForm::find(std::string_view name) const {
  const std::vector<Parameter>& p = data_->parameters;
  const auto found = std::find_if(p.begin(), p.end(), [&](const Parameter& x) { return x.name == name; });
  return found == p.end() ? -1 : static_cast<int>(found - p.begin());
}

VectorX LinearForm::values() const {
  VectorX p(columns());
  for (int i = 0; i < columns(); ++i) p[i] = data_->parameters[i].value;
  return p;
}

MatrixX LinearForm::expansion() const {
  MatrixX S = MatrixX::Zero(static_cast<int>(data_->standard.size()), columns());
  for (int i = 0; i < columns(); ++i) {
    for (const Parameter::Part& part : data_->parameters[i].parts) S(part.standard, i) += part.factor;
  }
  return S;
}

LinearForm LinearForm::selection(std::span<const int> columns) const {
  auto data = std::make_shared<LinearFormData>(data_->robot);
  data->options = data_->options;
  data->standard = data_->standard;
  for (const int c : columns) {
    if (c < 0 || c >= this->columns())
      throw Error(ErrorKind::usage, fmt::format("there is no column {}: the form has {}", c, this->columns()));
    data->parameters.push_back(data_->parameters[c]);
  }
  connect_columns(*data);
  LinearForm result;
  result.data_ = std::move(data);
  return result;
}

LinearFormWorkspace::LinearFormWorkspace(const LinearForm& form)
    : form_(form), state_(std::make_unique<LinearFormState>(data_of(form))) {}
LinearFormWorkspace::LinearFormWorkspace(LinearFormWorkspace&&) noexcept = default;
LinearFormWorkspace& LinearFormWorkspace::operator=(LinearFormWorkspace&&) noexcept = default;
LinearFormWorkspace::~LinearFormWorkspace() = default;

}  // namespace jourdain
