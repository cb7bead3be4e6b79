// Every class of mistake: what is said, and where it points.
#include "jourdain/model/reader.hpp"
#include "model/check_mechanism.hpp"

#include "model/model_text.hpp"

#include <algorithm>

namespace jourdain::validation_test {
namespace {

struct Mistake {
  std::string name;
  std::string text;
  int line;
  std::string words;      // of the message or hint
  std::string marked{};   // text that begins where the mark points; empty: not checked
  std::size_t count = 1;  // number of mistakes
};

void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

std::string line_of(const std::string& text, int line) {
  std::size_t begin = 0;
  for (int k = 1; k < line; ++k) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string mistake_name(const testing::TestParamInfo<Mistake>& item) { return item.param.name; }

class Validation : public testing::TestWithParam<Mistake> {};

TEST_P(Validation, NamesPlaceAndReason) {
  const Mistake& mistake = GetParam();
  const std::vector<Diagnostic> found = mistakes(mistake.text);
  const auto fits = [&](const Diagnostic& item) {
    return item.mark.line == mistake.line &&
           (item.message + " / " + item.hint).find(mistake.words) != std::string::npos;
  };
  const auto match = std::find_if(found.begin(), found.end(), fits);
  if (match == found.end()) {
    std::string all;
    for (const Diagnostic& item : found)
      all += std::to_string(item.mark.line) + ": " + item.message + " / " + item.hint + "\n";
    FAIL() << "expected line " << mistake.line << ": " << mistake.words << "\nfound\n" << all;
  }
  EXPECT_EQ(found.size(), mistake.count) << "a mistake must be reported once\n" << found.back().message;
  if (mistake.marked.empty()) return;
  ASSERT_GE(match->mark.column, 1);
  const std::string rest =
      line_of(mistake.text, match->mark.line).substr(static_cast<std::size_t>(match->mark.column) - 1);
  EXPECT_TRUE(rest.starts_with(mistake.marked)) << rest;
}

std::string hinge_with(const std::string& more) { return with_joint("type: revolute, axis: z, " + more); }

INSTANTIATE_TEST_SUITE_P(
    Document, Validation,
    testing::Values(Mistake{"version", replaced(hinge_model, "jourdain: 1", "jourdain: 2"), 1, "version 1", "2"},
                    Mistake{"no_version", replaced(hinge_model, "jourdain: 1", ""), 2, "'jourdain'"},
                    Mistake{"no_name", replaced(hinge_model, "name: test", ""), 1, "'name'"},
                    Mistake{"unknown_key", hinge_model + "gravitiy: [0, 0, 0]\n", 7, "did you mean 'gravity'?",
                            "gravitiy"},
                    Mistake{"duplicate_key", hinge_model + "name: again\n", 7, "twice", "name"},
                    Mistake{"parameter", hinge_model + "parameters: {a: 1 mm + 1 kg}\n", 7, "add"},
                    Mistake{"parameter_name", hinge_model + "parameters: {a-b: 1}\n", 7, "'-'", "a-b"},
                    Mistake{"reserved_name", hinge_model + "parameters: {sin: 1}\n", 7, "meaning", "sin"},
                    Mistake{"unit", with_body("mass: 3 mm"), 4, "mass", "3 mm"},
                    Mistake{"expression", with_body("mass: 1 + q"), 4, "unknown name 'q'", "q"},
                    Mistake{"vector", with_body("mass: 1, com: [1, 2]"), 4, "three values", "[1, 2]"},
                    Mistake{"huge", with_body("mass: 1e40"), 4, "out of range", "1e40"},
                    Mistake{"gravity", hinge_model + "gravity: 9.81\n", 7, "vector", "9.81"}),
    mistake_name);

INSTANTIATE_TEST_SUITE_P(
    Body, Validation,
    testing::Values(
        Mistake{"negative_mass", with_body("mass: -1"), 4, "must not be negative", "-1"},
        Mistake{"no_mass", with_body("mass: 0, inertia: [1, 1, 1]"), 4, "no mass", "[1, 1, 1]"},
        Mistake{"mass_missing", with_body("inertia: [1, 1, 1]"), 4, "massless: true"},
        Mistake{"massless_and_mass", with_body("mass: 1, massless: true"), 4, "not massless", "true"},
        Mistake{"massless_and_inertia", with_body("massless: true, inertia: [1, 1, 1]"), 4, "no inertia", "[1, 1, 1]"},
        Mistake{"decimal_comma", with_body("mass: 0,9 kg"), 4, "decimal point", "9 kg"},
        Mistake{"radius_twice", with_body("mass: 1, inertia: {cylinder: {radius: 1, diameter: 2, length: 1}}"), 4,
                "one of them"},
        Mistake{"no_radius", with_body("mass: 1, inertia: {tube: {inner: 1, length: 1}}"), 4, "'outer_diameter'"},
        Mistake{"triangle", with_body("mass: 1, inertia: [1, 1, 3]"), 4, "no body can have", "[1, 1, 3]"},
        Mistake{"negative_moment", with_body("mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xy: 2}"), 4, "principal moments"},
        Mistake{"wrong_reference", with_body("mass: 1, com: [1, 0, 0], inertia: {about: frame, yy: 0.1, zz: 0.1}"), 4,
                "about: frame"},
        Mistake{"shape", with_body("mass: 1, inertia: {rodd: 1}"), 4, "did you mean 'rod'?", "rodd"},
        Mistake{"shape_key", with_body("mass: 1, inertia: {cylinder: {radius: 1, lenght: 1}}"), 4,
                "did you mean 'length'?", "lenght", 2},
        Mistake{"body_key", with_body("mas: 1"), 4, "did you mean 'mass'?", "mas"},
        Mistake{"base", replaced(hinge_model, "  arm: {mass: 1}", "  arm: {mass: 1}\n  base: {}"), 5, "fixed body"},
        Mistake{"name", replaced(hinge_model, "  arm: {mass: 1}", "  arm: {mass: 1}\n  2nd: {mass: 1}"), 5,
                "cannot be a name"},
        Mistake{"loose", replaced(hinge_model, "  arm: {mass: 1}", "  arm: {mass: 1}\n  lost: {mass: 1}"), 5, "'lost'",
                "lost"}),
    mistake_name);

INSTANTIATE_TEST_SUITE_P(
    Joint, Validation,
    testing::Values(
        Mistake{"type", with_joint("type: revolut, axis: z"), 6, "did you mean 'revolute'?", "revolut"},
        Mistake{"no_type", with_joint("axis: z"), 6, "'type'", "hinge"},
        Mistake{"no_axis", with_joint("type: revolute"), 6, "'axis'", "hinge"},
        Mistake{"body", replaced(hinge_model, "[base, arm]", "[base, amr]"), 6, "did you mean 'arm'?", "amr"},
        Mistake{"itself", replaced(hinge_model, "[base, arm]", "[arm, arm]"), 6, "to itself", "[arm, arm]"},
        Mistake{"axis_zero", with_joint("type: revolute, axis: [0, 0, 0]"), 6, "must not be zero", "[0, 0, 0]"},
        Mistake{"axis_word", with_joint("type: revolute, axis: w"), 6, "direction", "w}"},
        Mistake{"zero_skew", with_joint("type: revolute, axis: z, zero: [1, 0, 1]"), 6, "perpendicular", "[1, 0, 1]"},
        Mistake{"axes_skew", with_joint("type: universal, axes: [x, x]"), 6, "perpendicular", "[x, x]"},
        Mistake{"axis_one_side", with_joint("type: revolute, axis: {base: z}, zero: x"), 6, "'arm'", "{base: z}"},
        Mistake{"axis_without_zero", with_joint("type: revolute, axis: {base: z, arm: x}"), 6, "'zero'"},
        Mistake{"side_name", with_joint("type: revolute, axis: z, at: {bas: [0, 0, 0]}"), 6, "did you mean 'base'?"},
        Mistake{"left_handed", with_joint("type: fixed, frames: [{matrix: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}, {}]"), 6,
                "left-handed"},
        Mistake{"not_orthonormal", with_joint("type: fixed, frames: [{matrix: [[1, 0, 0], [0, 1, 1], [0, 0, 1]]}, {}]"),
                6, "perpendicular unit vectors"},
        Mistake{"frames_and_at", with_joint("type: fixed, at: [0, 0, 1], frames: [{}, {}]"), 6, "beside 'frames'"},
        Mistake{"quaternion", with_joint("type: fixed, frames: [{quaternion: [1, 1, 0, 0]}, {}]"), 6, "length 1"},
        Mistake{"pitch_key", hinge_with("pitch: 1"), 6, "cannot have 'pitch'", "pitch"},
        Mistake{"no_pitch", with_joint("type: helical, axis: z"), 6, "'pitch'"},
        Mistake{"two_freedoms", with_joint("type: universal, axes: [x, y], actuated: true"), 6, "one freedom"},
        Mistake{"cut_motor", hinge_with("actuated: true, cut: true"), 6, "cannot be cut", "true}"},
        Mistake{"limits", hinge_with("limits: [2, 1]"), 6, "above the upper", "[2, 1]"},
        Mistake{"limits_unit", hinge_with("limits: [1 mm, 2]"), 6, "angle", "1 mm"},
        Mistake{"limits_count", with_joint("type: universal, axes: [x, y], limits: [[0, 1]]"), 6, "2 entries"},
        Mistake{"gear", hinge_with("actuator: {gear: 0}"), 6, "must be positive", "0"},
        Mistake{"no_force", hinge_with("actuator: {max_force: 0 N m}"), 6, "'max_force' is 0: it must be positive",
                "0"},
        Mistake{"no_speed", hinge_with("actuator: {max_speed: 0}"), 6, "'max_speed' is 0: it must be positive", "0"},
        Mistake{"direction", hinge_with("actuator: {direction: 2}"), 6, "1 or -1", "2"},
        Mistake{"friction", hinge_with("friction: {coulomb: -1}"), 6, "must not be negative", "-1"},
        Mistake{"breakaway", hinge_with("friction: {coulomb: 2, breakaway: 1}"), 6, "below 'coulomb'"},
        Mistake{"stribeck", hinge_with("friction: {coulomb: 2, stribeck_speed: 1}"), 6, "needs 'breakaway'"},
        Mistake{"drive_alone", hinge_with("drive: {}"), 6, "no motor for its 'drive'"},
        Mistake{"drive_key", hinge_with("actuated: true, drive: {lag: 1 ms}"), 6, "lag"},
        Mistake{"drive_gain", hinge_with("actuated: true, drive: {gain: 0}"), 6, "must be positive"},
        Mistake{"drive_lag", hinge_with("actuated: true, drive: {time_constant: -1 ms}"), 6, "must not be negative"},
        Mistake{"drive_encoder", hinge_with("actuated: true, drive: {encoder_step: 1 mm}"), 6, "angle"},
        Mistake{"drive_counts", hinge_with("actuated: true, drive: {encoder_step: 1, encoder_counts: 10}"), 6,
                "leave one out"},
        Mistake{"drive_slide", with_joint("type: prismatic, axis: z, actuated: true, drive: {encoder_counts: 10}"), 6,
                "slides"},
        Mistake{"friction_unit", hinge_with("friction: {coulomb: 1 N}"), 6, "turns"},
        Mistake{"friction_name", hinge_with("friction: oil"), 6, "no shared friction set", "oil"},
        Mistake{"friction_list", with_joint("type: cylindrical, axis: z, friction: {coulomb: 1}"), 6,
                "one per freedom"},
        Mistake{"spring", hinge_with("spring: {stiffness: -1}"), 6, "must not be negative", "-1"},
        Mistake{"cone", with_joint("type: spherical, cone: -1"), 6, "must be positive", "-1"},
        Mistake{"no_length", with_joint("type: parallelogram, mass: 1, across: y, length: 0"), 6, "must be positive",
                "0"},
        Mistake{"no_across", with_joint("type: parallelogram, mass: 1, length: 1"), 6, "'across'"},
        Mistake{"toward", with_joint("type: parallelogram, mass: 1, across: x, length: 1"), 6, "perpendicular", "x"},
        Mistake{"cone_of_rods",
                with_joint("type: parallelogram, mass: 1, across: y, length: 1, as: rods, width: 0.1, cone: 0.5"), 6,
                "spin freely"},
        Mistake{"wide_cone", with_joint("type: parallelogram, mass: 1, across: y, length: 1, cone: 2"), 6,
                "between 0 and 90 deg"},
        Mistake{"width", with_joint("type: parallelogram, mass: 1, across: y, length: 1, as: rods"), 6, "'width'"}),
    mistake_name);

const std::string rods = R"(jourdain: 1
name: rods
bodies:
  plate: {mass: 1}
legs:
  repeat: {count: 3, about: z, step: 120 deg}
  bodies:
    rod: {mass: 1, com: [1, 0, 0]}
  joints:
    low: {type: spherical, between: [base, rod], at: [1, 0, 0]}
    high: {type: spherical, between: [rod, plate], at: {rod: [2, 0, 0], plate: [1, 0, 0]}}
platform: {body: plate}
)";

INSTANTIATE_TEST_SUITE_P(
    Sections, Validation,
    testing::Values(
        Mistake{"no_rod_length", replaced(rods, "rod: [2, 0, 0], ", ""), 8, "no length", "rod"},
        Mistake{"count", replaced(rods, "count: 3", "count: -3"), 6, "from 1 to 64", "-3"},
        Mistake{"count_fraction", replaced(rods, "count: 3", "count: 2.5"), 6, "whole number", "2.5"},
        Mistake{"each_length", replaced(rods, "count: 3", "each: {a: [1, 2], b: [1, 2, 3]}"), 6, "3 entries"},
        Mistake{"no_about", replaced(rods, "about: z, ", ""), 6, "about: z"},
        Mistake{"leg_key", replaced(rods, "  repeat:", "  mod: positive\n  repeat:"), 6, "did you mean 'mode'?", "mod"},
        Mistake{"mode", replaced(rods, "  repeat:", "  mode: up\n  repeat:"), 6, "working mode", "up"},
        Mistake{"leg_mistake_once", replaced(rods, "mass: 1, com", "mass: -1, com"), 8, "negative", "-1"},
        Mistake{"same_names", replaced(rods, "plate: {mass: 1}", "plate: {mass: 1}\n  leg2.rod: {mass: 1}"), 9,
                "two bodies named 'leg2.rod'"},
        Mistake{"leg_member", hinge_model + "legs: [{name: a, bodies: [arm]}, {name: b, bodies: [arm]}]\n", 7,
                "another leg"},
        Mistake{"platform_body", replaced(rods, "body: plate", "body: plaet"), 12, "did you mean 'plate'?", "plaet"},
        Mistake{"platform_base", replaced(rods, "body: plate", "body: base"), 12, "does not move", "base"},
        Mistake{"moves", replaced(rods, "body: plate", "body: plate, moves: [x, x]"), 12, "twice"},
        Mistake{"both_outputs", rods + "end_point: {body: plate, moves: [x]}\n", 13, "not both", "end_point"},
        Mistake{"zeros", rods + "structure: {zeros: [sx.rod]}\n", 13, "left side is 1", "sx.rod"},
        Mistake{"relation", rods + "structure: {relations: [\"sx.rod + m.rod = 0\"]}\n", 13, "left side is 2"},
        Mistake{"relation_body", rods + "structure: {zeros: [sx.rdo]}\n", 13, "did you mean 'rod'?", "sx.rdo"},
        Mistake{"relation_entry", rods + "structure: {zeros: [Ixxx.rod]}\n", 13, "did you mean 'Ixx'?", "Ixxx"},
        Mistake{"relation_form", rods + "structure: {relations: [sx.rod]}\n", 13, "expected a relation"},
        Mistake{"identical", replaced(rods, "{mass: 1, com", "{mass: i, com") + "structure: {identical: legs}\n", 13,
                "declared identical", "legs"},
        Mistake{"assembly_joint", rods + "assembly: {joints: {lwo: [1, 0, 0, 0]}}\n", 13, "did you mean 'low'?", "lwo"},
        Mistake{"assembly_count", rods + "assembly: {joints: {low: [1, 0]}}\n", 13, "quaternion", "[1, 0]"},
        Mistake{"assembly_quaternion", rods + "assembly: {joints: {low: [2, 0, 0, 0]}}\n", 13, "length 1"},
        Mistake{"assembly_output", rods + "assembly: {end_point: [0, 0, 0]}\n", 13, "write platform", "end_point"},
        Mistake{"counterbalance", rods + "counterbalances: {gas: {between: [base, plate], stiffness: -1}}\n", 13,
                "must not be negative", "-1"}),
    mistake_name);

TEST(Reader, ReportsAllMistakesInFileOrder) {
  const std::vector<Diagnostic> found = mistakes(R"(jourdain: 1
nam: test
assembly: {joints: {nobody: 1}}
bodies:
  arm: {mass: 3 mm, colour: red}
joints:
  hinge: {type: revolute, between: [base, arm], axis: z, limits: [1, 0]}
gravity: [0, 0]
)");
  std::vector<int> lines;
  for (const Diagnostic& item : found) lines.push_back(item.mark.line);
  EXPECT_EQ(lines, (std::vector<int>{1, 2, 3, 5, 5, 7, 8}));
}

TEST(Reader, StopsCountingAtFiftyMistakes) {
  std::string text = hinge_model;
  for (int k = 0; k < 80; ++k) text += "wrong" + std::to_string(k) + ": 1\n";
  const std::vector<Diagnostic> found = mistakes(text);
  ASSERT_EQ(found.size(), 51u);
  EXPECT_EQ(found.back().message, "... and 30 more");
}

TEST(Reader, PutsTheMessageOfEveryMistakeIntoTheError) {
  try {
    read_model(with_body("mass: 3 mm, come: 1"), "robot.yaml");
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("robot.yaml:4:15: error:"), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean 'com'?"), std::string::npos) << text;
  }
}

TEST(Reader, AcceptsThinAndPointBodies) {
  good(with_body("mass: 1"));
  good(with_body("mass: 1e-9, inertia: [0, 1e-15, 1e-15]"));
  good(with_body("mass: 1, inertia: [0.1, 0.2, 0.3]"));
  good(with_body("mass: 1, com: [100, 0, 0], inertia: {about: frame, yy: 1e4, zz: 1e4}"));
}

struct Suspicion {
  std::string text;
  std::string words;
};

TEST(Reader, WarnsOfWhatIsSuspicious) {
  const std::vector<Suspicion> suspicions{
      {hinge_with("limits: [-90, 90]"), "more than one turn"},
      {hinge_with("at: [250, 0, 0]"), "'250 mm'"},
      {with_body("mass: 2e5"), "large mass"},
      {hinge_model + "gravity: [0, 0, -981]\n", "gravity is 981"},
      {replaced(rods, "rod: [2, 0, 0]", "rod: [2 km, 0, 0]"), "large"},
      {replaced(replaced(replaced(rods, "at: [1, 0, 0]", "at: [1 um, 0, 0]"), "rod: [2, 0, 0]", "rod: [2 um, 0, 0]"),
                "plate: [1, 0, 0]", "plate: [1 um, 0, 0]"),
       "tiny"}};
  for (const Suspicion& suspicion : suspicions) {
    const LoadedModel model = read_model(suspicion.text, "test.yaml");
    ASSERT_FALSE(model.warnings.empty()) << suspicion.words;
    const Diagnostic& warning = model.warnings.front();
    EXPECT_EQ(warning.severity, Severity::warning);
    EXPECT_NE((warning.message + warning.hint).find(suspicion.words), std::string::npos) << warning.message;
    EXPECT_GT(warning.mark.line, 0);
  }
  EXPECT_TRUE(read_model(hinge_model + "gravity: [0, 0, 0]\n").warnings.empty());
}

TEST(Reader, TakesPublishedDataOfImpossibleBodiesIfAsked) {
  const std::string text = with_body("mass: 1, inertia: [1, 1, 3]");
  EXPECT_THROW(read_model(text), Error);
  const LoadedModel model = read_model(text, "model", {.allow_unphysical = true});
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_NE(model.warnings[0].message.find("no body can have the inertia of 'arm'"), std::string::npos);
  EXPECT_EQ(impossible_bodies(model.mechanism), std::vector<std::string>{"arm"});
  EXPECT_TRUE(impossible_bodies(good(hinge_model)).empty());
  // Other mistakes stay mistakes.
  EXPECT_THROW(read_model(with_body("mass: -1, inertia: [1, 1, 3]"), "model", {.allow_unphysical = true}), Error);
}

TEST(Reader, AcceptsEveryCatalogueRobotAsPossible) {
  for (const std::string& name : catalogue_names()) EXPECT_TRUE(impossible_bodies(load(name)).empty()) << name;
}

TEST(Mechanism, NamesCoordinatesOfJoints) {
  const auto names = [](JointType type) {
    Joint joint;
    joint.name = "leg1.wrist";
    joint.type = type;
    Mechanism mechanism;
    mechanism.joints.push_back(joint);
    return std::pair(joint_position_names(mechanism, 0), joint_rate_names(mechanism, 0));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(JointType::revolute), std::pair(Names{"leg1.wrist"}, Names{"leg1.wrist"}));
  const Names two{"leg1.wrist.1", "leg1.wrist.2"}, three{"leg1.wrist.1", "leg1.wrist.2", "leg1.wrist.3"};
  EXPECT_EQ(names(JointType::universal), std::pair(two, two));
  EXPECT_EQ(names(JointType::spherical),
            std::pair(Names{"leg1.wrist.qw", "leg1.wrist.qx", "leg1.wrist.qy", "leg1.wrist.qz"}, three));
}

}  // namespace
}  // namespace jourdain::validation_test
