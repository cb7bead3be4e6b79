// The hexapod PaLiDA with other anchors, for counts of operations. As in the paper's own model, with the sliders'
// masses at its ball joints the platform has no first moment across z and no products of inertia.
#pragma once

#include "jourdain/kinematics/robot.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace jourdain {

using Anchors = std::vector<Vector3>;

// In one plane each, of no symmetry.
inline const Anchors coplanar_base{{0.489, 0.104, 0},   {-0.162, 0.471, 0},  {-0.338, 0.369, 0},
                                   {-0.329, -0.377, 0}, {-0.151, -0.480, 0}, {0.494, -0.098, 0}};
inline const Anchors coplanar_platform{{0.141, 0.138, 0},   {0.055, 0.193, 0},  {-0.190, 0.050, 0},
                                       {-0.196, -0.057, 0}, {0.049, -0.189, 0}, {0.144, -0.145, 0}};

// In no plane.
inline const Anchors scattered_base{{0.489, 0.104, 0.011},   {-0.162, 0.471, -0.014}, {-0.338, 0.369, 0.017},
                                    {-0.329, -0.377, -0.01}, {-0.151, -0.480, 0.013}, {0.494, -0.098, -0.018}};
inline const Anchors scattered_platform{{0.141, 0.138, -0.011},  {0.055, 0.193, 0.008},  {-0.190, 0.050, -0.006},
                                        {-0.196, -0.057, 0.013}, {0.049, -0.189, -0.01}, {0.144, -0.145, 0.005}};

// Replaces what follows `key` up to `end`.
inline void replace_after(std::string& text, const std::string& key, const std::string& end, const std::string& by) {
  const std::size_t from = text.find(key) + key.size();
  text.replace(from, text.find(end, from) - from, by);
}

inline Robot palida_with(const Anchors& base, const Anchors& platform) {
  constexpr double mass = 3.6, slider = 1.7;  // kg, as in the catalogue
  Vector3 s(0, 0, -0.05);
  Matrix3 I = Vector3(0.2, 0.21, 0.35).asDiagonal();
  const auto list = [](const Anchors& points) {
    std::string text;
    for (const Vector3& p : points) {
      text += fmt::format("{}[{}, {}, {}]", text.empty() ? "[" : ", ", p.x(), p.y(), p.z());
    }
    return text + "]";
  };
  for (const Vector3& p : platform) {
    s.head<2>() -= slider * p.head<2>();
    I(0, 1) += slider * p.x() * p.y();
    I(0, 2) += slider * p.x() * p.z();
    I(1, 2) += slider * p.y() * p.z();
  }
  const Vector3 com = s / mass;
  std::ostringstream file;
  file << std::ifstream(catalogue_directory() + "/palida.yaml").rdbuf();
  std::string text = file.str();
  replace_after(text, "  platform: {mass", "\n",
                fmt::format(": {}, com: [{}, {}, {}], inertia: {{about: frame, xx: {}, yy: {}, zz: {}, xy: {}, xz: {}, "
                            "yz: {}}}}}",
                            mass, com.x(), com.y(), com.z(), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)));
  replace_after(text, " A: ", "\n", list(base));
  replace_after(text, " B: ", "\n", list(platform));
  replace_after(text, "sy.slider", "]", "");
  replace_after(text, "-780 mm]", "leg6.slide: 854.9 mm}", "\n#");
  return Robot(read_model(text, "palida variant").mechanism);
}

}  // namespace jourdain
