// Motions that tell much about the parameters: finite Fourier series, optimised for the regressor of the base
// parameters, within all limits of the robot along the whole path.
#pragma once

#include "jourdain/answer/job.hpp"
#include "jourdain/design/check_motion.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/motion/motions.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

enum class ExcitationCriterion {
  balanced,   // smallest product of the condition number and the root of the mean variance
  condition,  // smallest condition number of W^(1/2) Y with columns of length one
  d_optimal,  // largest determinant of Y^T W Y: the smallest ellipsoid of the parameters
};

std::span<const std::string_view> words(ExcitationCriterion);

// Which parameters a motion is to tell.
enum class ExcitationPart {
  all,
  friction,  // whatever the bodies are: a slow motion
  bodies,    // friction being known from another motion
};

// Where a search stands: enough to end with the very motion that the uninterrupted search finds. The optimiser of the
// start in progress begins anew and is told the values that it has seen.
struct ExcitationState {
  int start = 0;               // the one in progress
  int refused = 0;             // starts before it without a motion
  int evaluations = 0;         // in the starts before it
  double best = 0;             // value of the criterion
  std::vector<double> shape;   // that has it; empty: none yet
  std::vector<double> values;  // of the criterion in this start, all that were asked for
};

// As text, and back; `problem` names robot and options, and another problem is refused. Throws Error(input).
std::string print_state(const ExcitationState& state, const std::string& problem);
ExcitationState parse_state(const std::string& text, const std::string& problem, const std::string& file);

struct ExcitationOptions {
  Space space = Space::platform;
  ExcitationCriterion criterion = ExcitationCriterion::balanced;
  ExcitationPart part = ExcitationPart::all;
  int harmonics = 5;
  double period = 0;       // s; 0: accelerations of the middle harmonic are about that of gravity
  double reach = 0.15;     // largest way from home: robot sizes, and twice as many radians
  double clearance = 0.3;  // least distance to singularities, as a share of home's
  double share = 0.9;      // of limits of speed and force that may be used
  int starts = 3;
  int evaluations = 400;  // of the criterion per start
  std::uint64_t seed = 1;
  // The log that is to come.
  double rate = 1000;            // Hz
  double repetitions = 3;        // periods
  std::optional<VectorX> noise;  // standard deviation of every driving motor's force; empty: 1 % of its largest force
                                 // along the motion
  Job job;                       // a search that is cancelled keeps its state first
  std::optional<ExcitationState> resume;  // begin here
  // Called with the state of the search every now and then, and at its end.
  std::function<void(const ExcitationState& state)> keep;
};

// How good a motion is.
struct ExcitationQuality {
  double condition = 0;      // of W^(1/2) Y, columns scaled to length one
  double si_condition = 0;   // of W^(1/2) Y, columns in SI units as they are: it depends on the units
  double log_det = 0;        // of Y^T W Y with columns in units of the model's values, natural logarithm
  double mean_variance = 0;  // mean over the parameters of (deviation / unit)^2; all of the part that is to be told
};

struct Excitation {
  FourierSeries series;  // one period
  Motion motion;         // periodic
  ExcitationQuality quality;
  VectorX deviations;   // expected, of the base parameters, from the noise of the log that is to come
  VectorX noise;        // that was assumed
  MotionReport report;  // along the whole path, with forces
  double period = 0;
  int evaluations = 0;
  int refused = 0;  // starts without a motion
};

// Throws Error(usage) for options without sense, Error(numerical) if no motion within the limits was found.
Excitation excite(const BaseParameters& base, const ExcitationOptions& options = {});

// The quality of random series of the same kind, each made as large as the limits allow: what chance gives.
std::vector<ExcitationQuality> random_excitations(const BaseParameters& base, const ExcitationOptions& options,
                                                  int count);

// The series as a motion: `repetitions` periods, and one before and behind them in which it grows and fades.
Motion excitation_motion(const Excitation& excitation, double repetitions);

// The same as a motion file.
std::string print_excitation(const Excitation& excitation, const std::string& name, double repetitions);

}  // namespace jourdain
