// Motions as users write them: a short YAML file, a line of text, or a CSV file. docs/motions.md tells the format.
#pragma once

#include "jourdain/motion/motion.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// A motion that was read, and what the reader chose because the text does not say it.
struct MotionDescription {
  Motion motion;
  std::string name;                  // of the file's key `name`, or the text
  std::vector<std::string> notes;    // "radius 30 mm, 10 % of the robot's size"
  std::vector<Diagnostic> warnings;  // suspicious, not wrong
};

// The kinds of motions: line, arc, circle, ...
const std::vector<std::string>& motion_kinds();

// A motion file's text. `name` stands for it in messages, CSV files are found from `folder`. Throws Error(input) that
// holds every mistake with line and column.
MotionDescription parse_motion_file(const Robot& robot, std::string_view text, const std::string& name,
                                    const std::string& folder = {});

// "circle radius=100mm speed=1m/s tilt=30deg"; parts are separated by ";". Throws Error(usage), with columns.
MotionDescription parse_motion_text(const Robot& robot, std::string_view text);

// A .yaml or .csv file, or a text as above. Throws Error.
MotionDescription load_motion(const Robot& robot, const std::string& file_or_text);

}  // namespace jourdain
