// Families that are no platform on legs: planar linkages, arms, stacked platforms and loops without an output.
#include "support/random_mechanism.hpp"

namespace jourdain {
namespace {

const std::vector<Move> six_moves_of_tip{Move::x, Move::y, Move::z, Move::rx, Move::ry, Move::rz};
const std::vector<Move> planar_moves{Move::x, Move::y, Move::rz};

// The plane of a planar linkage: the base's xy plane, or one that is askew.
struct LinkagePlane {
  explicit LinkagePlane(Random& random)
      : R(coin(random) ? Matrix3(Matrix3::Identity()) : rotation_from_vector(uniform3(random, 0.3))) {}
  Vector3 normal() const { return R.col(2); }
  Vector3 point(double x, double y) const { return R * Vector3(x, y, 0); }

  Matrix3 R;
};

std::vector<Chain> draw_planar(Random& random) {
  const LinkagePlane plane(random);
  return firm_chains(Vector3::Zero(), [&] {
    const LegSpots spots = leg_spots(random, 3, 0.3, 0.2, 0);
    std::vector<Chain> chains;
    for (std::size_t i = 0; i < 3; ++i)
      chains.push_back(planar_leg(random, plane.point(spots.base[i].x(), spots.base[i].y()),
                                  plane.point(spots.platform[i].x(), spots.platform[i].y()), plane.normal()));
    return chains;
  });
}

Mechanism planar_platform(Random& random) {
  HomeSketch sketch("planar-platform", random);
  const int platform = add_platform(sketch, random, "platform", Vector3::Zero());
  add_legs(sketch, draw_planar(random), 0, platform);
  sketch.set_platform(platform, planar_moves);
  return sketch.mechanism();
}

// A planar platform on a table that tips about an axis near x.
Mechanism tipping_table(Random& random) {
  HomeSketch sketch("tipping-table", random);
  const int table = sketch.add_body("table", Vector3(0.1, 0, -0.1));
  JointSketch motor{JointType::revolute, uniform3(random, 0.2), near_direction(random, Vector3::UnitX(), 0.2)};
  motor.motor = true;
  sketch.add_joint("tip", motor, 0, table);
  const int platform = add_platform(sketch, random, "platform", Vector3::Zero());
  add_legs(sketch, draw_planar(random), table, platform);
  sketch.set_platform(platform, {Move::x, Move::y, Move::rx, Move::rz});
  return sketch.mechanism();
}

// Chains of planar hinges between points of the plane.
Chain hinges(const LinkagePlane& plane, const std::vector<Vector3>& points, int motors) {
  Chain chain;
  for (const Vector3& point : points) chain.joints.push_back({JointType::revolute, point, plane.normal()});
  return with_motors(chain, motors);
}

// Two cranks, and an end point on one of the links.
Mechanism five_bar(Random& random) {
  const LinkagePlane plane(random);
  const auto near = [&](double x, double y) -> Vector3 {
    return plane.point(x + uniform(random, 0.05), y + uniform(random, 0.05));
  };
  HomeSketch sketch("five-bar", random);
  const Vector3 tip = near(0.05, 0.5);
  const std::vector<Chain> chains = firm_chains(tip, [&] {
    return std::vector<Chain>{hinges(plane, {near(-0.2, 0), near(-0.35, 0.25)}, 1),
                              hinges(plane, {near(0.2, 0), near(0.4, 0.25), tip}, 1)};
  });
  const int link = sketch.add_body("link", tip);
  add_legs(sketch, chains, 0, link);
  sketch.set_end_point(link, tip + plane.point(0.1, 0.05), {Move::x, Move::y});
  return sketch.mechanism();
}

// Crank, coupler and rocker, and a carriage that the coupler drives by another rod: one motor, two loops, no output.
Mechanism six_bar(Random& random) {
  const LinkagePlane plane(random);
  const auto near = [&](double x, double y) -> Vector3 {
    return plane.point(x + uniform(random, 0.04), y + uniform(random, 0.04));
  };
  HomeSketch sketch("six-bar", random);
  const std::vector<Chain> chains = firm_chains(plane.point(0.2, 0.3), [&] {
    Chain carriage = hinges(plane, {near(0.25, 0.45), near(0.6, 0.4)}, 0);
    carriage.joints.push_back({JointType::prismatic, near(0.7, 0.3), plane.R * Vector3(0.3, 1, 0).normalized()});
    carriage.from_platform = true;
    return std::vector<Chain>{hinges(plane, {near(0, 0), near(0.03, 0.15)}, 1),
                              hinges(plane, {near(0.4, 0), near(0.45, 0.35)}, 0), carriage};
  });
  add_legs(sketch, chains, 0, sketch.add_body("coupler", plane.point(0.2, 0.3)));
  return sketch.mechanism();
}

// A tripod on a tripod.
Mechanism stacked_platforms(Random& random) {
  const auto draw = [&](const Vector3& foot) {
    return firm_chains(foot + platform_center, [&] {
      const LegSpots spots = leg_spots(random, 3, 0, 0.35, platform_center.z());
      std::vector<Chain> chains;
      for (std::size_t i = 0; i < 3; ++i)
        chains.push_back(any_of<LegMaker>(random, {rps_leg, prs_leg, rrs_leg})(random, foot + spots.base[i],
                                                                               foot + spots.platform[i]));
      return chains;
    });
  };
  HomeSketch sketch("stacked-platforms", random);
  const int middle = sketch.add_body("middle", platform_center);
  const int top = add_platform(sketch, random, "top", 2 * platform_center);
  add_legs(sketch, draw(Vector3::Zero()), 0, middle, "lower");
  add_legs(sketch, draw(platform_center), middle, top, "upper");
  sketch.set_platform(top, six_moves_of_tip);
  return sketch.mechanism();
}

// Six joints in series with a weight that is fixed to the last link.
Mechanism open_arm(Random& random) {
  HomeSketch sketch("open-arm", random);
  const Vector3 tip(0.4, 0.1, 0.8);
  const int hand = sketch.add_body("hand", tip), weight = sketch.add_body("weight", tip);
  sketch.add_chain("arm", serial_arm(random, Vector3::Zero(), tip), 0, hand);
  sketch.add_joint("clamp", {JointType::fixed, tip + uniform3(random, 0.1)}, hand, weight);
  sketch.set_end_point(hand, tip + uniform3(random, 0.1), six_moves_of_tip);
  return sketch.mechanism();
}

// Two arms with nine motors in all, which turn, on one body.
Mechanism two_arms(Random& random) {
  HomeSketch sketch("two-arms", random);
  const Vector3 at(0.3, 0.1, 0.5);
  const int load = sketch.add_body("load", at);
  sketch.add_chain("left", turning_arm(random, Vector3::Zero(), at), 0, load);
  sketch.add_chain("right", with_motors(rrrs_leg(random, Vector3(0.7, 0.1, 0), at + Vector3(0.1, 0, 0)), 3), 0, load);
  sketch.set_end_point(load, at + uniform3(random, 0.1), six_moves_of_tip);
  return sketch.mechanism();
}

JointSketch any_motor(Random& random, const Vector3& at) {
  JointSketch joint{any_of<JointType>(random, {JointType::revolute, JointType::prismatic, JointType::helical}), at,
                    direction3(random)};
  joint.motor = true;
  if (joint.type == JointType::helical) joint.pitch = 0.15;
  return joint;
}

JointSketch any_joint(Random& random, JointType type, const Vector3& at) {
  JointSketch joint{type, at, direction3(random)};
  if (type == JointType::universal) joint.second = across(random, joint.axis);
  if (type == JointType::helical) joint.pitch = -0.12;
  return joint;
}

// Points around a ring, from the motor on; with the motor locked, the other joints must be independent.
Chain draw_ring(Random& random, const std::vector<JointType>& types) {
  const double step = 2 * M_PI / static_cast<double>(types.size() + 1);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    Chain passive;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const double angle = step * static_cast<double>(i + 1);
      const Vector3 at = 0.35 * Vector3(std::cos(angle), std::sin(angle), 0) + uniform3(random, 0.1);
      passive.joints.push_back(any_joint(random, types[i], at));
    }
    if (chain_regularity(passive, Vector3::Zero(), drawing_length) < 0.08) continue;
    Chain ring{{any_motor(random, Vector3(0.35, 0, 0))}};
    ring.joints.insert(ring.joints.end(), passive.joints.begin(), passive.joints.end());
    return ring;
  }
  throw std::logic_error("no regular ring in 1000 draws");
}

// One motor and passive joints of six freedoms.
Mechanism single_loop(Random& random) {
  using Type = JointType;
  static const std::vector<std::vector<Type>> kinds{
      {Type::spherical, Type::universal, Type::revolute},
      {Type::cylindrical, Type::cylindrical, Type::cylindrical},
      {Type::universal, Type::universal, Type::cylindrical},
      {Type::spherical, Type::cylindrical, Type::revolute},
      {Type::planar, Type::universal, Type::revolute},
      {Type::prismatic, Type::spherical, Type::universal},
      {Type::universal, Type::helical, Type::spherical},
      {Type::revolute, Type::revolute, Type::revolute, Type::revolute, Type::revolute, Type::revolute}};
  HomeSketch sketch("single-loop", random);
  sketch.add_chain("ring", draw_ring(random, any_of(random, kinds)), 0, 0);
  return sketch.mechanism();
}

// A carriage between three chains to the base, two of them with motors: two loops, all kinds of joints, no output.
Mechanism two_loops(Random& random) {
  const Vector3 carriage(0.3, 0.1, 0.2);
  const std::vector<Chain> chains = firm_chains(carriage, [&] {
    const auto near = [&](double x, double y, double z) -> Vector3 {
      return Vector3(x, y, z) + uniform3(random, 0.05);
    };
    const auto driven = [&](const Vector3& foot, const Vector3& middle, const Vector3& end, JointType first,
                            JointType second) {
      return Chain{{any_motor(random, foot), any_joint(random, first, middle), any_joint(random, second, end)}};
    };
    Chain screw =
        driven(near(0.35, 0.2, 0.3), near(0.5, 0.3, 0.2), near(0.6, 0.3, 0), JointType::planar, JointType::cylindrical);
    screw.from_platform = true;
    return std::vector<Chain>{
        driven(near(0, 0, 0), near(0, 0.2, 0.1), near(0.2, 0.1, 0.2), JointType::spherical, JointType::universal),
        screw, Chain{{any_joint(random, JointType::cylindrical, near(0.3, -0.1, 0.1))}}};
  });
  HomeSketch sketch("two-loops", random);
  add_legs(sketch, chains, 0, sketch.add_body("carriage", carriage));
  return sketch.mechanism();
}

}  // namespace

std::vector<MechanismFamily> other_families() {
  return {{"planar_platform", planar_platform},
          {"tipping_table", tipping_table},
          {"five_bar", five_bar},
          {"six_bar", six_bar},
          {"stacked_platforms", stacked_platforms},
          {"open_arm", open_arm},
          {"two_arms", two_arms},
          {"single_loop", single_loop},
          {"two_loops", two_loops}};
}

}  // namespace jourdain
