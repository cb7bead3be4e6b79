#include "jourdain/linear_form/base_parameters.hpp"

#include "legs/robot_data.hpp"
#include "linear_form/base/base_reasons.hpp"
#include "linear_form/base/column_space.hpp"
#include "linear_form/parameters/parameter_space.hpp"
#include "linear_form/regressor/triangular_factor.hpp"

#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"
#include "kinematics/state_sampler.hpp"
#include "linear_form/base/recognise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double clean = 1e-9;      // coefficients below this are zero, with lengths in robot sizes
constexpr int rows_per_column = 3;  // equations for each parameter
constexpr int fewest_states = 40;
constexpr int most_rounds = 6;    // of wider or more states if the rank is not clear
constexpr int fresh_states = 12;  // to check the grouping
constexpr double least_residual = 1e-8;

class BaseSearch {
 public:
  BaseSearch(const LinearForm& form, const BaseOptions& options)
      : form_(form),
        robot_(form.robot()),
        options_(options),
        sampler_(robot_, options.seed, form.options().elemental.empty() ? 0.0 : 0.5),
        workspace_(robot_),
        memory_(form),
        motions_(robot_),
        Y_(form.rows(), form.columns()),
        units_(form.columns()),
        row_units_(form.rows()) {
    const RobotData& data = data_of(robot_);
    for (int k = 0; k < form.rows(); ++k) {
      const int node = data.motor_nodes[data.driving[k]];
      row_units_[k] = data.tree.nodes[node].kind == NodeKind::prismatic ? robot_.size() : 1.0;
    }
    for (int j = 0; j < form.columns(); ++j) {
      const Parameter& p = form.parameters()[j];
      units_[j] = std::pow(robot_.size(), p.length_power) / gear_squared(j);
      const bool rigid = p.kind == ParameterKind::inertial || p.kind == ParameterKind::payload;
      kinds_.push_back(rigid ? 0 : 1 + static_cast<int>(p.kind));
    }
  }

  BaseParameters run() {
    const std::vector<int> preference = preferred_columns();
    find_rank();
    check_keep();
    const ColumnChoice choice = choose_columns(space_, preference);
    if (static_cast<int>(choice.kept.size()) != space_.rank) refuse_rank();
    check_drop(choice);
    return assemble(choice);
  }

 private:
  // What a motor's joint feels of its rotor; 1 for other parameters.
  double gear_squared(int j) const {
    const Parameter& p = form_.parameters()[j];
    if (p.kind != ParameterKind::rotor) return 1;
    const int motor = form_.standard()[p.parts.front().standard].owner;
    const double gear = robot_.mechanism().joints[data_of(robot_).motor_joints[motor]].motor->gear;
    return gear * gear;
  }

  // The regressor at the next random state, rows that are forces times the robot's size.
  const MatrixX& sample() {
    for (int attempt = 0; attempt < 100; ++attempt) {
      sampler_.next(workspace_);
      if (regressor(form_, workspace_, memory_, Y_) != Status::ok) continue;
      Y_.array().colwise() *= row_units_.array();
      return Y_;
    }
    throw Error(ErrorKind::numerical, fmt::format("the regressor of '{}' has no value at random states: {}",
                                                  robot_.mechanism().name, workspace_.explain()));
  }

  void find_rank() {
    const int count = form_.columns();
    TriangularFactor factor(count);
    int wanted = std::max(fewest_states, (rows_per_column * count + form_.rows() - 1) / form_.rows());
    for (int round = 0; round < most_rounds; ++round) {
      for (; states_ < wanted; ++states_) {
        factor.add(sample());
        motions_.add(workspace_);
      }
      space_ = column_space(factor.factor(), units_, kinds_);
      if (space_.rank == 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("no parameter of '{}' has an effect on its motors", robot_.mechanism().name));
      }
      if (space_.gap >= least_gap) return;
      // Columns that differ little near home may do so further away; else more states.
      if (sampler_.widen()) {
        factor = TriangularFactor(count);
        states_ = 0;
      } else {
        wanted *= 2;
      }
    }
    refuse_rank();
  }

  [[noreturn]] void refuse_rank() const {
    const VectorX& s = space_.singular_values;
    std::string values;
    for (int i = std::max(0, space_.rank - 3); i < std::min<int>(static_cast<int>(s.size()), space_.rank + 3); ++i)
      values += fmt::format(" {:.2e}", s[i] / s[0]);
    throw Error(ErrorKind::numerical,
                fmt::format("the rank of the regressor of '{}' is not clear after {} states: the largest ratio of two "
                            "singular values is {:.1e}, at least {:.0e} is needed; about the {}th they are{}",
                            robot_.mechanism().name, states_, space_.gap, least_gap, space_.rank, values));
  }

  int column(const std::string& name) const {
    const int found = form_.find(name);
    if (found >= 0) return found;
    std::vector<std::string> names;
    for (const Parameter& p : form_.parameters()) names.push_back(p.name);
    const std::string near = suggest(name, names);
    throw Error(ErrorKind::usage, fmt::format("there is no parameter '{}'{}", name,
                                              near.empty() ? "" : ": did you mean '" + near + "'?"));
  }

  // Wanted ones first, then the platform, then bodies in file order; unwanted ones last. Within a body mass, first
  // moments, principal moments (a Iyy of a link in Denavit-Hartenberg axes last), products.
  std::vector<int> preferred_columns() const {
    static constexpr std::array<int, 10> rank_of_entry{0, 1, 2, 3, 4, 7, 8, 6, 9, 5};
    const Mechanism& m = robot_.mechanism();
    const int platform = m.output && m.output->is_platform ? m.output->body : -1;
    std::vector<std::array<int, 4>> keys;
    for (int j = 0; j < form_.columns(); ++j) {
      const Parameter& p = form_.parameters()[j];
      const int body = body_of(form_, j);
      const bool payload = p.kind == ParameterKind::payload;
      const int group = is_friction(p.kind) ? 4 : payload ? 3 : body < 0 ? 2 : body == platform ? 0 : 1;
      keys.push_back({group, body < 0 ? 0 : body, body < 0 ? 0 : rank_of_entry[p.entry], j});
    }
    for (const std::string& name : options_.keep) keys[column(name)][0] = -1;
    for (const std::string& name : options_.drop) keys[column(name)][0] = 9;
    std::sort(keys.begin(), keys.end());
    std::vector<int> order;
    for (const auto& key : keys) order.push_back(key[3]);
    return order;
  }

  // "Izz.ring - 0.04 m.slider": a column in terms of others.
  std::string combination(int column, const std::vector<int>& others, const VectorX& factors) const {
    std::string text;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const double size = units_[column] / units_[others[i]];
      const double f = factors[static_cast<int>(i)];
      if (std::abs(f) * size <= clean * 10) continue;
      const bool one = std::abs(std::abs(f) - 1) < 1e-9;
      text += text.empty() ? (f < 0 ? "-" : "") : (f < 0 ? " - " : " + ");
      text += (one ? "" : fmt::format("{:.6g} ", std::abs(f))) + form_.parameters()[others[i]].name;
    }
    return text.empty() ? "0" : text;
  }

  // Parameters to keep must have an effect and be independent.
  void check_keep() const {
    std::vector<int> kept;
    for (const std::string& name : options_.keep) {
      const int j = column(name);
      if (std::find(options_.drop.begin(), options_.drop.end(), name) != options_.drop.end())
        throw Error(ErrorKind::usage, fmt::format("'{}' cannot be kept and dropped", name));
      if (space_.zero[j])
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' cannot be kept: it has no effect ({})", name, reason(form_, motions_, j, {})));
      if (std::find(kept.begin(), kept.end(), j) != kept.end()) continue;
      if (!kept.empty()) {
        const VectorX factors = dependence(space_, j, kept);
        VectorX left = space_.R.col(j);
        for (std::size_t i = 0; i < kept.size(); ++i)
          left -= space_.R.col(kept[i]) * (factors[static_cast<int>(i)] * space_.scale[j] / space_.scale[kept[i]]);
        if (!(left.norm() > space_.threshold))
          throw Error(ErrorKind::usage,
                      fmt::format("this is no base: the column of '{}' depends on the others to keep, "
                                  "it is {} (columns)",
                                  name, combination(j, kept, factors)));
      }
      kept.push_back(j);
    }
  }

  // Parameters to drop must depend on what is left.
  void check_drop(const ColumnChoice& choice) const {
    for (const std::string& name : options_.drop) {
      const auto kept = std::find(choice.kept.begin(), choice.kept.end(), column(name));
      if (kept == choice.kept.end()) continue;
      // Others to drop that could have stood for it.
      std::string others;
      for (std::size_t d = 0; d < choice.dropped.size(); ++d) {
        const std::string& other = form_.parameters()[choice.dropped[d]].name;
        const double factor = choice.K(kept - choice.kept.begin(), static_cast<int>(d));
        if (std::abs(factor) > clean * units_[*kept] / units_[choice.dropped[d]] &&
            std::find(options_.drop.begin(), options_.drop.end(), other) != options_.drop.end())
          others += (others.empty() ? "" : ", ") + other;
      }
      throw Error(ErrorKind::usage,
                  fmt::format("this is no base: '{}' cannot be dropped, its column does not depend on those that are "
                              "left{}",
                              name, others.empty() ? "" : "; it depends on " + others + ", to be dropped as well"));
    }
  }

  BaseParameters assemble(const ColumnChoice& choice);
  void name_parts(const ColumnChoice& choice, BaseParameters& result) const;
  double check_grouping(const ColumnChoice& choice, const MatrixX& mapping);

  const LinearForm& form_;
  const Robot& robot_;
  const BaseOptions& options_;
  StateSampler sampler_;
  Workspace workspace_;
  LinearFormWorkspace memory_;
  BodyMotions motions_;
  MatrixX Y_;
  VectorX units_, row_units_;
  std::vector<int> kinds_;
  ColumnSpace space_;
  int states_ = 0;
};

BaseParameters BaseSearch::assemble(const ColumnChoice& choice) {
  // Base parameters stand in the order of the full form.
  std::vector<int> columns = choice.kept;
  std::sort(columns.begin(), columns.end());
  BaseParameters result{
      form_,         form_.selection(columns), {}, {}, MatrixX::Zero(space_.rank, form_.columns()), {}, 0, 0, states_,
      options_.seed, assumptions(form_)};
  result.singular_values = space_.singular_values;
  result.gap = space_.gap;
  for (const int c : columns) result.base.push_back({c, 0, {}, ""});
  name_parts(choice, result);
  result.residual = check_grouping(choice, result.mapping);
  const VectorX values = result.mapping * form_.values();
  for (std::size_t i = 0; i < result.base.size(); ++i) result.base[i].value = values[static_cast<int>(i)];
  for (int j = 0; j < form_.columns(); ++j) {
    if (std::binary_search(columns.begin(), columns.end(), j)) continue;
    std::vector<int> into;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (result.mapping(static_cast<int>(i), j) != 0) into.push_back(columns[i]);
    }
    result.dropped.push_back({j, into.empty(), reason(form_, motions_, j, into)});
  }
  return result;
}

// Cleans and names the coefficients, and writes each base parameter as an expression.
void BaseSearch::name_parts(const ColumnChoice& choice, BaseParameters& result) const {
  const Recogniser recogniser(robot_.mechanism(), shares_legs(robot_.mechanism(), form_.options()));
  const std::vector<Parameter>& p = form_.parameters();
  // Ten per body, then those of the payload; -1 for what is no body's parameter.
  const auto inertial_index = [&](int parameter) {
    if (body_of(form_, parameter) < 0) return -1;
    const StandardParameter& standard = form_.standard()[p[parameter].parts[0].standard];
    const bool payload = standard.kind == ParameterKind::payload;
    const int body = payload ? static_cast<int>(robot_.mechanism().bodies.size()) : standard.owner;
    return parameters_per_body * (body - 1) + standard.entry;
  };
  for (std::size_t i = 0; i < result.base.size(); ++i) {
    BaseParameter& base = result.base[i];
    const int kept = base.parameter;
    const auto at = std::find(choice.kept.begin(), choice.kept.end(), kept) - choice.kept.begin();
    result.mapping(static_cast<int>(i), kept) = 1;
    base.expression = p[kept].name;
    for (std::size_t d = 0; d < choice.dropped.size(); ++d) {
      const int j = choice.dropped[d];
      const double gear = gear_squared(j);
      double factor = choice.K(at, static_cast<int>(d)) / gear;
      if (std::abs(factor) <= clean * units_[kept] / (units_[j] * gear)) continue;
      // Whole numbers are what they look like.
      if (std::abs(factor - std::round(factor)) < clean * std::abs(factor)) factor = std::round(factor);
      const Parameter &to = p[kept], &from = p[j];
      std::string text = recogniser.text(std::abs(factor), to.length_power - from.length_power, inertial_index(kept),
                                         inertial_index(j));
      const bool known = text != fmt::format("{:.6g}", std::abs(factor)) || std::round(factor) == factor;
      if (gear != 1) text = text == "1" ? "gear^2" : text + "*gear^2";
      result.mapping(static_cast<int>(i), j) = factor * gear;
      base.groups.push_back({j, factor * gear, (factor < 0 ? "-" : "") + text, known});
      base.expression += (factor < 0 ? " - " : " + ") + (text == "1" ? "" : text + " ") + from.name;
    }
  }
}

// The columns at fresh states must follow from the kept ones with the cleaned coefficients.
double BaseSearch::check_grouping(const ColumnChoice& choice, const MatrixX& mapping) {
  std::vector<int> columns = choice.kept;
  std::sort(columns.begin(), columns.end());
  VectorX error = VectorX::Zero(form_.columns()), size = error;
  for (int s = 0; s < fresh_states; ++s) {
    const MatrixX& Y = sample();
    MatrixX kept(Y.rows(), mapping.rows());
    for (std::size_t i = 0; i < columns.size(); ++i) kept.col(static_cast<int>(i)) = Y.col(columns[i]);
    const MatrixX parts = kept.cwiseAbs() * mapping.cwiseAbs(), left = Y - kept * mapping;
    error += left.colwise().squaredNorm().transpose();
    size += parts.colwise().squaredNorm().transpose() + Y.colwise().squaredNorm().transpose();
  }
  double worst = 0;
  for (const int j : choice.dropped) worst = std::max(worst, std::sqrt(error[j] / size[j]));
  if (!(worst <= least_residual))
    throw Error(ErrorKind::numerical,
                fmt::format("the grouping of '{}' does not hold at fresh states: a column is off by {:.1e} of its size",
                            robot_.mechanism().name, worst));
  return worst;
}

}  // namespace

int BaseParameters::count(bool friction) const {
  return static_cast<int>(std::count_if(base.begin(), base.end(), [&](const BaseParameter& b) {
    return is_friction(full.parameters()[b.parameter].kind) == friction;
  }));
}

BaseParameters find_base_parameters(const LinearForm& form, const BaseOptions& options) {
  return BaseSearch(form, options).run();
}

}  // namespace jourdain
