// Motor forces that were computed or published elsewhere, for the engine and for the code generated from it.
#pragma once

#include "jourdain/design/simplify.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace jourdain {

struct ReferenceCase {
  std::string name;
  Mechanism mechanism;
  PlatformState motion;
  bool friction = true;
  std::vector<double> forces;
  double printed = 0;  // half a unit of the last printed digit, and a little
};

// The platform of L.-W. Tsai (2000), translating and turning.
inline std::vector<ReferenceCase> tsai_cases() {
  constexpr double printed = 0.6e-9;
  const std::pair<double, std::vector<double>> translating[] = {
      {0.0, {7.246790513, 7.251394166, 7.224433591, 7.215861427, 7.247378051, 7.251339597}},
      {0.2, {5.272503643, 7.256385857, 3.951016808, 3.299495128, 7.709017401, 6.396971367}},
      {0.5, {4.089383785, 7.340758625, 1.621935762, 0.442229526, 7.976458634, 5.968556849}},
      {1.0, {6.690936719, 7.242134570, 6.372854690, 6.211225924, 7.384690983, 6.998092785}}};
  const std::pair<double, std::vector<double>> turning[] = {
      {0.0, {7.252898581, 7.254981548, 7.254981548, 7.252898581, 7.255072848, 7.255072848}},
      {0.2, {9.144140808, 4.899484953, 9.147340061, 4.898420609, 9.146403724, 4.899929325}},
      {0.5, {10.825728560, 2.212952891, 10.829740551, 2.212558184, 10.827486162, 2.213229520}}};
  const Mechanism mechanism = load("stewart-tsai");
  std::vector<ReferenceCase> result;
  for (const auto& [t, forces] : translating) {
    const Vector3 along(0.2, 0.2, 0.2);
    PlatformState motion;
    motion.pose.p = Vector3(-1.5, 0, 1) + std::sin(3 * t) * along;
    motion.twist.v = 3 * std::cos(3 * t) * along;
    motion.acceleration.a = -9 * std::sin(3 * t) * along;
    result.push_back({"Tsai, translating, t = " + std::to_string(t), mechanism, motion, true, forces, printed});
  }
  for (const auto& [t, forces] : turning) {
    const Vector3 turn(0, 0, M_PI / 6);
    PlatformState motion;
    motion.pose.p = Vector3(-1.5, 0, 1);
    motion.pose.R = rotation_from_vector(std::sin(3 * t) * turn);
    motion.twist.w = 3 * std::cos(3 * t) * turn;
    motion.acceleration.dw = -9 * std::sin(3 * t) * turn;
    result.push_back({"Tsai, turning, t = " + std::to_string(t), mechanism, motion, true, forces, printed});
  }
  return result;
}

// The DELTA of R. Clavel's thesis, its forearms as bars and as pairs of rods.
inline std::vector<ReferenceCase> clavel_cases() {
  PlatformState motion;
  motion.pose.p = {0.05, 0.03, -0.30};
  motion.twist.v = {1, -0.8, 0.6};
  motion.acceleration.a = {50, 40, -30};
  std::vector<ReferenceCase> result;
  for (const char* name : {"delta", "delta-rods"})
    result.push_back(
        {std::string("Clavel, ") + name, load(name), motion, false, {-0.780763222, 0.467907963, 2.709004127}, 0.6e-9});
  return result;
}

// A platform at rest on massless legs: pairs of joints at 0, 120, 240 deg on the base and 60, 180, 300 deg on it.
inline ReferenceCase massless_leg_case() {
  Mechanism robot = load("stewart-tsai");
  robot.gravity = {0, 0, -9.81};
  Inertial& plate = robot.bodies[find_body(robot, "platform")].inertial;
  plate.mass = 25;
  plate.inertia = Vector3(1.2, 1.2, 2.5).asDiagonal();
  const double deg = M_PI / 180;
  for (int k = 0; k < 6; ++k) {
    // Leg k joins a base joint with the nearest one on the platform.
    const double base = (120 * ((k + 1) / 2) + (k % 2 ? -15 : 15)) * deg;
    const double top = (60 + 120 * (k / 2) + (k % 2 ? 15 : -15)) * deg;
    const std::string leg = "leg" + std::to_string(k + 1);
    robot.joints[find_joint(robot, leg + ".cardan")].in_a.p = 0.6 * Vector3(std::cos(base), std::sin(base), 0);
    robot.joints[find_joint(robot, leg + ".ball")].in_b.p = 0.4 * Vector3(std::cos(top), std::sin(top), 0);
  }
  robot.assembly.output->p = {0, 0, 0.8};
  robot.assembly.joints.clear();
  PlatformState motion;
  motion.pose.p = {0, 0, 0.8};
  return {"massless legs",
          simplified(robot, Simplification::massless_legs),
          motion,
          true,
          std::vector<double>(6, 44.080252),
          0.6e-6};
}

// All of them.
inline std::vector<ReferenceCase> reference_cases() {
  std::vector<ReferenceCase> result = tsai_cases();
  for (ReferenceCase& each : clavel_cases()) result.push_back(std::move(each));
  result.push_back(massless_leg_case());
  return result;
}

}  // namespace jourdain
