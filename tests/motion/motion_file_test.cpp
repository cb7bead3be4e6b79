// Motions as files and texts: what they mean, and where every kind of nonsense is.
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace jourdain::motion_file_test {
namespace {

const Robot& delta() { return catalogue_robot("delta"); }
const Robot& hexapod() { return catalogue_robot("hexapod"); }

PlatformState at(const Motion& motion, double t) {
  PlatformState state;
  EXPECT_EQ(motion.at(t, state), Status::ok);
  return state;
}

Motion file(const Robot& robot, const std::string& text) {
  return parse_motion_file(robot, "motion: 1\n" + text, "m.yaml").motion;
}
Motion text(const Robot& robot, const std::string& text) { return parse_motion_text(robot, text).motion; }

TEST(MotionFile, TextAndFileMeanTheSame) {
  const Motion a = text(delta(), "circle radius=50 mm speed=1 m/s tilt=30deg turns=2");
  const Motion b = file(delta(), "circle: {radius: 50 mm, speed: 1 m/s, tilt: 30 deg, turns: 2}\n");
  ASSERT_EQ(a.duration(), b.duration());
  for (double t : {0.1, 0.33, 0.6}) EXPECT_EQ(at(a, t).acceleration.a, at(b, t).acceleration.a);
}

TEST(MotionFile, PartsBeginWhereTheLastOneEnds) {
  const Motion m = file(hexapod(), R"(name: tour
profile: quintic
start: {x: 10 mm}
parts:
  - line: {by: {z: 20 mm, rx: 5 deg}, duration: 0.5 s}
  - hold: {duration: 100 ms}
  - arc: {via: {x: 30 mm, y: 10 mm}, to: {x: 40 mm, y: 0}, speed: 0.2 m/s}
  - circle: {radius: 20 mm, duration: 1 s}
  - spline: {through: [{x: 20 mm}, {x: 0, rx: 0}], acceleration: 1 m/s^2}
  - lines: {through: [{y: 30 mm}, {x: 10 mm}], blend: 5 mm, speed: 0.1 m/s}
  - spline: {through: [{y: 10 mm}, {y: 0}], times: [0.4 s, 1 s]}
  - fourier: {frequency: 1 Hz, sine: {x: [5 mm, 1 mm], rz: 2 deg}, cosine: {z: 3 mm}, periods: 2, ramp: 0.5 s}
)");
  EXPECT_NEAR(at(m, 0).pose.p[0], 0.01 + hexapod().home_pose().p[0], 0.011);
  const double end = m.duration();
  EXPECT_GT(end, 4);
  // Position and velocity never jump.
  for (int k = 0; k < 2000; ++k) {
    const PlatformState a = at(m, end * k / 2000), b = at(m, end * (k + 1) / 2000);
    EXPECT_LT((a.pose.p - b.pose.p).norm(), 0.002);
    EXPECT_LT((a.twist.v - b.twist.v).norm(), 0.05) << end * k / 2000;
  }
}

TEST(MotionFile, RelativeTurnsAreRotationVectors) {
  const Motion m = text(hexapod(), "line by={rx: 0.1, ry: 0.2, rz: -0.1} duration=1s; line by={rx: 0.2} duration=1s");
  const Matrix3 R =
      rotation_from_vector({0.2, 0, 0}) * rotation_from_vector({0.1, 0.2, -0.1}) * hexapod().home_pose().R;
  EXPECT_LT((at(m, 2).pose.R - R).norm(), 1e-12);
  const Motion absolute = text(hexapod(), "line to={rx: 5 deg, rz: 3 deg} duration=1s");
  const Vector3 angles = cardan_from_rotation(at(absolute, 1).pose.R);
  EXPECT_NEAR(angles[0], 5 * M_PI / 180, 1e-12);
  EXPECT_NEAR(angles[2], 3 * M_PI / 180, 1e-12);
}

TEST(MotionFile, ParametersOfTheModelAreKnown) {
  const Motion m = text(delta(), "line by={x: L_A/10} duration=1s");
  EXPECT_NEAR(at(m, 1).pose.p[0] - delta().home_pose().p[0], 0.02, 1e-9);
}

TEST(MotionFile, MotorsAndRepetitions) {
  const Motion m = file(delta(), R"(space: motors
repeat: 3
parts:
  - line: {by: {leg1.motor: 10 deg}, speed: 30 deg/s}
  - line: {by: {leg1.motor: -10 deg}, speed: 30 deg/s}
)");
  EXPECT_EQ(m.space(), Space::motors);
  MotorState state(3);
  ASSERT_EQ(m.at(m.duration() / 6, state), Status::ok);
  EXPECT_NEAR(state.position[0] - delta().home_motors()[0], 10 * M_PI / 180, 1e-12);
  EXPECT_TRUE(file(delta(), "repeat: forever\ncircle: {radius: 20 mm}\n").periodic());
  EXPECT_TRUE(file(delta(), "repeat: forever\nfourier: {frequency: 1 Hz}\n").periodic());
}

// examples/make_examples.py has the circle of [Abdellatif05] in its own words: the same states at the same angles.
TEST(MotionFile, CircleIsThatOfTheExample) {
  const Robot& palida = catalogue_robot("palida");
  const std::string example = std::string(JOURDAIN_TESTS_DIR) + "/../examples/palida-circle.csv";
  const StateTable states = read_states(palida, example);
  const Motion m = text(palida, "circle radius=100mm tilt=30deg about=-y centre={z: -780 mm} speed=1m/s ramp=0.1s");
  for (std::size_t row = 10; row <= 90; row += 8) {
    // The rows begin at full speed, the motion needs 50 mm and 0.1 s for that.
    const PlatformState a = at(m, states.time[row] + 0.05), b = states.motions[row];
    EXPECT_LT((a.pose.p - b.pose.p).norm(), 1e-12) << row;
    EXPECT_LT((a.twist.v - b.twist.v).norm(), 1e-11) << row;
    EXPECT_LT((a.acceleration.a - b.acceleration.a).norm(), 1e-10) << row;
  }
}

struct Nonsense {
  const char* text;
  int line, column;
  const char* says;
};

TEST(MotionFile, NonsenseIsShownAtItsPlace) {
  const Nonsense cases[] = {
      {"motion: 1\n", 1, 1, "the motion is missing"},
      {"motion: 2\ncircle: {}\n", 1, 9, "expected motion: 1"},
      {"circle: {}\n", 1, 1, "'motion' is missing"},
      {"", 1, 1, "empty"},
      {"motion: 1\ncircel: {radius: 1 mm}\n", 2, 1, "did you mean 'circle'?"},
      {"motion: 1\ncircle: {radius: 1 mm, radios: 2}\n", 2, 24, "did you mean 'radius'?"},
      {"motion: 1\ncircle: {radius: 1 s}\n", 2, 18, "length"},
      {"motion: 1\ncircle: {radius: -1 mm}\n", 2, 18, "positive"},
      {"motion: 1\ncircle: {radius: nan}\n", 2, 18, "nan"},
      {"motion: 1\ncircle: {radius: 10 mm, speed: 1 rad/s}\n", 2, 32, "speed"},
      {"motion: 1\ncircle: {radius: 10 mm, speed: 1 m/s, duration: 1 ms}\n", 2, 1, "takes more than"},
      {"motion: 1\ncircle: {radius: 10 mm, profile: sin}\n", 2, 34, "did you mean 'sine'?"},
      {"motion: 1\ncircle: {radius: 10 mm, tilt: 3 mm}\n", 2, 31, "angle"},
      {"motion: 1\ncircle: {radius: 10 mm, about: y}\n", 2, 32, "'about'"},
      {"motion: 1\ncircle: {plane: [x, x]}\n", 2, 17, "different"},
      {"motion: 1\ncircle: {plane: [x, rx]}\n", 2, 21, "coordinate that moves"},
      {"motion: 1\ncircle: {turns: 0}\n", 2, 1, "angle that is not 0"},
      {"motion: 1\ncircle: 5\n", 2, 9, "expected a map"},
      {"motion: 1\nline: {to: {z: -0.3, w: 2}}\n", 2, 22, "no coordinate"},
      {"motion: 1\nline: {to: {rx: 1 deg}}\n", 2, 13, "not among the moves"},
      {"motion: 1\nline: {to: {x: 1 mm}, by: {x: 1 mm}}\n", 2, 27, "given twice"},
      {"motion: 1\nline: {to: [1, 2]}\n", 2, 12, "list of 3"},
      {"motion: 1\nline: {by: {x: 0}}\n", 2, 1, "two different ends"},
      {"motion: 1\nline: {by: {x: 1 mm}, jerk: 3 m/s^3}\n", 2, 1, "double-s"},
      {"motion: 1\nline: {by: {x: 1 mm}, duration: 0 s}\n", 2, 33, "positive"},
      {"motion: 1\nline: {by: {x: 1 mm}, duration: 1e300 s}\n", 2, 33, "out of range"},
      {"motion: 1\nline: {by: {x: 1 mm}, duration: 1e9 s}\n", 2, 1, "at most"},
      {"motion: 1\narc: {to: {x: 1 mm}}\n", 2, 6, "'via'"},
      {"motion: 1\narc: {via: {x: 1 mm}, to: {x: 2 mm}}\n", 2, 1, "on one line"},
      {"motion: 1\npick: {span: 10 mm, to: {x: 1 mm}}\n", 2, 14, "'span' goes without"},
      {"motion: 1\npick: {span: 10 mm, up: x}\n", 2, 25, "straight up"},
      {"motion: 1\npick: {span: 10 mm, cycles: 1.5}\n", 2, 29, "whole number"},
      {"motion: 1\npick: {span: 10 mm, cycles: 2, back: false}\n", 2, 29, "way back"},
      {"motion: 1\nspace: motors\npick: {}\n", 3, 7, "motion of the platform"},
      {"motion: 1\nspline: {through: [{x: 1 mm}]}\n", 2, 19, "at least two"},
      {"motion: 1\nspline: {through: {x: 1 mm}}\n", 2, 19, "list"},
      {"motion: 1\nspline: {through: [{x: 1 mm}, {x: 1 mm}]}\n", 2, 1, "are the same"},
      {"motion: 1\nspline: {through: [{x: 1 mm}, {x: 2 mm}], times: [0, 1, 2, 3]}\n", 2, 50, "times"},
      {"motion: 1\nspline: {through: [{x: 1 mm}, {x: 2 mm}], times: [0, -1]}\n", 2, 1, "rise"},
      {"motion: 1\nspline: {through: [{x: 1 mm}, {x: 2 mm}], times: [0, 1], speed: 1 m/s}\n", 2, 65, "without 'times'"},
      {"motion: 1\nlines: {through: [{x: 1 mm}, {x: 2 mm}, {x: 1 mm}]}\n", 2, 1, "turns back"},
      {"motion: 1\nlines: {through: [{x: 1 mm}, {x: 2 mm}], blend: 0}\n", 2, 49, "positive"},
      {"motion: 1\nfourier: {frequency: 0 Hz}\n", 2, 22, "positive"},
      {"motion: 1\nfourier: {sine: {rx: [1]}}\n", 2, 18, "no coordinate that moves"},
      {"motion: 1\nfourier: {sine: {x: [1 mm]}, ramp: 20 s}\n", 2, 1, "at most half"},
      {"motion: 1\nfourier: {sine: {x: [1 mm]}, harmonics: 3}\n", 2, 41, "follows from"},
      {"motion: 1\nhold: {duration: -1 s}\n", 2, 18, "positive"},
      {"motion: 1\nfile: {bandwidth: 3 Hz}\n", 2, 7, "'csv'"},
      {"motion: 1\nspace: joints\nhold: {}\n", 2, 8, "expected a space"},
      {"motion: 1\nspace: motors\nframe: tool\nhold: {}\n", 3, 8, "no frame"},
      {"motion: 1\nrepeat: 0\nhold: {}\n", 2, 9, "whole number"},
      {"motion: 1\nrepeat: 2\nline: {by: {x: 1 mm}}\n", 2, 9, "jumps"},
      {"motion: 1\nhold: {}\nline: {}\n", 3, 1, "one motion too many"},
      {"motion: 1\nparts: []\n", 2, 8, "parts"},
      {"motion: 1\nparts:\n  - circl: {}\n", 3, 5, "did you mean 'circle'?"},
      {"motion: 1\nparts:\n  - {hold: {}, line: {}}\n", 3, 5, "one kind"},
      {"motion: 1\nparts:\n  - hold: {}\n  - line: {from: {x: 10 mm}, by: {x: 1 mm}}\n", 4, 5,
       "part 2: the motion jumps"},
      {"motion: 1\nparts:\n  - hold: {}\n  - fourier: {sine: {x: 1 mm}, ramp: 0 s}\n", 4, 5, "velocity jumps"},
      {"motion: 1\ncircle: {radius: [1\n", 2, 18, "not closed"},
      {"motion: 1\ncircle: {radius: 1 mm, radius: 2 mm}\n", 2, 24, ""},
      {"motion: 1\ncircle: &a {radius: 1 mm}\n", 2, 9, ""},
  };
  for (const Nonsense& c : cases) {
    try {
      parse_motion_file(delta(), c.text, "m.yaml");
      ADD_FAILURE() << "accepted: " << c.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << c.text;
      EXPECT_NE(std::string(error.what()).find(c.says), std::string::npos) << c.text << "\n" << error.what();
      ASSERT_FALSE(error.diagnostics().empty()) << c.text << "\n" << error.what();
      const SourceMark mark = error.diagnostics().front().mark;
      EXPECT_EQ(mark.line, c.line) << c.text << error.what();
      if (*c.says != '\0') {
        EXPECT_EQ(mark.column, c.column) << c.text << error.what();
      }
    }
  }
}

TEST(MotionText, NonsenseIsShownAtItsColumn) {
  const Nonsense cases[] = {
      {"circle radius=3mn", 1, 16, "unit"},
      {"circle radius", 1, 8, "key=value"},
      {"circle =3", 1, 8, "key=value"},
      {"circle radius=1mm radius=2mm", 1, 19, "given twice"},
      {"line to={x: 1 mm", 1, 9, "not closed"},
      {"line to=x: 1 mm}", 1, 16, "closes nothing"},
      {"line to={x: 1 mm, foo: 3}", 1, 19, "no coordinate"},
      {"line to={x: 1 mm} speeed=1m/s", 1, 19, "did you mean 'speed'?"},
      {"hold; circl", 1, 7, "did you mean 'circle'?"},
      {"hold; line from={x: 20 mm} by={x: 1 mm}", 1, 7, "jumps"},
      {"space=motor; hold", 1, 7, "did you mean 'motors'?"},
      {"spaze=motors; hold", 1, 1, "did you mean 'space'?"},
      {"line to={x: [1, 2]}", 1, 13, "expected a number"},
  };
  for (const Nonsense& c : cases) {
    try {
      parse_motion_text(delta(), c.text);
      ADD_FAILURE() << "accepted: " << c.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << c.text;
      EXPECT_NE(std::string(error.what()).find(c.says), std::string::npos) << c.text << "\n" << error.what();
      ASSERT_FALSE(error.diagnostics().empty()) << c.text;
      EXPECT_EQ(error.diagnostics().front().mark.column, c.column) << c.text << "\n" << error.what();
    }
  }
}

// Texts that are cut off or changed at random are refused or read, but nothing else happens.
TEST(MotionText, BrokenTextsAreHarmless) {
  const std::string good =
      "frame=output; line by={x: 10 mm, z: -5 mm} speed=100 mm/s; circle radius=20mm turns=2 tilt=10deg; "
      "spline through=[{x: 1 mm}, [0.01, 0.02, -0.3]] duration=1s; fourier sine={x: [1 mm, 2 mm]} frequency=2 Hz";
  EXPECT_NO_THROW(parse_motion_text(delta(), good));
  const std::string letters = "{}[]=;:, \"'x1-.e";
  std::uint64_t state = 88172645463325252ull;
  const auto random = [&](std::size_t n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<std::size_t>(state % n);
  };
  for (int k = 0; k < 1500; ++k) {
    std::string broken = good.substr(0, 1 + random(good.size()));
    for (int i = 0; i < 2; ++i) broken[random(broken.size())] = letters[random(letters.size())];
    try {
      parse_motion_text(delta(), broken);
    } catch (const Error&) {
    }
  }
}

class DefaultMotion : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, DefaultMotion, testing::ValuesIn(catalogue_names()), as_identifier);

// What the reader chooses fits every robot: its legs close, its limits hold, and its moves are the motion's.
TEST_P(DefaultMotion, IsFollowed) {
  const Robot& robot = catalogue_robot(GetParam());
  std::vector<std::string> texts{"fourier", "line", "space=motors; line", "hold"};
  if (robot.motor_joints().size() > static_cast<std::size_t>(robot.mobility().freedoms()))
    texts.erase(texts.begin() + 2);
  const auto has = [&](Move move) {
    if (!robot.mechanism().output) return false;
    const std::vector<Move>& moves = robot.mechanism().output->moves;
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  };
  if (has(Move::x) && has(Move::y)) texts.insert(texts.end(), {"circle", "pick"});
  if (has(Move::x) && has(Move::y) && has(Move::z)) texts.emplace_back("circle tilt=30deg speed=0.1m/s");
  for (const std::string& words : texts) {
    const MotionDescription description = parse_motion_text(robot, words);
    EXPECT_FALSE(description.notes.empty());
    Follower follow(description.motion);
    Workspace workspace(robot);
    for (int k = 0; k <= 50; ++k) {
      const double t = description.motion.duration() * k / 50;
      ASSERT_EQ(follow(t, workspace), Status::ok) << words << " at " << t << ": " << workspace.explain();
      EXPECT_LE(workspace.closure_error(Order::acceleration), 1e-8) << words;
      const LimitState limit = nearest_limit(robot, workspace);
      if (limit.joint >= 0) {
        EXPECT_GE(limit.margin, 0) << words;
      }
    }
  }
}

class CsvMotion : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "jourdain-csv-motion";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name) << content;
    return (folder / name).string();
  }
};

TEST_F(CsvMotion, PositionsAreSmoothedAndStatesAreKept) {
  std::string positions = "t,x,y,z\n", states = "t,x,y,z,vx,vy,vz,ax,ay,az\n";
  const double w = 2 * M_PI;
  for (int k = 0; k <= 200; ++k) {
    const double t = 1 + k * 0.005, s = 0.02 * std::sin(w * t), c = 0.02 * w * std::cos(w * t);
    positions += fmt::format("{},{},0,-0.3\n", t, s);
    states += fmt::format("{},{},0,-0.3,{},0,0,{},0,0\n", t, s, c, -w * w * s);
  }
  const MotionDescription smooth = load_motion(delta(), write("positions.csv", positions));
  const MotionDescription exact = load_motion(delta(), write("states.csv", states));
  EXPECT_FALSE(smooth.notes.empty()) << "the bandwidth is told";
  EXPECT_TRUE(exact.notes.empty());
  for (double t : {0.25, 0.4021, 0.7}) {
    EXPECT_NEAR(at(smooth.motion, t).acceleration.a[0], -w * w * 0.02 * std::sin(w * t), 0.01);
    EXPECT_NEAR(at(exact.motion, t).acceleration.a[0], -w * w * 0.02 * std::sin(w * t), 1e-6);
  }
  const std::string yaml = write("m.yaml", "motion: 1\nfile: {csv: positions.csv, bandwidth: 20 Hz, rest: true}\n");
  EXPECT_EQ(at(load_motion(delta(), yaml).motion, 0).twist.v.norm(), 0);
  EXPECT_THROW(load_motion(delta(), write("m2.yaml", "motion: 1\nfile: {csv: nowhere.csv}\n")), Error);
  EXPECT_THROW(load_motion(delta(), write("m3.yaml", "motion: 1\nfile: {csv: positions.csv, bandwidth: 2 kHz}\n")),
               Error);
  EXPECT_THROW(load_motion(delta(), write("untimed.csv", "x,y,z\n0,0,-0.3\n0.01,0,-0.3\n")), Error);
  EXPECT_THROW(load_motion(delta(), "nowhere.yaml"), Error);
}

TEST_F(CsvMotion, MotorsByTheirNames) {
  const std::string path = write(
      "joints.csv",
      "t,leg1.motor,leg2.motor,leg3.motor\n0,0.1,0.2,0.3\n0.1,0.11,0.2,0.3\n0.2,0.12,0.2,0.3\n0.3,0.13,0.2,0.3\n");
  EXPECT_EQ(load_motion(delta(), path).motion.space(), Space::motors);
}

}  // namespace
}  // namespace jourdain::motion_file_test
