// Everything about one robot in one go, as a page: check, motion, workspace, base parameters, excitation, measurement,
// identification, controllers and generated code. Set-up code.
#pragma once

#include "io/file_text.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "report/page.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jourdain {

struct StudyOptions {
  std::string motion;   // as load_motion takes it; empty: pick and place, or what the robot can do
  std::string log;      // a recorded log; empty: a virtual measurement
  std::string map;      // of the log's columns, a YAML file; empty: by their names
  std::string folder;   // of the report: begins the paths of all files
  std::string command;  // for the footer
  std::uint64_t seed = 1;
  // Told before each step: its number from 1, how many there are, and what it does.
  std::function<void(int step, int steps, const std::string& what)> progress;
};

// What a step came to.
struct StudyStep {
  std::string name;
  Tone tone = Tone::plain;  // plain: left out
  std::string result;       // one sentence; the reason if it was left out
  double seconds = 0;
};

// An answer to one of the three questions of a study. Plain: nothing was asked of it.
struct StudyVerdict {
  Tone tone = Tone::plain;
  std::string text;                  // one sentence
  std::vector<std::string> reasons;  // what it rests on; what speaks against, and what the robot's owner can do, first
};

struct StudyVerdicts {
  StudyVerdict model;   // is the model sound? Its colour is that of the page
  StudyVerdict motion;  // can the robot do the motion?
  StudyVerdict log;     // what does a log tell of the parameters?
};

struct Study {
  Page page;
  StudyVerdicts verdicts;
  std::vector<StudyStep> steps;
  std::vector<FileText> files;  // of the folder, beside the page and its numbers: models, motions, code
  bool good() const;            // nothing that was done came out bad
};

// Runs all steps; what does not apply or fails is left out with its reason. Writes nothing but scratch files, which are
// gone afterwards. Throws Error for a motion or log that the caller named and that cannot be read.
Study study_robot(const Robot& robot, const StudyOptions& options);

}  // namespace jourdain
