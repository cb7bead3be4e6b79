// What joints can do: the one table of their freedoms.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace jourdain {

// A freedom turns about an axis or slides along it. Those of a joint act one after the other, from J_A to J_B.
struct Freedom {
  enum class Kind { turn, slide } kind = Kind::turn;
  int axis = 2;                // x, y or z
  bool on_b = false;           // an axis of J_B; else of J_A
  std::string_view word = {};  // tells it from the joint's other freedoms

  constexpr bool slides() const { return kind == Kind::slide; }
  // Its axis, where the columns of A and B are the axes of J_A and J_B.
  template <typename Matrix>
  auto direction(const Matrix& A, const Matrix& B) const {
    return on_b ? B.col(axis) : A.col(axis);
  }
};

struct JointKind {
  std::string_view name;  // the word of files
  int freedoms = 0;
  std::array<Freedom, 3> freedom = {};
  bool is_ball = false;   // any rotation, as a unit quaternion: its freedoms have no coordinates and one friction
  bool is_screw = false;  // slides by the joint's pitch as it turns
  bool has_cone = false;  // the angle between both z axes may be limited

  constexpr int slides() const {
    return static_cast<int>(
        std::count_if(freedom.begin(), freedom.begin() + freedoms, [](const Freedom& f) { return f.slides(); }));
  }
  constexpr int turns() const { return freedoms - slides(); }
  constexpr bool slides_along(int axis) const {
    return std::any_of(freedom.begin(), freedom.begin() + freedoms,
                       [&](const Freedom& f) { return f.slides() && f.axis == axis; });
  }

  // Freedoms that have a coordinate of their own, and with it springs and limits.
  constexpr int coordinates() const { return is_ball ? 0 : freedoms; }
  // Numbers that tell its position.
  constexpr int positions() const { return is_ball ? 4 : freedoms; }
  // Sets of friction, and the one that acts on a freedom.
  constexpr int frictions() const { return is_ball ? 1 : freedoms; }
  constexpr int friction_of(int of_freedom) const { return is_ball ? 0 : of_freedom; }
  constexpr bool takes_motor() const { return freedoms == 1; }
  // All freedoms turn, or all slide.
  constexpr bool is_uniform() const { return slides() == 0 || slides() == freedoms; }
  // The origins of J_A and J_B are always one point.
  constexpr bool holds_point() const { return slides() == 0 && !is_screw; }
};

namespace joint_table {

inline constexpr Freedom turn_z{Freedom::Kind::turn, 2}, slide_z{Freedom::Kind::slide, 2};

// In the order of JointType.
inline constexpr std::array<JointKind, 8> kinds{{
    {.name = "revolute", .freedoms = 1, .freedom = {turn_z}},
    {.name = "prismatic", .freedoms = 1, .freedom = {slide_z}},
    {.name = "helical", .freedoms = 1, .freedom = {turn_z}, .is_screw = true},
    {.name = "cylindrical",
     .freedoms = 2,
     .freedom = {{{Freedom::Kind::turn, 2, false, "angle"}, {Freedom::Kind::slide, 2, false, "slide"}}}},
    {.name = "universal",
     .freedoms = 2,
     .freedom = {{{Freedom::Kind::turn, 2, false, "first"}, {Freedom::Kind::turn, 0, true, "second"}}},
     .has_cone = true},
    {.name = "spherical",
     .freedoms = 3,
     .freedom = {{{Freedom::Kind::turn, 0}, {Freedom::Kind::turn, 1}, {Freedom::Kind::turn, 2}}},
     .is_ball = true,
     .has_cone = true},
    {.name = "planar",
     .freedoms = 3,
     .freedom = {{{Freedom::Kind::slide, 0, false, "x"},
                  {Freedom::Kind::slide, 1, false, "y"},
                  {Freedom::Kind::turn, 2, false, "angle"}}}},
    {.name = "fixed"},
}};
inline constexpr JointKind unknown{.name = "unknown"};

}  // namespace joint_table

constexpr const JointKind& joint_kind(JointType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < joint_table::kinds.size() ? joint_table::kinds[index] : joint_table::unknown;
}

}  // namespace jourdain
