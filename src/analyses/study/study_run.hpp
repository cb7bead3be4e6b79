// What the steps of a study share.
#pragma once

#include "analyses/study/robot_study.hpp"
#include "jourdain/identification/excitation.hpp"
#include "jourdain/identification/identify.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/kinematics/workspace_map.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Thrown by a step that does not apply to the robot.
struct LeftOut {
  std::string reason;
};

struct StepResult {
  Tone tone = Tone::good;
  std::string sentence;
  std::vector<std::string> reasons;  // of the verdict that it belongs to
};

// What speaks against a model that can be made a robot of.
struct ModelFindings {
  std::vector<std::string> problems;  // it cannot be used
  std::vector<std::string> advice;    // it can, and its owner can make it better
  SingularityReport home;             // distances there
  Tone tone() const { return !problems.empty() ? Tone::bad : !advice.empty() ? Tone::caution : Tone::good; }
};

// Is the model sound? Set-up code.
ModelFindings examine_model(const Robot& robot);

// What steps have found so far.
struct StudyRun {
  StudyRun(const Robot& studied, const StudyOptions& asked) : robot(studied), options(asked) {}

  const Robot& robot;
  const StudyOptions& options;
  std::optional<Motion> motion;
  std::string motion_name;
  std::optional<Slice> slice;
  std::optional<BaseParameters> base;
  std::optional<Excitation> excitation, second_excitation;  // the second one validates
  std::optional<Robot> truth;                               // the robot that is measured, where there is no log
  LogSource log;                                            // the measurement
  std::optional<Identification> identification;
  std::optional<Robot> identified;
  std::vector<FileText> files;
};

// The steps: each fills its section. They throw LeftOut and Error.
StepResult study_check(StudyRun& run, Answer& section);
StepResult study_motion(StudyRun& run, Answer& section);
StepResult study_workspace(StudyRun& run, Answer& section);
StepResult study_base(StudyRun& run, Answer& section);
StepResult study_excitation(StudyRun& run, Answer& section);
StepResult study_identification(StudyRun& run, Answer& section);
StepResult study_controllers(StudyRun& run, Answer& section);
StepResult study_code(StudyRun& run, Answer& section);

// Motors by index into Robot::motor_joints(): their joint, and whether they slide.
const Joint& motor_joint(const Robot& robot, std::size_t motor);
bool motor_slides(const Robot& robot, std::size_t motor);

// The unit of all motors: "mm", "mrad", or "mm, mrad" where some slide and some turn.
std::string motor_units(const Robot& robot, const std::string& slide, const std::string& turn);

// A paragraph, with a key of its own.
void add_text(Answer& section, const char* key, std::string text, Tone tone = Tone::plain);
// The same, one for each.
void add_texts(Answer& section, const std::string& key, const std::vector<std::string>& texts, Tone tone);

// The mechanism with other masses and friction than its model says, as a real machine has: standard deviations of 8 %
// of masses and 15 % of friction, and with real drives. Legs that the model takes for identical stay so.
Mechanism real_machine(const Mechanism& mechanism, std::uint64_t seed);
// The mechanism with drives that lag by 1 ms and encoders with steps of 2^-17 of a turn or 1 micrometre where its own
// are ideal.
Mechanism with_real_drives(Mechanism mechanism);
inline constexpr double mass_error = 0.08, friction_error = 0.15;

}  // namespace jourdain
