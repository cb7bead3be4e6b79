// Families of platforms on legs.
#include "support/random_mechanism.hpp"

namespace jourdain {
namespace {

const std::vector<Move> six_moves{Move::x, Move::y, Move::z, Move::rx, Move::ry, Move::rz};

const std::vector<LegMaker> telescopes{ups_leg, sps_leg, uhs_leg};
const std::vector<LegMaker> elbows{rus_leg, rss_leg, hus_leg};
const std::vector<LegMaker> sliders{pus_leg, pss_leg};
const std::vector<LegMaker> chains_with_ball{pcs_leg, rcs_leg, reu_leg, rrrs_leg, prrs_leg};
const std::vector<LegMaker> any_legs{ups_leg, sps_leg, uhs_leg, rus_leg,  rss_leg, hus_leg, pus_leg,
                                     pss_leg, pcs_leg, rcs_leg, rrrs_leg, reu_leg, prrs_leg};
const std::vector<LegMaker> sliding_motors{ups_leg, sps_leg, pus_leg, pss_leg, pcs_leg, prrs_leg};

constexpr double hexapod_twist = 0.6, hexapod_radius = 0.32;

enum class Motors { on_base, on_platform, anywhere };

// Legs of six freedoms between a circle on the base and one on the platform.
std::vector<Chain> draw_legs(Random& random, int count, const std::vector<LegMaker>& makers, Motors motors) {
  const LegSpots spots = leg_spots(random, count, hexapod_twist, hexapod_radius, platform_center.z());
  std::vector<Chain> chains;
  for (std::size_t i = 0; i < spots.base.size(); ++i) {
    const bool turned = motors == Motors::on_platform || (motors == Motors::anywhere && coin(random));
    const LegMaker make = any_of(random, makers);
    chains.push_back(turned ? make(random, spots.platform[i], spots.base[i])
                            : make(random, spots.base[i], spots.platform[i]));
    chains.back().from_platform = turned;
  }
  return chains;
}

// A platform that hangs on the base by chains only.
Mechanism on_chains(const std::string& name, Random& random, const std::vector<Chain>& chains,
                    const std::vector<Move>& moves, const Vector3& center = platform_center) {
  HomeSketch sketch(name, random);
  const int platform = add_platform(sketch, random, "platform", center);
  add_legs(sketch, chains, 0, platform);
  sketch.set_platform(platform, moves);
  return sketch.mechanism();
}

Mechanism six_legs(const std::string& name, Random& random, const std::vector<LegMaker>& makers,
                   Motors motors = Motors::on_base) {
  return on_chains(name, random, firm_chains(platform_center, [&] { return draw_legs(random, 6, makers, motors); }),
                   six_moves);
}

Mechanism six_mixed(Random& random) { return six_legs("six-mixed", random, any_legs); }
Mechanism six_telescopes(Random& random) { return six_legs("six-telescopes", random, telescopes); }
Mechanism six_ups(Random& random) { return six_legs("six-ups", random, {ups_leg}); }
Mechanism six_elbows(Random& random) { return six_legs("six-elbows", random, elbows); }
Mechanism six_sliders(Random& random) { return six_legs("six-sliders", random, sliders); }
Mechanism six_chains(Random& random) { return six_legs("six-chains", random, chains_with_ball); }
Mechanism idle_rods(Random& random) { return six_legs("idle-rods", random, {sps_leg, rss_leg, pss_leg}); }
Mechanism reversed_legs(Random& random) {
  return six_legs("reversed-legs", random, any_legs, coin(random) ? Motors::on_platform : Motors::anywhere);
}

// Legs with several motors each.
Mechanism few_legs(const std::string& name, Random& random, int legs, int motors) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    std::vector<Chain> all = draw_legs(random, legs, {rrrs_leg, prrs_leg}, Motors::on_base);
    for (Chain& chain : all) chain = with_motors(chain, motors);
    return all;
  });
  return on_chains(name, random, chains, six_moves);
}
Mechanism three_legs(Random& random) { return few_legs("three-legs", random, 3, 2); }

// Balls alone would leave a turn about the line between them.
Mechanism two_legs(Random& random) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    const LegSpots spots = leg_spots(random, 2, hexapod_twist, hexapod_radius, platform_center.z());
    return std::vector<Chain>{with_motors(rrrs_leg(random, spots.base[0], spots.platform[0]), 3),
                              with_motors(serial_arm(random, spots.base[1], spots.platform[1]), 3)};
  });
  return on_chains("two-legs", random, chains, six_moves);
}

// Passive legs beside the driven ones.
Mechanism measuring_legs(Random& random) {
  std::vector<Chain> chains =
      firm_chains(platform_center, [&] { return draw_legs(random, 6, any_legs, Motors::on_base); });
  for (const Chain& leg : draw_legs(random, 2, {ups_leg, ucu_leg, rcs_leg}, Motors::on_base))
    chains.push_back(with_motors(leg, 0));
  return on_chains("measuring-legs", random, chains, six_moves);
}

// More motors than freedoms; all of them slide, so that every norm of their forces is the same.
Mechanism redundant_motors(Random& random) {
  return on_chains("spare-motors", random,
                   firm_chains(platform_center, [&] { return draw_legs(random, 8, sliding_motors, Motors::on_base); }),
                   six_moves);
}

// A platform on one joint to the base, and as many legs as it has freedoms.
Mechanism guided(const std::string& name, Random& random, JointType type, const std::vector<Move>& moves) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    JointSketch guide{type, platform_center + uniform3(random, 0.1)};
    guide.axis = near_direction(random, type == JointType::universal ? Vector3::UnitX() : Vector3::UnitZ(), 0.2);
    if (type == JointType::universal) guide.second = guide.axis.cross(Vector3::UnitZ()).normalized();
    if (type == JointType::helical) guide.pitch = 0.1 + uniform(random, 0.05);
    std::vector<Chain> all = draw_legs(random, freedoms(type), any_legs, Motors::anywhere);
    all.push_back(Chain{{guide}});
    return all;
  });
  return on_chains(name, random, chains, moves);
}
Mechanism on_hinge(Random& random) { return guided("on-hinge", random, JointType::revolute, {Move::rz}); }
Mechanism on_slide(Random& random) { return guided("on-slide", random, JointType::prismatic, {Move::z}); }
Mechanism on_screw(Random& random) { return guided("on-screw", random, JointType::helical, {Move::rz}); }
Mechanism on_cylinder(Random& random) {
  return guided("on-cylinder", random, JointType::cylindrical, {Move::z, Move::rz});
}
Mechanism on_cardan(Random& random) { return guided("on-cardan", random, JointType::universal, {Move::rx, Move::ry}); }
Mechanism on_ball(Random& random) {
  return guided("on-ball", random, JointType::spherical, {Move::rx, Move::ry, Move::rz});
}
Mechanism on_plane(Random& random) {
  return guided("on-plane", random, JointType::planar, {Move::x, Move::y, Move::rz});
}

std::vector<Chain> draw_radial(Random& random, int count, double radius, const std::vector<LegMaker>& makers) {
  return firm_chains(platform_center, [&] {
    const LegSpots spots = leg_spots(random, count, 0, radius, platform_center.z());
    std::vector<Chain> chains;
    for (std::size_t i = 0; i < spots.base.size(); ++i)
      chains.push_back(any_of(random, makers)(random, spots.base[i], spots.platform[i]));
    return chains;
  });
}

Mechanism tripod(Random& random) {
  return on_chains("tripod", random, draw_radial(random, 3, 0.3, {rps_leg, prs_leg, rrs_leg}),
                   {Move::z, Move::rx, Move::ry});
}

const std::vector<Move> translations{Move::x, Move::y, Move::z};

Mechanism delta_bars(Random& random) {
  return on_chains("delta-bars", random, draw_radial(random, 3, 0.15, {arm_and_bar, carriage_and_bar}), translations);
}

// One leg more than freedoms.
Mechanism delta_spare(Random& random) {
  return on_chains("delta-spare", random, draw_radial(random, 4, 0.15, {carriage_and_bar}), translations);
}

// The forearms as pairs of rods on balls.
Mechanism delta_pairs(Random& random) {
  HomeSketch sketch("delta-pairs", random);
  const int platform = add_platform(sketch, random, "platform", platform_center);
  int number = 0;
  for (const Chain& chain : draw_radial(random, 3, 0.15, {arm_and_bar, carriage_and_bar})) {
    const std::string name = "leg" + std::to_string(++number);
    const JointSketch &motor = chain.joints[0], &elbow = chain.joints[1], &wrist = chain.joints[2];
    const int arm = sketch.add_body(name + ".arm", (motor.at + elbow.at) / 2);
    sketch.add_joint(name + ".motor", motor, 0, arm);
    for (const double side : {-0.07, 0.07}) {
      const Vector3 from = elbow.at + side * elbow.axis, to = wrist.at + side * elbow.axis;
      const std::string rod_name = name + (side < 0 ? ".left" : ".right");
      const int rod = sketch.add_bar(rod_name, from, to);
      sketch.add_joint(rod_name + "_a", {JointType::spherical, from}, arm, rod);
      sketch.add_joint(rod_name + "_b", {JointType::spherical, to}, rod, platform);
    }
  }
  sketch.set_platform(platform, translations);
  return sketch.mechanism();
}

// Three legs [P]RRR whose turning axes are parallel within a leg.
Mechanism parallel_hinges(Random& random) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    std::vector<Chain> all;
    for (int i = 0; i < 3; ++i) {
      const Vector3 e = near_direction(random, Vector3::Unit(i), 0.3), side = across(random, e);
      const Vector3 to = platform_center + uniform3(random, 0.15), from = to + 0.5 * side + 0.2 * e;
      const Vector3 elbow = (from + to) / 2 + 0.3 * e.cross(side);
      Chain chain;
      chain.joints.push_back({JointType::prismatic, from, near_direction(random, e, 0.2)});
      for (const Vector3& at : {from, elbow, to}) chain.joints.push_back({JointType::revolute, at, e});
      all.push_back(with_motors(chain, 1));
    }
    return all;
  });
  return on_chains("parallel-hinges", random, chains, translations);
}

// Translations and a turn about one direction: a leg [P]RRR and three [R]RC, all axes parallel.
Mechanism four_moves(Random& random) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    const Vector3 up = coin(random) ? Vector3(0, 0, 1) : near_direction(random, Vector3::UnitZ(), 0.2);
    const LegSpots spots = leg_spots(random, 4, 0.6, 0.25, platform_center.z());
    std::vector<Chain> all;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vector3 from = spots.base[i], to = spots.platform[i];
      const Vector3 elbow =
          (from + to) / 2 + std::copysign(0.25, uniform(random, 1)) * up.cross(to - from).normalized();
      Chain chain;
      if (i == 0) chain.joints.push_back({JointType::prismatic, from, near_direction(random, up, 0.2)});
      chain.joints.push_back({JointType::revolute, from, up});
      chain.joints.push_back({JointType::revolute, elbow, up});
      chain.joints.push_back({i == 0 ? JointType::revolute : JointType::cylindrical, to, up});
      all.push_back(with_motors(chain, 1));
    }
    return all;
  });
  return on_chains("four-moves", random, chains, {Move::x, Move::y, Move::z, Move::rz});
}

Mechanism spherical_wrist(Random& random) {
  const std::vector<Chain> chains = firm_chains(platform_center, [&] {
    std::vector<Chain> all;
    for (int i = 0; i < 3; ++i) {
      const Vector3 first = near_direction(random, Vector3::Unit(i), 0.4);
      all.push_back(
          spherical_leg(random, platform_center, first, near_direction(random, Vector3::Unit((i + 1) % 3), 0.4)));
    }
    return all;
  });
  return on_chains("spherical-wrist", random, chains, {Move::rx, Move::ry, Move::rz});
}

}  // namespace

std::vector<MechanismFamily> platform_families() {
  return {{"six_mixed", six_mixed},
          {"six_ups", six_ups},
          {"six_telescopes", six_telescopes},
          {"six_elbows", six_elbows},
          {"six_sliders", six_sliders},
          {"six_chains", six_chains},
          {"idle_rods", idle_rods},
          {"reversed_legs", reversed_legs},
          {"three_legs", three_legs},
          {"two_legs", two_legs},
          {"measuring_legs", measuring_legs},
          {"spare_motors", redundant_motors},
          {"on_hinge", on_hinge},
          {"on_slide", on_slide},
          {"on_screw", on_screw},
          {"on_cylinder", on_cylinder},
          {"on_cardan", on_cardan},
          {"on_ball", on_ball},
          {"on_plane", on_plane},
          {"tripod", tripod},
          {"delta_bars", delta_bars},
          {"delta_spare", delta_spare},
          {"delta_pairs", delta_pairs},
          {"parallel_hinges", parallel_hinges},
          {"four_moves", four_moves},
          {"spherical_wrist", spherical_wrist}};
}

}  // namespace jourdain
