// Everything about one robot in one go: check, motion, workspace, base parameters, excitation, measurement,
// identification, controllers and generated code. Set-up code.
#pragma once

#include "io/file_text.hpp"
#include "jourdain/answer/answer.hpp"
#include "jourdain/answer/job.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jourdain {

struct StudyOptions {
  std::string motion;  // as load_motion takes it; empty: pick and place, or what the robot can do
  LogSource log;       // a recorded log; none: a virtual measurement
  std::string map;     // of the log's columns, a YAML file; empty: by their names
  std::uint64_t seed = 1;
  Job job;
};

// What a step came to.
struct StudyStep {
  std::string name;
  Tone tone = Tone::plain;  // plain: left out
  std::string result;       // one sentence; the reason if it was left out
  double seconds = 0;
};

// Answers to the three questions of a study. Plain: nothing was asked of it.
struct StudyVerdicts {
  AnswerVerdict model;   // is the model sound?
  AnswerVerdict motion;  // can the robot do the motion?
  AnswerVerdict log;     // what does a log tell of the parameters?
};

struct Study {
  StudyVerdicts verdicts;
  std::vector<StudyStep> steps;
  Answer answer;                // with a section for each step
  std::vector<FileText> files;  // models, motions, logs, code
};

// Runs all steps; what does not apply or fails is left out with its reason. Throws Error for a motion or log that the
// caller named and that cannot be read.
Study study_robot(const Robot& robot, const StudyOptions& options);

}  // namespace jourdain
