#include "jourdain/identification/identify.hpp"

#include "core/joined.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Thresholds, each a matter of judgement.
constexpr double poor_condition = 1e3, hopeless_condition = 1e5;
constexpr double good_share = 0.05, usable_share = 0.15;  // rms of the residual over the range of the force
constexpr double good_explained = 0.95, usable_explained = 0.8;
constexpr double white_enough = 0.01;
constexpr double hopeless_rise = 1;  // of the residual by bounds of real bodies
constexpr double same_rise = 1.5;    // of the residual from the log to the validation
constexpr double most_refused = 0.05;
constexpr double many_outliers = 8;      // kurtosis of the residuals; 3 for noise
constexpr long fewest_validating = 100;  // equations

// The first few of some names.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  if (names.size() <= most) return joined(names);
  return fmt::format("{} and {} more", joined(std::span(names).first(most)), names.size() - most);
}

class Judge {
 public:
  explicit Judge(const Evidence& evidence) : e_(evidence) {}

  Verdict run() {
    mirrored();
    clocks();
    model();
    set_points();
    parameters();
    excitation();
    residuals();
    agreement();
    outliers();
    repeatability();
    validation();
    bounds();
    load_friction();
    Use use = Use::simulation;
    for (const Reason& reason : verdict_.reasons) use = std::min(use, reason.limits);
    std::ranges::stable_sort(verdict_.reasons, {}, &Reason::limits);
    verdict_.use = use;
    switch (use) {
      case Use::nothing: verdict_.sentence = "Use these parameters for nothing yet."; break;
      case Use::feedforward:
        verdict_.sentence = "Use these parameters for feedforward on motions like those of the log.";
        break;
      case Use::simulation: verdict_.sentence = "Use these parameters for feedforward and simulation."; break;
    }
    return std::move(verdict_);
  }

 private:
  void add(Use limits, std::string text) { verdict_.reasons.push_back({limits, std::move(text)}); }

  std::vector<std::string> with_outcome(Outcome outcome) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < e_.estimate->parameters.size(); ++i)
      if (e_.estimate->parameters[i].outcome == outcome) names.push_back(e_.base->form.parameters()[i].name);
    return names;
  }

  void parameters() {
    const auto unmoved = with_outcome(Outcome::not_moved), dependent = with_outcome(Outcome::dependent);
    if (!unmoved.empty())
      add(Use::feedforward,
          fmt::format("no sample moves {}: held at the model's value; a motion of 'jourdain excite' moves all",
                      some_of(unmoved)));
    if (!dependent.empty())
      add(Use::feedforward,
          fmt::format("the motion moves {} only together with others: held at the model's value; a motion of "
                      "'jourdain excite' tells them apart",
                      some_of(dependent)));
    std::vector<std::string> vague;
    for (std::size_t i = 0; i < e_.estimate->parameters.size(); ++i) {
      const ParameterEstimate& p = e_.estimate->parameters[i];
      if (p.outcome == Outcome::estimated && p.half_width > std::abs(p.value) && p.model != 0)
        vague.push_back(e_.base->form.parameters()[i].name);
    }
    if (!vague.empty())
      add(Use::feedforward,
          fmt::format("the intervals of {} are wider than the values; 'jourdain excite' says what its motion "
                      "would tell of them",
                      some_of(vague)));
    if (!e_.model_problem.empty()) add(Use::feedforward, e_.model_problem);
  }

  void excitation() {
    const double condition = e_.estimate->condition;
    const std::string text =
        fmt::format("the condition number of the motion is {:.3g} (columns scaled to length one)", condition);
    if (!(condition < hopeless_condition))
      add_unless_validated(text + ": other parameters would do as well");
    else if (!(condition < poor_condition))
      add(Use::feedforward, text + ": a motion of 'jourdain excite' would tell more");
    else
      add(Use::simulation, text);
    if (e_.refused > most_refused)
      add(Use::nothing, fmt::format("{:.0f} % of the samples cannot be reached by the robot", 100 * e_.refused));
  }

  // The worst motor decides.
  static Use allowed(const MotorResidual& m) {
    const double share = m.measured_range > 0 ? m.rms / m.measured_range : 0;
    if (share <= good_share && m.explained >= good_explained) return Use::simulation;
    // White residuals are noise of the sensors, not of the model.
    const bool usable = share <= usable_share && m.explained >= usable_explained;
    return usable || (m.white >= white_enough && m.explained > 0) ? Use::feedforward : Use::nothing;
  }

  // Motors that the log has the other way round.
  void mirrored() {
    if (!e_.refit) return;
    for (const LogSuspicion& s : e_.refit->suspicions)
      if (s.kind == "mirrored motor")
        add(Use::nothing, fmt::format("{} (error of real bodies {:.0f} %, then {:.0f} %)", s.message, 100 * s.error,
                                      100 * s.corrected));
  }

  void clocks() {
    if (!e_.refit) return;
    for (const LogSuspicion& s : e_.refit->suspicions)
      if (s.kind == "clock" || s.kind == "lag")
        add(e_.clock_corrected ? Use::simulation : Use::feedforward,
            e_.clock_corrected ? "put right: " + s.message.substr(0, s.message.find(": give ")) : s.message);
  }

  // Shared friction and lengths that the log contradicts.
  void model() {
    if (!e_.refit) return;
    for (const LogSuspicion& s : e_.refit->suspicions)
      if (s.kind == "shared friction" || s.kind == "geometry") add(Use::feedforward, s.message);
  }

  void set_points() {
    if (!e_.smooth_positions) return;
    const bool late = e_.refit && e_.refit->has_clock();
    add(late || longest_correlation() > 3 ? Use::feedforward : Use::simulation,
        "the positions are smoother than encoders give: are they set-points? Parameters need the measured positions");
  }

  double longest_correlation() const {
    double longest = 0;
    for (const MotorResidual& m : e_.residuals->motors) longest = std::max(longest, m.correlation_time);
    return longest;
  }

  // The second log is predicted as well as simulation needs it.
  bool validated_well() const {
    if (!e_.validation || e_.same_recording || e_.validation->equations < fewest_validating) return false;
    return std::ranges::all_of(e_.validation->motors,
                               [](const MotorResidual& m) { return allowed(m) == Use::simulation; });
  }

  // What speaks against the parameters counts less where another motion is predicted well.
  void add_unless_validated(std::string text) {
    if (validated_well())
      add(Use::feedforward, std::move(text) + "; they predict the second log nevertheless");
    else
      add(Use::nothing, std::move(text));
  }

  // A prediction that goes the other way is worse than none, whatever the residual.
  void agreement() {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < e_.residuals->motors.size(); ++k)
      if (e_.residuals->motors[k].agreement < 0) names.push_back("'" + motor_name(k) + "'");
    if (!names.empty())
      add(Use::nothing,
          fmt::format("measured and predicted forces of {} go opposite ways: is a sign wrong, or the wrong "
                      "way round?",
                      joined(names)));
  }

  std::string motor_name(std::size_t row) const {
    const Robot& robot = e_.base->form.robot();
    const auto motor = static_cast<std::size_t>(driving_motors(robot)[row]);
    return robot.mechanism().joints[robot.motor_joints()[motor]].name;
  }

  void residuals() {
    const std::vector<MotorResidual>& motors = e_.residuals->motors;
    Use use = Use::simulation;
    double explained = 1;
    int coloured = 0;
    double longest = 0;
    for (const MotorResidual& m : motors) {
      use = std::min(use, allowed(m));
      explained = std::min(explained, m.explained);
      coloured += m.white < white_enough;
      longest = std::max(longest, m.correlation_time);
    }
    const std::string text = fmt::format(
        "the residual is at most {:.2g} % of a motor's range, and at least {:.4g} % of the variance of "
        "every motor's force is explained",
        100 * e_.residuals->share(), 100 * explained);
    if (use == Use::nothing)
      add_unless_validated(text);
    else
      add(use, text);
    if (coloured == 0) {
      add(Use::simulation, "the residuals look like noise");
    } else if (longest > 3) {
      add(e_.residuals->share() < 0.01 ? Use::simulation : Use::feedforward,
          fmt::format(
              "the residuals of {} of {} motors are correlated over {:.0f} samples: the model lacks something. "
              "What it lacks pulls the values to where no interval reaches: the intervals hold scatter, not bias",
              coloured, motors.size(), longest));
    } else {
      add(Use::simulation, fmt::format("the residuals of {} of {} motors are slightly correlated; the intervals allow "
                                       "for it",
                                       coloured, motors.size()));
    }
  }

  // A motor that sticks at a reversal has any friction up to the dry one: such samples pull dry friction down.
  void outliers() {
    double worst = 0;
    for (const MotorResidual& m : e_.residuals->motors) worst = std::max(worst, m.kurtosis);
    if (e_.estimate->robust) {
      add(Use::simulation,
          fmt::format("{:.2g} % of the residuals are outliers and lost their weight", 100 * e_.estimate->outliers));
    } else if (worst > many_outliers) {
      add(Use::feedforward,
          fmt::format(
              "a few residuals are far larger than the rest (kurtosis {:.2g}, 3 for noise): motors that stick at "
              "reversals, contacts or disturbances; --outliers, or method irls, takes their weight away",
              worst));
    }
  }

  // Residuals against what repetitions differ by: more than that is the model's.
  void repeatability() {
    if (e_.repeatability.size() != static_cast<Eigen::Index>(e_.residuals->motors.size())) return;
    double worst = 0;
    for (int k = 0; k < e_.repeatability.size(); ++k) {
      const double noise = e_.repeatability[k] / std::sqrt(static_cast<double>(e_.repetitions));
      if (noise > 0) worst = std::max(worst, e_.residuals->motors[k].rms / noise);
    }
    add(Use::simulation, fmt::format("the residual of the mean of {} repetitions is up to {:.2g} times what their "
                                     "differences explain{}",
                                     e_.repetitions, worst, worst > 3 ? ": the rest is the model's" : ""));
  }

  void validation() {
    if (!e_.validation) {
      add(Use::feedforward, "no second log validates them");
      return;
    }
    if (e_.same_recording) {
      add(Use::feedforward, "the second log is the first one again, or a part of it: it validates nothing");
      return;
    }
    if (e_.validation->equations < fewest_validating) {
      add(Use::feedforward,
          fmt::format("the second log is too short to validate them: the filter leaves {} of its equations, {} are "
                      "needed",
                      e_.validation->equations, fewest_validating));
      return;
    }
    Use use = Use::simulation;
    double rise = 0;
    for (std::size_t k = 0; k < e_.validation->motors.size(); ++k) {
      const MotorResidual& m = e_.validation->motors[k];
      use = std::min(use, allowed(m));
      const double before = e_.residuals->motors[k].rms;
      rise = std::max(rise, before > 0 ? m.rms / before : 1.0);
    }
    if (rise > same_rise && e_.validation->share() > 0.01) use = std::min(use, Use::feedforward);
    add(use, fmt::format("on the second log the residual is at most {:.2g} % of a motor's range, {:.2f} times that of "
                         "the first",
                         100 * e_.validation->share(), rise));
  }

  void bounds() {
    if (!e_.consistent) return;
    if (!e_.consistent->at_bound.empty())
      add(Use::feedforward, fmt::format("bounds hold {}", some_of(e_.consistent->at_bound)));
    const double rise = e_.consistent->residual_rise;
    if (rise > hopeless_rise)
      add(Use::nothing,
          fmt::format(
              "only bounds keep the bodies real: the residual is {:.2g} times that of the best fit; a sign or a "
              "unit is wrong, or geometry or friction are not as modelled",
              1 + rise));
    else if (rise > 0.1)
      add(Use::feedforward,
          fmt::format("real bodies cost {:.3g} % of residual: geometry or friction are not as modelled", 100 * rise));
  }

  void load_friction() {
    if (!e_.load_friction.empty())
      add(Use::feedforward,
          fmt::format(
              "friction of {} grows with the joint's load: model files cannot carry it, so it is neither in the "
              "parameters nor in the predicted forces",
              some_of(e_.load_friction)));
  }

  const Evidence& e_;
  Verdict verdict_;
};

}  // namespace

bool serves_feedforward(const MotorResidual& m) {
  return m.explained >= usable_explained && m.rms <= usable_share * m.measured_range;
}

std::string_view to_string(Use use) {
  switch (use) {
    case Use::nothing: return "nothing";
    case Use::feedforward: return "feedforward";
    case Use::simulation: return "simulation";
  }
  return "";
}

Verdict judge(const Evidence& evidence) { return Judge(evidence).run(); }

}  // namespace jourdain
