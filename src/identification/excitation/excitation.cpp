#include "jourdain/identification/excitation.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>
#include <nlopt.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace jourdain {
namespace {

constexpr double samples_per_wave = 4;  // of the log that is to come
constexpr int fewest_states = 48;       // of a period, at which a motion is judged
constexpr int states_per_harmonic = 8;
constexpr int halvings = 5;         // in the search for the largest size
constexpr double worthless = 1e6;   // value of the criterion for what cannot be done
constexpr int fewest_trials = 20;   // random shapes of which the best begins a start, or a tenth of the evaluations
constexpr int kept_every = 50;      // evaluations
constexpr double first_step = 0.3;  // of the optimiser
constexpr double slowness = 4;      // times the usual period: motions for friction

// Judges series of one kind. The shape of a series is free; its size is the largest within the limits.
class ExcitationProblem {
 public:
  ExcitationProblem(const BaseParameters& base, const ExcitationOptions& options)
      : base_(base),
        options_(options),
        robot_(base.form.robot()),
        space_(options.space == Space::platform ? MotionSpace::platform(robot_) : MotionSpace::motors(robot_)),
        workspace_(robot_),
        memory_(base.form) {
    for (int i = 0; i < space_.size(); ++i)
      if (space_.is_free(i)) free_.push_back(i);
    // A whole number of samples, so that repetitions can be averaged.
    const double usual = natural_period() * (options.part == ExcitationPart::friction ? slowness : 1);
    period_ = options.period > 0 ? options.period : std::ceil(usual * options.rate) / options.rate;
    const double highest = options.harmonics / period_;
    if (!(options.rate >= samples_per_wave * highest))
      throw Error(
          ErrorKind::usage,
          fmt::format("a log at {:.4g} Hz cannot tell harmonics of up to {:.4g} Hz: expected at least {:.4g} Hz",
                      options.rate, highest, samples_per_wave * highest));
    for (int j = 0; j < base.form.columns(); ++j) {
      const bool friction = is_friction(base.form.parameters()[j].kind);
      const bool wanted = options.part == ExcitationPart::all || friction == (options.part == ExcitationPart::friction);
      (wanted ? wanted_ : others_).push_back(j);
    }
    if (wanted_.empty()) throw Error(ErrorKind::usage, "the model has no such parameters to be told");
    states_ = std::max(fewest_states, states_per_harmonic * options.harmonics);
    home_clearance_ = singularity_distance(robot_, workspace_).nearest();
    Y_ = MatrixX(base.form.rows(), base.form.columns());
    forces_ = VectorX(static_cast<int>(robot_.motor_joints().size()));
    units_ = VectorX(base.form.columns());
    // A parameter is measured in its value, one that is zero in that of its kind.
    for (int j = 0; j < units_.size(); ++j) {
      const double parts = base.mapping.row(j).cwiseAbs() * base.full.values().cwiseAbs();
      units_[j] = parts > 0 ? parts : kind_unit(j);
    }
  }

  int variables() const { return static_cast<int>(free_.size()) * options_.harmonics * 2; }
  double period() const { return period_; }

  // The series of some shape: variables between -1 and 1.
  FourierSeries series(const std::vector<double>& shape, double size) const {
    FourierSeries s;
    s.frequency = 1 / period_;
    s.centre = space_.home();
    s.cosine = s.sine = MatrixX::Zero(space_.size(), options_.harmonics);
    std::size_t next = 0;
    for (const int i : free_) {
      const double unit = size * options_.reach * (space_.is_length(i) ? robot_.size() : 2.0);
      for (int h = 0; h < options_.harmonics; ++h) {
        s.cosine(i, h) = unit * shape[next++] / (h + 1);
        s.sine(i, h) = unit * shape[next++] / (h + 1);
      }
    }
    return s;
  }

  // The largest size, up to the reach, that stays within the limits; 0 if there is none.
  double largest_size(const std::vector<double>& shape) {
    double whole = reach_size(shape);
    if (within_limits(shape, whole)) return whole;
    double low = 0, high = whole;
    for (int i = 0; i < halvings; ++i) {
      const double middle = (low + high) / 2;
      (within_limits(shape, middle) ? low : high) = middle;
    }
    return low;
  }

  // Information of one period: Y^T W Y in units, and the mean force of the motors for the noise. False: cannot follow.
  bool information(const FourierSeries& s, MatrixX& H, VectorX& noise) {
    const int rows = base_.form.rows();
    std::vector<MatrixX> by_motor(static_cast<std::size_t>(rows), MatrixX::Zero(Y_.cols(), Y_.cols()));
    VectorX largest = VectorX::Zero(rows);
    Follower follow(fourier(space_, s, true));
    workspace_.reset();
    for (int k = 0; k < states_; ++k) {
      if (follow(period_ * k / states_, workspace_) != Status::ok ||
          regressor(base_.form, workspace_, memory_, Y_) != Status::ok)
        return false;
      for (int i = 0; i < rows; ++i) {
        const VectorX y = Y_.row(i).transpose().cwiseProduct(units_);
        by_motor[i] += y * y.transpose();
        largest[i] = std::max(largest[i], std::abs(y.dot(value_over_unit())));
      }
    }
    noise = options_.noise ? *options_.noise : VectorX(0.01 * largest.cwiseMax(1e-12 + 0.01 * largest.maxCoeff()));
    const double samples = options_.rate * period_ * options_.repetitions / states_;
    H = MatrixX::Zero(Y_.cols(), Y_.cols());
    for (int i = 0; i < rows; ++i) H += samples / (noise[i] * noise[i]) * by_motor[i];
    return true;
  }

  // What the motion tells about the part that is wanted: the other parameters are unknown in a motion for friction, and
  // known in one for the bodies.
  MatrixX of_part(const MatrixX& H) const {
    if (others_.empty()) return H;
    const MatrixX A = dense::block(H, wanted_, wanted_);
    if (options_.part == ExcitationPart::bodies) return A;
    // Columns that a slow motion hardly moves cannot be eliminated, and need not be.
    std::vector<int> moved;
    for (const int j : others_)
      if (H(j, j) > 1e-12 * H.diagonal().maxCoeff()) moved.push_back(j);
    if (moved.empty()) return A;
    const MatrixX B = dense::block(H, wanted_, moved), C = dense::block(H, moved, moved);
    const VectorX scale = C.diagonal().cwiseSqrt().cwiseInverse();
    const MatrixX D = dense::pseudo_inverse(scale.asDiagonal() * C * scale.asDiagonal());
    return A - B * scale.asDiagonal() * D * scale.asDiagonal() * B.transpose();
  }

  ExcitationQuality quality(const MatrixX& whole) const {
    const MatrixX H = of_part(whole);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const ExcitationQuality nothing{infinity, infinity, -infinity, infinity};
    ExcitationQuality q;
    const VectorX lengths = H.diagonal().cwiseMax(0).cwiseSqrt();
    if (!(lengths.minCoeff() > 0)) return nothing;
    const VectorX inverse = lengths.cwiseInverse();
    const dense::SymmetricFactors f = dense::symmetric_factors(inverse.asDiagonal() * H * inverse.asDiagonal());
    if (!(f.values[0] > 0)) return nothing;
    q.condition = std::sqrt(f.values[f.values.size() - 1] / f.values[0]);
    const VectorX per_unit = dense::entries(units_, wanted_).cwiseInverse();
    const VectorX si = dense::symmetric_factors(per_unit.asDiagonal() * H * per_unit.asDiagonal()).values;
    q.si_condition = si[0] > 0 ? std::sqrt(si[si.size() - 1] / si[0]) : infinity;
    q.log_det = f.values.array().log().sum() + 2 * lengths.array().log().sum();
    const VectorX variances = ((f.vectors * f.values.cwiseSqrt().cwiseInverse().asDiagonal()).rowwise().squaredNorm())
                                  .cwiseProduct(inverse.cwiseAbs2());
    q.mean_variance = variances.mean();
    return q;
  }

  // What is to be made small.
  double cost(const std::vector<double>& shape) {
    followed_ = false;
    const double size = largest_size(shape);
    if (!(size > 1e-3)) return worthless;
    MatrixX H;
    VectorX noise;
    if (!information(series(shape, size), H, noise)) return worthless;
    followed_ = true;
    const ExcitationQuality q = quality(H);
    if (!std::isfinite(q.condition)) return worthless;
    if (options_.criterion == ExcitationCriterion::condition) return std::log(q.condition);
    if (options_.criterion == ExcitationCriterion::balanced)
      return std::log(q.condition) + std::log(q.mean_variance) / 2;
    return -q.log_det / static_cast<double>(wanted_.size());
  }

  // Standard deviations of all parameters; infinite where the motion is not to tell them.
  VectorX deviations(const MatrixX& H) const {
    VectorX result = VectorX::Constant(H.rows(), std::numeric_limits<double>::infinity());
    const VectorX variances = dense::pseudo_inverse(of_part(H)).diagonal();
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      result[wanted_[i]] = std::sqrt(std::max(0.0, variances[static_cast<int>(i)])) * units_[wanted_[i]];
    return result;
  }

  // Whether the robot can follow the motion whose cost was asked for last.
  bool followed() const { return followed_; }

  const MotionSpace& space() const { return space_; }

 private:
  double natural_period() const {
    const double g = std::max(robot_.mechanism().gravity.norm(), 1.0);
    const double w = std::sqrt(g / (0.5 * options_.reach * robot_.size()));
    return 2 * std::numbers::pi * (1 + options_.harmonics) / 2 / w;
  }

  double kind_unit(int j) const {
    double unit = 0;
    const Parameter& p = base_.form.parameters()[j];
    for (const Parameter& other : base_.full.parameters())
      if (other.kind == p.kind && other.length_power == p.length_power) unit = std::max(unit, std::abs(other.value));
    return unit > 0 ? unit : 1;
  }

  VectorX value_over_unit() const {
    VectorX x(units_.size());
    for (int j = 0; j < units_.size(); ++j) x[j] = base_.base[j].value / units_[j];
    return x;
  }

  // With this size no coordinate leaves the reach.
  double reach_size(const std::vector<double>& shape) const {
    double most = 1e-9;
    const FourierSeries s = series(shape, 1);
    for (const int i : free_) {
      const double unit = options_.reach * (space_.is_length(i) ? robot_.size() : 2.0);
      for (int k = 0; k < states_; ++k) {
        double x = 0;
        for (int h = 0; h < options_.harmonics; ++h) {
          const double a = 2 * std::numbers::pi * (h + 1) * k / states_;
          x += s.cosine(i, h) * std::cos(a) + s.sine(i, h) * std::sin(a);
        }
        most = std::max(most, std::abs(x) / unit);
      }
    }
    return 1 / most;
  }

  bool within_limits(const std::vector<double>& shape, double size) {
    Follower follow(fourier(space_, series(shape, size), true));
    workspace_.reset();
    for (int k = 0; k < states_; ++k) {
      if (follow(period_ * k / states_, workspace_) != Status::ok || !is_allowed()) return false;
    }
    return true;
  }

  bool is_allowed() {
    if (!(nearest_limit(robot_, workspace_).margin > 0)) return false;
    if (!(singularity_distance(robot_, workspace_).nearest() > options_.clearance * home_clearance_)) return false;
    if (inverse_dynamics(robot_, workspace_, forces_) != Status::ok) return false;
    for (std::size_t i = 0; i < robot_.motor_joints().size(); ++i) {
      const MotorModel& a = *robot_.mechanism().joints[robot_.motor_joints()[i]].motor;
      const int motor = static_cast<int>(i);
      if (!(std::abs(workspace_.motor_velocity(motor)) <= options_.share * a.max_speed)) return false;
      if (!(std::abs(forces_[motor]) <= options_.share * a.max_force)) return false;
    }
    return true;
  }

  const BaseParameters& base_;
  const ExcitationOptions& options_;
  Robot robot_;
  MotionSpace space_;
  Workspace workspace_;
  LinearFormWorkspace memory_;
  std::vector<int> free_;
  std::vector<int> wanted_, others_;  // parameters
  double period_ = 1, home_clearance_ = 1;
  int states_ = 0;
  bool followed_ = false;
  MatrixX Y_;
  VectorX forces_, units_;
};

std::vector<double> random_shape(int variables, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> shape(static_cast<std::size_t>(variables));
  for (double& x : shape) x = uniform(random);
  return shape;
}

// What NLopt calls.
struct Search {
  Search(ExcitationProblem& p, const ExcitationOptions& o) : problem(&p), options(&o) {}
  ExcitationProblem* problem;
  const ExcitationOptions* options;
  int done = 0, all = 1;                // evaluations of the optimiser, replayed ones too
  std::size_t replayed = 0, known = 0;  // values of the resumed start: those told again, and all
  int trials = 0, followed = 0;         // of shapes: all, and those that the robot can follow
  ExcitationState state{.best = worthless, .shape = {}, .values = {}};
  nlopt::opt* optimiser = nullptr;
  bool stopped = false;

  bool replays() const { return replayed < known; }

  double cost(const std::vector<double>& shape) {
    ++trials;
    if (replays()) {
      const double value = state.values[replayed++];
      followed += value < worthless;
      return value;
    }
    const double value = problem->cost(shape);
    state.values.push_back(value);
    followed += problem->followed();
    if (value < state.best) state.best = value, state.shape = shape;
    return value;
  }
};

double evaluate(const std::vector<double>& x, std::vector<double>&, void* data) {
  Search& search = *static_cast<Search*>(data);
  const bool replayed = search.replays();
  const double cost = search.cost(x);
  ++search.done;
  if (replayed) return cost;
  if (search.done % kept_every == 0 && search.options->keep) search.options->keep(search.state);
  search.options->job.advance(static_cast<double>(search.done) / search.all);
  if (search.options->job.cancelled() && search.optimiser) {
    search.stopped = true;
    search.optimiser->force_stop();
  }
  return cost;
}

// One start: the best of some random shapes, then NLopt. False: no motion was found.
bool run_start(Search& search, int start) {
  const ExcitationOptions& options = *search.options;
  ExcitationProblem& problem = *search.problem;
  std::mt19937_64 random(options.seed + 7919 * static_cast<std::uint64_t>(start));
  std::vector<double> shape;
  double best = worthless;
  for (int i = 0; i < std::max(fewest_trials, options.evaluations / 10); ++i) {
    std::vector<double> trial = random_shape(problem.variables(), random);
    const double cost = search.cost(trial);
    if (shape.empty() || cost < best) best = cost, shape = std::move(trial);
  }
  if (!(best < worthless)) return false;
  nlopt::opt optimiser(nlopt::LN_SBPLX, static_cast<unsigned>(problem.variables()));
  search.optimiser = &optimiser;
  optimiser.set_min_objective(evaluate, &search);
  optimiser.set_lower_bounds(-1.0);
  optimiser.set_upper_bounds(1.0);
  optimiser.set_initial_step(first_step);
  optimiser.set_maxeval(options.evaluations);
  double value = 0;
  try {
    optimiser.optimize(shape, value);
  } catch (const nlopt::forced_stop&) {
  } catch (const nlopt::roundoff_limited&) {
  }
  search.optimiser = nullptr;
  return true;
}

void check_options(const ExcitationOptions& o) {
  if (o.harmonics < 1 || o.harmonics > 50 || o.starts < 1 || o.evaluations < 1)
    throw Error(ErrorKind::usage, "expected 1 to 50 harmonics, and at least one start and evaluation");
  if (!(o.reach > 0) || !(o.share > 0 && o.share <= 1) || !(o.clearance >= 0 && o.clearance < 1) || !(o.rate > 0) ||
      !(o.repetitions > 0) || !(o.period >= 0))
    throw Error(ErrorKind::usage, "reach, rate and repetitions are positive, shares lie between 0 and 1");
}

// Why no motion was found: none within the limits, or none that tells the parameters apart.
[[noreturn]] void refuse(const Search& search, const BaseParameters& base) {
  const std::string& name = base.form.robot().mechanism().name;
  if (search.followed > 0)
    throw Error(ErrorKind::numerical,
                fmt::format("no motion of '{}' was found that separates its {} parameters: in {} of {} trials, which "
                            "the robot can follow, some of them have the same effect on the motors within rounding; "
                            "more harmonics or a larger reach may separate them",
                            name, base.form.columns(), search.followed, search.trials));
  throw Error(ErrorKind::numerical, fmt::format("no motion of '{}' within its limits was found in {} trials: give a "
                                                "smaller reach or a longer period",
                                                name, search.trials));
}

}  // namespace

std::span<const std::string_view> words(ExcitationCriterion) {
  static constexpr std::string_view all[] = {"balanced", "condition", "d-optimal"};
  return all;
}

Excitation excite(const BaseParameters& base, const ExcitationOptions& options) {
  check_options(options);
  ExcitationProblem problem(base, options);
  Search search(problem, options);
  search.all = options.starts * options.evaluations;
  if (options.resume) {
    search.state = *options.resume;
    search.known = search.state.values.size();
    if (!search.state.shape.empty() && static_cast<int>(search.state.shape.size()) != problem.variables())
      throw Error(ErrorKind::input, "the state of the search is that of another one");
    if (search.state.shape.empty()) search.state.best = worthless;
    search.done = search.state.evaluations;
  }
  while (search.state.start < options.starts) {
    const bool found = run_start(search, search.state.start);
    if (search.stopped) break;
    search.state.refused += !found;
    search.state.start += 1;
    search.state.evaluations = search.done;
    search.state.values.clear();
    search.replayed = search.known = 0;
    if (options.keep) options.keep(search.state);
  }
  if (options.keep) options.keep(search.state);
  if (search.stopped) stop_if_cancelled(options.job);
  if (!(search.state.best < worthless)) refuse(search, base);
  // Between the states at which it was judged the motion may go a little further.
  double size = problem.largest_size(search.state.shape);
  for (int i = 0;; ++i, size *= 0.95) {
    const FourierSeries series = problem.series(search.state.shape, size);
    MotionCheckOptions check;
    check.forces = true;
    const Motion motion = fourier(problem.space(), series, true);
    MotionReport report = check_motion(motion, check);
    if (!report.ok() && i < 20) continue;
    if (!report.ok())
      throw Error(ErrorKind::numerical, fmt::format("the best motion leaves the limits: {}",
                                                    describe(base.form.robot(), report.events.front())));
    MatrixX H;
    VectorX noise;
    problem.information(series, H, noise);
    Excitation result{series,           motion,      problem.quality(H),  {}, noise, std::move(report),
                      problem.period(), search.done, search.state.refused};
    result.deviations = problem.deviations(H);
    return result;
  }
}

std::vector<ExcitationQuality> random_excitations(const BaseParameters& base, const ExcitationOptions& options,
                                                  int count) {
  check_options(options);
  ExcitationProblem problem(base, options);
  std::mt19937_64 random(options.seed + 1000003);
  std::vector<ExcitationQuality> result;
  for (int i = 0; i < count; ++i) {
    const std::vector<double> shape = random_shape(problem.variables(), random);
    const double size = problem.largest_size(shape);
    MatrixX H;
    VectorX noise;
    if (size > 1e-3 && problem.information(problem.series(shape, size), H, noise)) result.push_back(problem.quality(H));
  }
  return result;
}

}  // namespace jourdain
