#include "motion/motion_keys.hpp"
#include "motion/motion_reading.hpp"

#include "jourdain/motion/rate_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace jourdain {
namespace {

constexpr double blend_share = 0.25;      // of the shortest of the lines
constexpr double amplitude_share = 0.03;  // of the robot's size
constexpr double turn_amplitude = 0.08;   // rad
constexpr int default_harmonics = 3;
constexpr double samples_per_bandwidth = 20;

// The places of the key `through`, behind the one where the motion is if there is one.
std::optional<MatrixX> read_through(MotionReading& r, const Node& part, const char* what) {
  const Node* through = require(r.context(), part, part.mark, "through", what);
  if (!through) return std::nullopt;
  const bool starts_here = r.placed || part.find("from") != nullptr;
  VectorX place = read_start(r, part);
  if (through->kind != Node::Kind::sequence || through->items.empty() || through->items.size() > largest_point_count) {
    r.error(through->mark,
            fmt::format("expected a list of 1 to {} places, as in [{{x: 10 mm}}, {{x: 20 mm}}]", largest_point_count));
    return std::nullopt;
  }
  const std::size_t first = starts_here ? 1 : 0;
  MatrixX points(r.space.size(), static_cast<Eigen::Index>(through->items.size() + first));
  points.col(0) = place;
  for (std::size_t k = 0; k < through->items.size(); ++k) {
    place = read_place(r, through->items[k], place, false);
    points.col(static_cast<Eigen::Index>(k + first)) = place;
  }
  if (points.cols() < 2) r.error(through->mark, "expected at least two places", "or say with from where it begins");
  return points;
}

std::optional<std::vector<double>> read_times(MotionReading& r, const Node& part, Eigen::Index points) {
  const Node* node = part.find("times");
  if (!node) return std::nullopt;
  std::vector<double> times;
  for (const Node& item : node->items) times.push_back(read_number(r.context(), item, dimension::time));
  const auto expected = static_cast<std::size_t>(points);
  if (node->kind != Node::Kind::sequence || (times.size() != expected && times.size() + 1 != expected)) {
    r.error(node->mark, fmt::format("expected {} times, one for each place (the first, 0, may be left out)", expected));
    return std::nullopt;
  }
  if (times.size() + 1 == expected) times.insert(times.begin(), 0.0);
  for (const std::string& key : key_words(motion_section("timing"))) {
    if (const Node* other = part.find(key)) r.error(other->mark, fmt::format("'{}' goes without 'times'", key));
  }
  return times;
}

// Whether way-points are counted in lengths; as point_weights in point_paths.cpp.
std::optional<bool> points_count_lengths(const MotionSpace& space, const MatrixX& points) {
  return counts_lengths(
      space, (points.rightCols(points.cols() - 1) - points.leftCols(points.cols() - 1)).cwiseAbs().rowwise().sum());
}

// Coefficients {x: [1 mm, 2 mm], z: [...]}; all rows as long as the longest.
void read_coefficients(MotionReading& r, const Node& part, const char* key, MatrixX& coefficients) {
  const Node* node = part.find(key);
  if (!node) return;
  if (node->kind != Node::Kind::mapping) {
    r.error(node->mark, fmt::format("expected a map of coordinates, as in {}: {{x: [10 mm, 2 mm]}}", key));
    return;
  }
  std::vector<std::string> names;
  for (int i = 0; i < r.space.size(); ++i) {
    if (r.space.is_free(i)) names.push_back(r.space.names()[i]);
  }
  for (const Node::Member& member : node->members) {
    const std::string name = member.key == "phi" ? "rz" : member.key;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      r.error(member.key_mark, fmt::format("'{}' is no coordinate that moves", member.key),
              r.reading.findings.spelling_hint(name, names));
      continue;
    }
    const auto& all = r.space.names();
    const int i = static_cast<int>(std::find(all.begin(), all.end(), name) - all.begin());
    const std::vector<Node> single{member.value};
    const std::vector<Node>& items = member.value.kind == Node::Kind::sequence ? member.value.items : single;
    if (items.empty() || items.size() > largest_harmonic_count) {
      r.error(member.value.mark, fmt::format("expected 1 to {} coefficients", largest_harmonic_count));
      continue;
    }
    const auto count = static_cast<Eigen::Index>(items.size());
    if (coefficients.cols() < count) {
      const Eigen::Index before = coefficients.cols();
      coefficients.conservativeResize(r.space.size(), count);
      coefficients.rightCols(count - before).setZero();
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      coefficients(i, k) =
          read_number(r.context(), items[k], r.space.is_length(i) ? dimension::length : dimension::angle);
    }
  }
}

// Waves of all coordinates with phases that differ.
void choose_coefficients(MotionReading& r, int harmonics, FourierSeries& series) {
  bool lengths = false, angles = false;
  for (int i = 0; i < r.space.size(); ++i) (r.space.is_length(i) ? lengths : angles) |= r.space.is_free(i);
  const double length = lengths ? r.choose("amplitude", true, amplitude_share) : 0;
  if (angles) r.choose("amplitude of angles", false, turn_amplitude);
  series.cosine = series.sine = MatrixX::Zero(r.space.size(), harmonics);
  for (int i = 0; i < r.space.size(); ++i) {
    if (!r.space.is_free(i)) continue;
    for (int k = 0; k < harmonics; ++k) {
      const double amplitude = (r.space.is_length(i) ? length : turn_amplitude * r.scale) / (k + 1);
      const double phase = 2.4 * (i + 1) * (k + 1) + 0.7 * k * k;
      series.cosine(i, k) = amplitude * std::cos(phase);
      series.sine(i, k) = amplitude * std::sin(phase);
    }
  }
}

}  // namespace

std::optional<Motion> read_spline(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "spline")) return std::nullopt;
  const std::optional<MatrixX> points = read_through(r, part, "a spline");
  if (!points || points->cols() < 2) return std::nullopt;
  if (part.find("times")) {
    const std::optional<std::vector<double>> times = read_times(r, part, points->cols());
    if (!times || r.reading.findings.errors() > 0) return std::nullopt;
    return timed_spline(r.space, *times, *points);
  }
  const Timing timing = read_timing(r, part, points_count_lengths(r.space, *points));
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return spline(r.space, *points, timing);
}

std::optional<Motion> read_lines(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "lines")) return std::nullopt;
  const std::optional<MatrixX> points = read_through(r, part, "a path of lines");
  if (!points || points->cols() < 2) return std::nullopt;
  const std::optional<bool> lengths = points_count_lengths(r.space, *points);
  double blend = read_value(r, part, "lines", "blend", lengths.value_or(true)).value_or(0);
  if (!part.find("blend")) {
    double shortest = unlimited;
    for (Eigen::Index k = 0; k + 1 < points->cols(); ++k) {
      const VectorX step = points->col(k + 1) - points->col(k);
      shortest = std::min(shortest, lengths.value_or(false) && r.space.kind() == Space::platform
                                        ? Vector3(step.head<3>()).norm()
                                        : step.norm());
    }
    blend = blend_share * shortest;
    r.notes.push_back(
        fmt::format("blend {}, a quarter of the shortest line", friendly_value(lengths.value_or(true), blend)));
  }
  const Timing timing = read_timing(r, part, lengths);
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return blended_lines(r.space, *points, blend, timing);
}

std::optional<Motion> read_fourier(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "fourier")) {
    return std::nullopt;
  }
  FourierSeries series;
  series.frequency = read_value(r, part, "fourier", "frequency").value_or(0.5);
  if (!part.find("frequency")) r.notes.emplace_back("frequency 0.5 Hz");
  series.periods = read_value(r, part, "fourier", "periods").value_or(1);
  const double duration = series.periods / series.frequency;
  series.ramp = r.forever ? 0 : std::min(0.5 / series.frequency, duration / 4);
  if (const std::optional<double> ramp = read_value(r, part, "fourier", "ramp")) {
    series.ramp = *ramp;
  } else if (!r.forever) {
    r.notes.push_back(fmt::format("ramp {:.4g} s (with 0 s it begins and ends at full speed)", series.ramp));
  }
  series.centre = r.place;
  if (const Node* centre = part.find("centre")) series.centre = read_place(r, *centre, r.place, false);
  const Node* harmonics = part.find("harmonics");
  if (part.find("cosine") || part.find("sine")) {
    if (harmonics) r.error(harmonics->mark, "the number of harmonics follows from the coefficients");
    series.cosine = series.sine = MatrixX::Zero(r.space.size(), 1);
    read_coefficients(r, part, "cosine", series.cosine);
    read_coefficients(r, part, "sine", series.sine);
    const Eigen::Index count = std::max(series.cosine.cols(), series.sine.cols());
    for (MatrixX* m : {&series.cosine, &series.sine}) {
      const Eigen::Index before = m->cols();
      m->conservativeResize(r.space.size(), count);
      m->rightCols(count - before).setZero();
    }
  } else {
    const int count = harmonics ? read_count(r.context(), *harmonics, 1, 50).value_or(1) : default_harmonics;
    choose_coefficients(r, count, series);
  }
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return fourier(r.space, series, r.forever);
}

namespace {

// The rows of a table as coordinates of the space.
struct Samples {
  std::vector<double> times;
  MatrixX positions, velocities, accelerations;
  Order order = Order::position;
};

// Rates in the file that contradict its positions and times.
void warn_of_rates(MotionReading& r, SourceMark mark, const MotionTable& table) {
  for (RateContradiction& found : rate_contradictions(r.space.robot(), table)) {
    r.reading.findings.warning(mark, std::move(found.message));
  }
}

Samples platform_samples(const MotionSpace& space, const StateTable& states) {
  Samples samples{states.time, {}, {}, {}, states.order};
  const auto rows = static_cast<Eigen::Index>(states.motions.size());
  samples.positions.resize(6, rows);
  samples.velocities = samples.accelerations = samples.positions;
  VectorX near = space.home();
  for (Eigen::Index k = 0; k < rows; ++k) {
    PlatformState motion = states.motions[k];
    if (space.frame() == MotionFrame::tool) motion = to_tool(space.robot(), motion);
    Eigen::Matrix<double, 6, 3> jet = space.coordinates(motion, near);
    // What the mechanism does itself is not part of the motion.
    for (int i = 0; i < 6; ++i) {
      if (!space.is_free(i)) jet.row(i) << space.home()[i], 0, 0;
    }
    near = jet.col(0);
    samples.positions.col(k) = jet.col(0);
    samples.velocities.col(k) = jet.col(1);
    samples.accelerations.col(k) = jet.col(2);
  }
  // Rates of angles beside others that the mechanism moves itself do not follow from wx wy wz alone.
  if (!space.has_rotation_vector() && !space.robot().pose_is_explicit()) samples.order = Order::position;
  return samples;
}

Samples motor_samples(const MotionSpace& space, const MotorTable& states) {
  Samples samples{states.time, {}, {}, {}, states.order};
  const auto rows = static_cast<Eigen::Index>(states.positions.size());
  samples.positions.resize(space.size(), rows);
  samples.velocities = samples.accelerations = samples.positions;
  for (Eigen::Index k = 0; k < rows; ++k) {
    const auto row = static_cast<std::size_t>(k);
    samples.positions.col(k) = states.positions[row];
    samples.velocities.col(k) = states.rates[row];
    samples.accelerations.col(k) = states.accelerations[row];
  }
  return samples;
}

}  // namespace

std::optional<Motion> read_samples(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "file")) return std::nullopt;
  const Node* csv = require(r.context(), part, part.mark, "csv", "a file of samples");
  const std::string name = csv ? read_text(r.context(), *csv, "the name of a CSV file") : std::string();
  const Node* bandwidth = part.find("bandwidth");
  double limit = read_value(r, part, "file", "bandwidth").value_or(0);
  const Node* rest = part.find("rest");
  const bool at_rest = rest ? read_bool(r.context(), *rest) : false;
  if (r.reading.findings.errors() > 0) return std::nullopt;
  const std::filesystem::path path = std::filesystem::path(r.folder) / name;
  const CsvTable table = read_csv(path.string());
  const MotionTable states = r.space.kind() == Space::platform
                                 ? MotionTable(states_from_csv(r.space.robot(), table, r.space.frame()))
                                 : MotionTable(motor_states_from_csv(r.space.robot(), table));
  warn_of_rates(r, csv->mark, states);
  Samples samples = states.is_joint_motion() ? motor_samples(r.space, *states.joint_states())
                                             : platform_samples(r.space, *states.states());
  if (samples.times.size() < 2) {
    throw Error(ErrorKind::input, fmt::format("{}: a motion needs a column t and at least two rows", path.string()));
  }
  const double start = samples.times.front();
  for (double& t : samples.times) t -= start;
  if (samples.order == Order::acceleration && !bandwidth) {
    if (rest) r.error(rest->mark, "the file has velocities and accelerations: 'rest' goes with a bandwidth");
    if (r.reading.findings.errors() > 0) return std::nullopt;
    return hermite_spline(r.space, samples.times, samples.positions, samples.velocities, samples.accelerations);
  }
  if (!bandwidth) {
    limit = static_cast<double>(samples.times.size() - 1) / samples.times.back() / samples_per_bandwidth;
    r.notes.push_back(
        fmt::format("bandwidth {:.4g} Hz, a twentieth of the sampling rate: positions are smoothed, rates "
                    "and accelerations follow from them",
                    limit));
  }
  return smoothing_spline(r.space, samples.times, samples.positions, limit, at_rest);
}

}  // namespace jourdain
