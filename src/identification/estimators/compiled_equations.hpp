// Equations of consecutive samples by generated code: forward kinematics, rates, accelerations and the regressor of
// several samples at a time.
#pragma once

#include "codegen/compiled.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/workspace.hpp"
#include "jourdain/linear_form/linear_form.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>

namespace jourdain {

// For platforms on limbs in closed form, in home's working modes, without springs and redundant motors.
class CompiledEquations {
 public:
  static constexpr int lanes = 16;

  // Traces, generates, builds and loads; nullptr where that cannot be done, and the note says why.
  static std::unique_ptr<CompiledEquations> make(const LinearForm& form, std::string& note);
  ~CompiledEquations();

  // The motion of the output at this time, from which the next samples are reached.
  void start(const PlatformState& motion, double time);

  // Up to `lanes` samples that follow each other. Each pose starts from the last known motion, moved on to its time,
  // and Newton's method takes it to the measured positions.
  void run(std::span<const Sample> samples);

  // Of a sample of the last run: ok, or why there is no equation.
  Status status(int k) const { return status_[k]; }
  const PlatformState& motion(int k) const { return motion_[k]; }
  void copy(int k, MatrixX& Y) const;

 private:
  struct Inputs;
  explicit CompiledEquations(const LinearForm& form);
  void load(const LinearForm& form, CompiledLibrary& library);
  void predict(std::span<const Sample> samples);
  void solve_poses(std::span<const Sample> samples);
  void solve_rates(std::span<const Sample> samples);
  // Positions of the motors moved by `share` times a vector of every lane, one Newton step from there: the moves.
  void step(std::span<const Sample> samples, const MatrixX& more);
  Twist moves(int k) const;

  Robot robot_;
  int rows_, columns_;
  std::unique_ptr<Inputs> step_inputs_, kinematics_inputs_, regressor_inputs_;
  CompiledFunction step_, kinematics_, regressor_;
  std::vector<double> step_out_, kinematics_out_, Y_;
  std::array<PlatformState, lanes> motion_;
  std::array<Status, lanes> status_{}, call_{};
  PlatformState last_;
  double last_time_ = 0;
};

}  // namespace jourdain
