// What the parts of the reader of motions share.
#pragma once

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "model/read_value.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

inline constexpr std::size_t largest_part_count = 1000;
inline constexpr std::size_t largest_point_count = 10000;
inline constexpr std::size_t largest_harmonic_count = 200;
inline constexpr double longest_motion = 1e6;  // s

// One run of the reader over a document.
struct MotionReading {
  MotionReading(const MotionSpace& motion_space, double chosen_scale)
      : space(motion_space), place(motion_space.home()), scale(chosen_scale) {}

  MotionSpace space;
  Reading reading;       // findings
  Scope scope;           // parameters of the model
  Timing timing;         // what holds for parts that do not say otherwise
  VectorX place;         // where the last part ended
  bool placed = false;   // the motion has a place: a start, or a part before
  bool forever = false;  // it will be repeated for ever
  std::string folder;    // of files

  // Values that the text leaves open are a share of the robot's size, times this scale.
  double scale = 1;
  bool has_choices = false;
  std::vector<std::string> notes;

  Context context() { return {reading, scope}; }
  void error(SourceMark mark, std::string message, std::string hint = {}) {
    reading.findings.error(mark, std::move(message), std::move(hint));
  }
  // A length or angle that the text leaves open.
  double choose(const char* key, bool length, double share);
};

// "12.5 mm" or "3 deg".
std::string friendly_value(bool length, double value);

// A place from {x: ..., z: ...} or a list of all moves (or motors); coordinates that are not given stay as in
// `current`. `relative`: differences from it.
VectorX read_place(MotionReading& reading, const Node& node, const VectorX& current, bool relative);

// The place of the key `to` or `by` of a part; nothing if neither is there.
std::optional<VectorX> read_end(MotionReading& reading, const Node& part);

// Where a part begins: the key `from`, or where the last one ended.
VectorX read_start(MotionReading& reading, const Node& part);

// profile, rise, duration, speed, acceleration, jerk, ramp of a part along a path that is counted in lengths or angles;
// nothing: in either (motors of both kinds).
Timing read_timing(MotionReading& reading, const Node& part, std::optional<bool> length);
// Whether lengths along a path from one place to another are lengths or angles.
std::optional<bool> counts_lengths(const MotionSpace& space, const VectorX& difference);

// True if the part is a map with keys of its kind.
bool check_part(MotionReading& reading, const Node& part, const std::string& kind);

// The number of a key of a kind, if it is there; `lengths`: how the way is counted, nothing: either. After an error 1.
std::optional<double> read_value(MotionReading& reading, const Node& part, std::string_view kind, std::string_view word,
                                 std::optional<bool> lengths = true);

// A motion of the kind, from the value of its key. Throws Error(usage) for values that make no motion; nothing after
// findings.
std::optional<Motion> read_line(MotionReading& reading, const Node& part);
std::optional<Motion> read_arc(MotionReading& reading, const Node& part);
std::optional<Motion> read_circle(MotionReading& reading, const Node& part);
std::optional<Motion> read_pick(MotionReading& reading, const Node& part);
std::optional<Motion> read_spline(MotionReading& reading, const Node& part);
std::optional<Motion> read_lines(MotionReading& reading, const Node& part);
std::optional<Motion> read_fourier(MotionReading& reading, const Node& part);
std::optional<Motion> read_hold(MotionReading& reading, const Node& part);
std::optional<Motion> read_samples(MotionReading& reading, const Node& part);

// The document that a line of text stands for, with columns of the text.
Node document_of_text(std::string_view text, std::vector<Diagnostic>& problems);

// The motion of a document; nothing after findings.
std::optional<Motion> read_motion_document(MotionReading& reading, const Node& root);

}  // namespace jourdain
