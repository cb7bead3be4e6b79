#include "jourdain/motion/motion_file.hpp"

#include "core/suggest.hpp"
#include "io/input_file.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "motion/motion_keys.hpp"
#include "motion/motion_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

constexpr DocumentLimits motion_limits{std::size_t{1} << 20, 16, 100000, 256};
constexpr double smallest_scale = 1.0 / 256;
constexpr int fitting_samples = 96;
constexpr int most_repeats = 100000;

using ReadPart = std::optional<Motion> (*)(MotionReading&, const Node&);
constexpr ReadPart part_readers[] = {read_line,  read_arc,     read_circle, read_pick,   read_spline,
                                     read_lines, read_fourier, read_hold,   read_samples};

ReadPart reader_of(const std::string& kind) {
  const auto found = std::find(motion_kinds().begin(), motion_kinds().end(), kind);
  return found == motion_kinds().end() ? nullptr : part_readers[found - motion_kinds().begin()];
}

// A part; what its kind refuses is told at its place.
std::optional<Motion> read_part(MotionReading& r, const Node::Member& part) {
  try {
    std::optional<Motion> motion = reader_of(part.key)(r, part.value);
    if (!motion) return std::nullopt;
    if (motion->duration() > longest_motion) {
      r.error(part.key_mark, fmt::format("the motion takes {:.4g} s, at most {:.0f} s are possible", motion->duration(),
                                         longest_motion));
      return std::nullopt;
    }
    const int n = r.space.size();
    MatrixX jet(n, 3);
    motion->at(motion->duration(), Jet{jet.col(0), jet.col(1), jet.col(2)});
    r.place = jet.col(0);
    r.placed = true;
    return motion;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage) throw;
    r.error(part.key_mark, error.what());
    return std::nullopt;
  }
}

std::optional<Motion> read_part_list(MotionReading& r, const Node& parts) {
  if (parts.kind != Node::Kind::sequence || parts.items.empty() || parts.items.size() > largest_part_count) {
    r.error(parts.mark,
            fmt::format("expected 1 to {} parts, as in [{{line: {{...}}}}, {{hold: {{...}}}}]", largest_part_count));
    return std::nullopt;
  }
  std::vector<Motion> motions;
  for (const Node& item : parts.items) {
    if (item.kind != Node::Kind::mapping || item.members.size() != 1) {
      r.error(item.mark, "expected one kind of motion, as in {line: {to: {x: 10 mm}}}");
      return std::nullopt;
    }
    const Node::Member& part = item.members.front();
    if (!reader_of(part.key)) {
      r.error(part.key_mark, fmt::format("'{}' is no kind of motion", part.key),
              r.reading.findings.spelling_hint(part.key, motion_kinds()));
      return std::nullopt;
    }
    const std::size_t notes = r.notes.size();
    std::optional<Motion> motion = read_part(r, part);
    if (!motion) return std::nullopt;
    for (std::size_t k = notes; k < r.notes.size() && parts.items.size() > 1; ++k) {
      r.notes[k] = fmt::format("part {}, {}: {}", motions.size() + 1, part.key, r.notes[k]);
    }
    motions.push_back(std::move(*motion));
    // Each pair at the place of its second part.
    if (motions.size() > 1) {
      try {
        sequence(std::span(motions).last(2));
      } catch (const Error& error) {
        r.error(part.key_mark, fmt::format("part {}: {}", motions.size(), error.what()));
        return std::nullopt;
      }
    }
  }
  return motions.size() == 1 ? motions.front() : sequence(motions);
}

void read_whole(MotionReading& r, const Node& root) {
  if (const Node* profile = root.find("profile")) {
    Node part;
    part.kind = Node::Kind::mapping;
    part.members.push_back({"profile", profile->mark, *profile});
    part.members.push_back({"duration", profile->mark, Node{}});
    part.members.back().value.text = "1";
    const Timing timing = read_timing(r, part, true);
    r.timing.profile = timing.profile;
    r.timing.rise = timing.rise;
  }
  if (const Node* start = root.find("start")) {
    r.place = read_place(r, *start, r.place, false);
    r.placed = true;
  }
  for (const char* key : {"name", "description"}) {
    if (const Node* node = root.find(key)) read_text(r.context(), *node, "a text");
  }
  const Node* repeat = root.find("repeat");
  r.forever = repeat && repeat->kind == Node::Kind::scalar && repeat->text == "forever";
}

std::optional<Motion> repeat_motion(MotionReading& r, const Node* repeat, const Motion& motion) {
  if (!repeat || motion.periodic()) return motion;
  const int times = r.forever ? 1 : read_count(r.context(), *repeat, 1, most_repeats).value_or(0);
  if (times < 1) return std::nullopt;
  try {
    return r.forever ? periodic(motion) : repeated(motion, times);
  } catch (const Error& error) {
    r.error(repeat->mark, error.what());
    return std::nullopt;
  }
}

// The space of a document; nothing after findings.
std::optional<MotionSpace> read_space(const Robot& robot, const Node& root, Reading& reading) {
  Scope scope;
  const Context context{reading, scope};
  const Node* space = root.find("space");
  const Node* frame = root.find("frame");
  int kind = robot.mechanism().output ? 0 : 1;
  if (space) kind = read_word(context, *space, {"platform", "motors"}, "a space");
  const int of = frame ? read_word(context, *frame, {"output", "tool"}, "a frame") : 0;
  if (kind < 0 || of < 0) return std::nullopt;
  if (kind == 1 && frame) context.error(frame->mark, "the motion of motors has no frame");
  try {
    if (kind == 1) return MotionSpace::motors(robot);
    return MotionSpace::platform(robot, of == 1 ? MotionFrame::tool : MotionFrame::output);
  } catch (const Error& error) {
    context.error(frame ? frame->mark : space ? space->mark : root.mark, error.what());
    return std::nullopt;
  }
}

// Whether the robot can follow the motion within its joints' limits; quickly.
bool fits(const Motion& motion) {
  Follower follow(motion);
  Workspace workspace(motion.robot());
  for (int k = 0; k <= fitting_samples; ++k) {
    if (follow(motion.duration() * k / fitting_samples, workspace, Order::velocity) != Status::ok) return false;
    const LimitState limit = nearest_limit(motion.robot(), workspace);
    if (limit.joint >= 0 && limit.margin < 0) return false;
  }
  return true;
}

struct DocumentText {
  std::string_view text;
  std::string name, folder;
  ErrorKind kind = ErrorKind::input;
};

[[noreturn]] void refuse(const Findings& findings, const DocumentText& source) {
  std::vector<Diagnostic> errors = findings.sorted(Severity::error);
  const std::string message = format_diagnostics(errors, source.text, source.name);
  throw Error(source.kind, message, std::move(errors));
}

// Parameters of the model, as its own file has them.
QuantityScope parameters_of(const Mechanism& mechanism) {
  QuantityScope scope;
  for (const NamedValue& value : mechanism.parameters) {
    Quantity quantity{value.value, {}, Quantity::Knowledge::loose};
    if (value.dimension) quantity = {value.value, *value.dimension, Quantity::Knowledge::checked};
    scope.emplace(value.name, quantity);
  }
  return scope;
}

MotionDescription describe_document(const Robot& robot, const Node& root, std::vector<Diagnostic> problems,
                                    const DocumentText& source) {
  Reading first;
  first.findings.take(std::move(problems));
  if (first.findings.errors() > 0) refuse(first.findings, source);
  const std::optional<MotionSpace> space = read_space(robot, root, first);
  if (!space || first.findings.errors() > 0) refuse(first.findings, source);
  // Values that the text leaves open become smaller until the robot can follow.
  for (double scale = 1;; scale /= 2) {
    MotionReading reading(*space, scale);
    reading.scope.numbers = parameters_of(robot.mechanism());
    reading.folder = source.folder;
    const std::optional<Motion> motion = read_motion_document(reading, root);
    if (!motion || reading.reading.findings.errors() > 0) refuse(reading.reading.findings, source);
    if (reading.has_choices && scale > smallest_scale && !fits(*motion)) continue;
    const Node* name = root.find("name");
    return {*motion, name ? name->text : source.name, reading.notes,
            reading.reading.findings.sorted(Severity::warning)};
  }
}

std::string read_motion_bytes(const std::string& path) {
  return read_input(path, "a motion file", motion_limits.bytes);
}

// The samples of a CSV file, in the space that its columns tell.
MotionDescription describe_csv(const Robot& robot, const std::string& path) {
  const MotionTable table = read_motion(robot, path, Order::position);
  const bool motors = table.is_joint_motion();
  MotionReading reading(motors ? MotionSpace::motors(robot) : MotionSpace::platform(robot), 1);
  Node part, name;
  part.kind = Node::Kind::mapping;
  name.text = path;
  part.members.push_back({"csv", {}, name});
  const std::optional<Motion> motion = read_samples(reading, part);
  if (!motion) refuse(reading.reading.findings, {"", path, "", ErrorKind::input});
  return {*motion, path, reading.notes, reading.reading.findings.sorted(Severity::warning)};
}

bool ends_with_any(const std::string& text, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](const char* ending) { return text.ends_with(ending); });
}

}  // namespace

std::optional<Motion> read_motion_document(MotionReading& r, const Node& root) {
  check_keys(r.context(), root, key_words(motion_section("motion")), "a motion");
  read_whole(r, root);
  const Node* parts = root.find("parts");
  const Node::Member* single = nullptr;
  for (const Node::Member& member : root.members) {
    if (!reader_of(member.key)) continue;
    if (single || parts) r.error(member.key_mark, "one motion too many: expected one kind, or a list of parts");
    single = &member;
  }
  if (!single && !parts && r.reading.findings.errors() == 0) {
    r.error(root.mark, "the motion is missing", fmt::format("expected parts, or one of {}", list_of(motion_kinds())));
  }
  if (r.reading.findings.errors() > 0) return std::nullopt;
  const std::optional<Motion> motion = single ? read_part(r, *single) : read_part_list(r, *parts);
  if (!motion || r.reading.findings.errors() > 0) return std::nullopt;
  return repeat_motion(r, root.find("repeat"), *motion);
}

MotionDescription parse_motion_file(const Robot& robot, std::string_view text, const std::string& name,
                                    const std::string& folder) {
  std::vector<Diagnostic> problems;
  const Node root = parse_document(text, problems, motion_limits);
  const DocumentText source{text, name, folder, ErrorKind::input};
  const auto add = [&](SourceMark mark, const char* message) {
    problems.push_back({Severity::error, mark, message, "a motion file begins with motion: 1"});
  };
  if (problems.empty() && root.kind != Node::Kind::mapping) add({1, 1}, "the file is empty: expected a motion");
  if (problems.empty()) {
    const Node* version = root.find("motion");
    if (!version) add(root.mark, "this is no motion file: the key 'motion' is missing");
    if (version && version->text != "1") add(version->mark, "unknown version of the format: expected motion: 1");
  }
  return describe_document(robot, root, std::move(problems), source);
}

MotionDescription parse_motion_text(const Robot& robot, std::string_view text) {
  std::vector<Diagnostic> problems;
  const Node root = document_of_text(text, problems);
  MotionDescription motion =
      describe_document(robot, root, std::move(problems), {text, "motion", "", ErrorKind::usage});
  motion.name = text;
  return motion;
}

MotionDescription load_motion(const Robot& robot, const std::string& file_or_text) {
  const std::string first = file_or_text.substr(0, file_or_text.find_first_of(" \t;"));
  const bool is_text = reader_of(first) != nullptr || first.find('=') != std::string::npos;
  if (is_text) return parse_motion_text(robot, file_or_text);
  std::error_code problem;
  const bool is_file = ends_with_any(file_or_text, {".yaml", ".yml", ".csv"}) || fs::exists(file_or_text, problem);
  if (first.empty()) throw Error(ErrorKind::usage, "the motion is empty: expected a kind such as circle, or a file");
  if (!is_file) {
    const std::string near = suggest(first, motion_kinds());
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is no kind of motion, and there is no such file: {}", first,
                            near.empty() ? fmt::format("expected {}, or a file .yaml or .csv", list_of(motion_kinds()))
                                         : fmt::format("did you mean '{}'?", near)));
  }
  if (file_or_text.ends_with(".csv")) return describe_csv(robot, file_or_text);
  return parse_motion_file(robot, read_motion_bytes(file_or_text), file_or_text,
                           fs::path(file_or_text).parent_path().string());
}

}  // namespace jourdain
