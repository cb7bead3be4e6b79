// From a log to a model: the whole way, in one call.
#pragma once

#include "jourdain/identification/friction_terms.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/identification/log_checks.hpp"
#include "jourdain/identification/verdict.hpp"
#include "jourdain/model/mechanism.hpp"
#include "jourdain/motion/trajectory.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace jourdain {

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
  std::string validation;  // path of a second log, or empty
  std::optional<Trajectory> reference;  // iv: the motion that was commanded, and the log's time at which it began
  double reference_start = 0;
  double memory = 0;              // recursive: s after which a sample counts 1/e; 0: for ever
  std::string slow_log;           // two_stage: path of the log that tells the friction
  long most_residuals = 2000000;  // equations, the first ones, whose residuals are studied one by one; 0: all
  FrictionTermOptions friction;   // terms beyond dry and viscous friction; ols, wls, irls
  std::function<void(const std::string&)> progress;  // what is being done
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
  std::optional<Mechanism> model;  // base values mapped back to real bodies
  std::string model_problem;       // why there is none
  Verdict verdict;
};

// Throws Error: input for logs that cannot be read or look wrong, numerical where no estimate exists. `visit` gets
// every equation of the first log with its predicted forces.
Identification identify(const Robot& robot, const std::string& log, const IdentifyOptions& options,
                        const ResidualVisitor& visit = {});

// The bandwidth, in Hz, at which the residuals of the log's first samples are least.
double best_bandwidth(const BaseParameters& base, Log& log);

// Residuals of a log for the values of a model; the robot's own parameters.
struct Validation {
  LogSummary log;
  LogCheck check;
  ResidualReport residuals;
  long samples = 0, refused = 0;
};
Validation validate(const Robot& robot, const std::string& log, const IdentifyOptions& options,
                    const ResidualVisitor& visit = {});

}  // namespace jourdain
