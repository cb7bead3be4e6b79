// From a log to a model, with a verdict.
#pragma once

#include "jourdain/answer/job.hpp"
#include "jourdain/identification/estimate.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/identification/log_refit.hpp"
#include "jourdain/model/mechanism.hpp"
#include "jourdain/motion/motion.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

// Measured against predicted forces: how large the residuals are, and whether they look like noise.

struct MotorResidual {
  double measured_rms = 0;    // of the force without springs and counterbalances
  double measured_range = 0;  // largest less smallest
  double rms = 0;
  double largest = 0;           // absolute value
  long largest_row = 0;         // of the log
  double explained = 0;         // share of the measured variance about its mean
  double agreement = 1;         // correlation of measured and predicted force, -1 to 1
  double correlation = 0;       // with the residual before it, -1 to 1
  double correlation_time = 0;  // in equations: sum of the correlations until they vanish; 1 for white residuals
  double rejected = 0;          // share of residuals that are outliers and enter none of the other numbers but largest
  double kurtosis = 3;          // mean fourth power over the square of the mean square; 3 for normal residuals
  double white = 1;             // probability of correlations as large if the residuals were white (Ljung and Box)
  // Power density by frequency, from 0 to half the rate of the equations, that the sum times the frequencies' step is
  // the mean square (Welch: mean over stretches of 512 equations under Hann's window); empty for shorter logs.
  VectorX spectrum;
};

struct ResidualReport {
  std::vector<MotorResidual> motors;  // driving motors
  long equations = 0;
  double step = 0;       // s between equations that follow each other, mean
  double share() const;  // largest rms over range of a motor
};

// Whether the forces of a motor are told well enough for feedforward.
bool serves_feedforward(const MotorResidual& motor);

// Called with every equation and its predicted forces.
using ResidualVisitor = std::function<void(const Equation& equation, const VectorX& predicted)>;

// One pass over the equations at these base parameters, or over the first `most` of them; 0: all. `robust`: two passes;
// residuals beyond 4.685 robust standard deviations of their motor are outliers.
ResidualReport study_residuals(EquationSource& equations, const VectorX& values, const ResidualVisitor& visit = {},
                               long most = 0, bool robust = false);

// Parameters of real bodies from the data: least squares near the values of CAD, such that every body could exist,
// friction takes energy, and masses stay within bounds. A convex problem, solved by Newton's method with a barrier.
//
//   minimise   |R K z - c|^2 / (2 s^2) + CAD(z) / d^2     over the parameters z of the full form,  x = S z
//   such that  P_i(x) >= 0 for every body,  friction and rotors >= 0,  masses within bounds.
//
// s is the residual of least squares, widened where residuals are correlated, and at least 1e-4 of the forces.
// P = [[tr(I)/2 E - I, h], [h^T, m]] is the pseudo-inertia of a body about its frame. A body that lies on the boundary
// in CAD (a thin rod, a point, nothing at all) stays on that face: P n = 0 for the null vectors n of its CAD value.

enum class CadTerm {
  quadratic,  // sum over bodies of |D (P - P0) D / m0|^2 / 2, D in units of the body's size, and of ((x - x0)/x0)^2 / 2
  log_det,    // sum over bodies of tr(P P0^-1) - log det(P P0^-1) - n, and of x/x0 - log(x/x0) - 1
};

struct ConsistentFitOptions {
  CadTerm term = CadTerm::quadratic;
  double cad_deviation = 0.3;   // d: relative standard deviation of the values of CAD
  double mass_tolerance = 0.5;  // masses stay within this share of CAD's; infinite: not bounded
  double tolerance = 1e-9;      // of the objective, relative
  int most_steps = 300;
};

// Who decided the value of a parameter.
enum class Decided { data, both, cad };
std::string_view to_string(Decided decided);

struct ConsistentFit {
  VectorX parameters;                 // columns of the full form
  VectorX standard;                   // per body and joint, in the order of LinearForm::standard()
  VectorX base_values;                // mapping * parameters
  VectorX deviations;                 // of the standard parameters, from data and CAD together
  std::vector<Decided> decided;       // of the standard parameters
  double objective = 0;               // as above
  double squares = 0;                 // weighted sum of squares of the data
  double least_squares = 0;           // the same of plain least squares
  double residual_rise = 0;           // of the weighted root mean square: what consistency costs
  double kkt = 0;                     // residual of the conditions of Karush, Kuhn and Tucker, relative
  int steps = 0;                      // of Newton's method
  std::vector<std::string> at_bound;  // bodies, coefficients and masses that a bound holds
  std::vector<std::string> on_face;   // bodies without volume in CAD, which stay so
};

// `known` are the values of CAD, one per column of the full form. Throws Error(usage) if a body cannot exist in CAD,
// Error(numerical) if Newton's method does not settle.
ConsistentFit consistent_fit(const BaseParameters& base, const Estimate& estimate, const VectorX& known,
                             const ConsistentFitOptions& options = {});

// Friction of the motors beyond dry and viscous: Stribeck's rise towards rest, and friction that grows with the load of
// the joint.
//
//   b = Y p + sign(v) (s exp(-(v / v_s)^2) + mu N)
//
// v is the motor's rate, N the size of its joint's constraint force by the model's parameters. s, mu and p come
// together by weighted least squares; of v_s, in which the equation is not linear, the value with the least residual is
// searched, motor by motor. Rows are the driving motors.

struct FrictionTermOptions {
  bool stribeck = false;
  bool load = false;
  long most_samples = 20000;  // of a longer log every so-and-so-many-th sample is taken
  double confidence = 0.95;
};

// One term of one motor.
struct FrictionTerm {
  double value = 0;       // s in N or N m; mu, or N m per N
  double half_width = 0;  // of its interval, one stretch of the log left out at a time
  double speed = 0;       // v_s, m/s or rad/s; 0 for mu
  bool told = false;      // from zero
};

struct FrictionTerms {
  std::vector<FrictionTerm> stribeck, load;  // one per driving motor, or none
  double before = 0, after = 0;              // root mean square of the weighted residual without and with the terms
  long samples = 0;
};

// `estimate` gives the motors' weights and what is held. Throws Error(usage) for redundant motors or if nothing is
// asked for, Error(numerical) where the log does not tell the terms.
FrictionTerms find_friction_terms(const BaseParameters& base, SampleSource& source, const Estimate& estimate,
                                  const FrictionTermOptions& options);

// The samples of a source without the Stribeck terms that are told.
class WithoutStribeck : public SampleSource {
 public:
  // Both must outlive this object.
  WithoutStribeck(SampleSource& source, const FrictionTerms& terms) : source_(source), terms_(terms) {}
  void rewind() override { source_.rewind(); }
  bool next(Sample& sample) override;

 private:
  SampleSource& source_;
  const FrictionTerms& terms_;
};

// What identified parameters may be used for, and why.

enum class Use {
  nothing,
  feedforward,  // forces on motions like those of the log
  simulation,   // any motion
};
std::string_view to_string(Use use);

// One thing that speaks for or against; `limits` is the most that it allows.
struct Reason {
  Use limits = Use::simulation;
  std::string text;
};

struct Verdict {
  Use use = Use::nothing;
  std::string sentence;
  std::vector<Reason> reasons;  // those that limit the use most come first
};

// What a verdict is made of.
struct Evidence {
  const BaseParameters* base = nullptr;
  const Estimate* estimate = nullptr;
  const ConsistentFit* consistent = nullptr;  // nullptr: another method
  const ResidualReport* residuals = nullptr;
  const ResidualReport* validation = nullptr;  // nullptr: no second log
  const LogRefit* refit = nullptr;             // nullptr: the log was not fitted anew
  bool clock_corrected = false;                // clocks that it tells are put right already
  bool smooth_positions = false;               // of all motors, more than encoders give
  double refused = 0;                          // share of the samples without equations
  std::string model_problem;                   // why there is no model of real bodies, or empty
  int repetitions = 1;                         // that were averaged
  VectorX repeatability;                       // of the forces between repetitions, or empty
  std::vector<std::string> load_friction;      // motors whose friction is told to grow with the joint's load
  bool same_recording = false;                 // the second log is the first one again, or a part of it
};

Verdict judge(const Evidence& evidence);

// From a log to a model: the whole way, in one call.

struct IdentifyOptions {
  LinearFormOptions form;
  BaseOptions base;
  EstimatorOptions estimator;
  bool consistent = false;  // real bodies near CAD, on the weights of the estimator
  ConsistentFitOptions consistency;
  LogOptions log;          // bandwidth 0: the log's own rates and accelerations, or the best bandwidth if it has none
  int average = 1;         // samples in one equation
  double period = 0;       // s: the motion repeats itself, its repetitions are averaged; 0: they are not
  bool trust_log = false;  // go on although the log looks wrong
  bool correct_clock = false;       // put clocks and lags of forces right that a log tells, of each log its own
  LogSource validation;             // a second log, or none
  std::optional<Motion> reference;  // iv: the motion that was commanded, and the log's time at which it began
  double reference_start = 0;
  double memory = 0;              // recursive: s after which a sample counts 1/e; 0: for ever
  LogSource slow_log;             // two_stage: the log that tells the friction
  long most_residuals = 2000000;  // equations, the first ones, whose residuals are studied one by one; 0: all
  FrictionTermOptions friction;   // terms beyond dry and viscous friction; ols, wls, irls
  Job job;                        // is told what is being done
};

// What a recursive estimate believed at a time; all base parameters.
struct EstimateAtTime {
  double time = 0;
  VectorX values, deviations;
};

struct Identification {
  explicit Identification(BaseParameters found) : base(std::move(found)) {}
  BaseParameters base;
  LogSummary log;
  LogCheck check;
  LogRefit refit;
  bool clock_corrected = false;
  Estimate estimate;
  std::optional<ConsistentFit> consistent;
  VectorX values;  // base parameters of the answer
  long samples = 0, refused = 0;
  std::vector<RefusedSample> first_refused;
  std::string equations_note;             // how the equations of a long log were made, or empty
  std::vector<EstimateAtTime> history;    // recursive
  std::optional<LogSummary> slow_log;     // two_stage
  std::optional<FrictionTerms> friction;  // Stribeck's, where told, are taken out of the forces and in the model
  double reference_distance = 0;          // iv: of the log from the commanded motion, root mean square over its size
  int repetitions = 1;                    // that were averaged
  VectorX repeatability;  // standard deviation of every motor's force between repetitions; empty: not averaged
  ResidualReport residuals;
  std::optional<LogSummary> validation_log;
  std::optional<ResidualReport> validation;
  bool same_recording = false;     // the second log is the first one again, or a part of it: it validates nothing
  std::optional<Mechanism> model;  // base values mapped back to real bodies
  std::string model_problem;       // why there is none
  Verdict verdict;
};

// Throws Error: input for logs that cannot be read or look wrong, numerical where no estimate exists. `visit` gets
// every equation of the first log with its predicted forces.
Identification identify(const Robot& robot, const LogSource& log, const IdentifyOptions& options,
                        const ResidualVisitor& visit = {});

// The same for a base that is known already; options.form and options.base do not count.
Identification identify(const BaseParameters& base, const LogSource& log, const IdentifyOptions& options,
                        const ResidualVisitor& visit = {});

// The bandwidth, in Hz, at which accelerations that are derived from the log's positions are best: motion above it is
// lost, noise below it stays. Throws Error(numerical) if the log is too short.
double best_bandwidth(Log& log);

// Residuals of a log for the values of a model; the robot's own parameters.
struct Validation {
  LogSummary log;
  LogCheck check;
  LogRefit refit;
  ResidualReport residuals;
  long samples = 0, refused = 0;
};
Validation validate(const Robot& robot, const LogSource& log, const IdentifyOptions& options,
                    const ResidualVisitor& visit = {});

}  // namespace jourdain
