#include "jourdain/model/mechanism.hpp"

#include "model/joint_freedoms.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// Columns of tables that are no joint: time, coordinates of the output, energies and what else commands write.
constexpr std::string_view columns_of_tables[] = {"t",  "x",  "y",  "z",  "rx",      "ry",          "rz",       "phi",
                                                  "vx", "vy", "vz", "wx", "wy",      "wz",          "ax",       "ay",
                                                  "az", "bx", "by", "bz", "kinetic", "digits_lost", "potential"};

constexpr std::string_view quaternion_entries[] = {"qw", "qx", "qy", "qz"};

// An entry of the rotation matrix of the output: R11 ... R33.
bool is_matrix_entry(std::string_view name) {
  const auto is_index = [](char c) { return c >= '1' && c <= '3'; };
  return name.size() == 3 && name[0] == 'R' && is_index(name[1]) && is_index(name[2]);
}

// True if the name means something else in tables or among the inputs of generated code.
bool has_another_meaning(std::string_view name) {
  const std::string_view own = name.substr(name.rfind('.') + 1);
  return std::ranges::find(columns_of_tables, name) != std::end(columns_of_tables) || is_matrix_entry(name) ||
         std::ranges::find(quaternion_entries, own) != std::end(quaternion_entries) || name.ends_with("_d") ||
         name.ends_with("_dd");
}

}  // namespace

std::string column_name(const Mechanism& mechanism, int joint) {
  const std::string& own = mechanism.joints[joint].name;
  // Inputs of generated code that start like this are no joints.
  std::string name = (own.starts_with("force.") || own.starts_with("platform.") ? "joint_" : "") + own;
  while (has_another_meaning(name) || (name.size() > own.size() && find_joint(mechanism, name) >= 0)) name += '_';
  return name;
}

std::vector<std::string> joint_position_names(const Mechanism& mechanism, int joint) {
  if (!joint_kind(mechanism.joints[joint].type).is_ball) {
    return joint_rate_names(mechanism, joint);
  }
  const std::string name = column_name(mechanism, joint);
  return {name + ".qw", name + ".qx", name + ".qy", name + ".qz"};
}

std::vector<std::string> joint_rate_names(const Mechanism& mechanism, int joint) {
  const int count = freedoms(mechanism.joints[joint].type);
  const std::string name = column_name(mechanism, joint);
  if (count == 1) return {name};
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(name + "." + std::to_string(i));
  return names;
}

}  // namespace jourdain
