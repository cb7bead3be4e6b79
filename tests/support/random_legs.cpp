#include "support/random_legs.hpp"

#include <stdexcept>

namespace jourdain {
namespace {

// Chains must be better than this by chain_regularity().
constexpr double regular_enough = 0.06;

JointSketch revolute(const Vector3& at, const Vector3& axis) { return {JointType::revolute, at, axis.normalized()}; }
JointSketch prismatic(const Vector3& at, const Vector3& axis) { return {JointType::prismatic, at, axis.normalized()}; }
JointSketch cylindrical(const Vector3& at, const Vector3& axis) {
  return {JointType::cylindrical, at, axis.normalized()};
}
JointSketch planar(const Vector3& at, const Vector3& normal) { return {JointType::planar, at, normal.normalized()}; }
JointSketch spherical(const Vector3& at) { return {JointType::spherical, at}; }
JointSketch universal(const Vector3& at, const Vector3& first, const Vector3& second) {
  return {JointType::universal, at, first.normalized(), second.normalized()};
}

// A universal joint that lets a rod along `rod` swing both ways.
JointSketch swing(Random& random, const Vector3& at, const Vector3& rod) {
  const Vector3 normal = near_direction(random, rod, 0.3), first = across(random, normal);
  return universal(at, first, normal.cross(first));
}

JointSketch helical(Random& random, const Vector3& at, const Vector3& axis) {
  JointSketch joint{JointType::helical, at, axis.normalized()};
  joint.pitch = std::copysign(0.13 + uniform(random, 0.03), uniform(random, 1));
  return joint;
}

JointSketch driven(JointSketch joint) {
  joint.motor = true;
  return joint;
}

// Draws until the chain is away from its singularities.
template <typename Draw>
Chain regular(const Vector3& end, Draw&& draw) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Chain chain = draw();
    if (chain_regularity(chain, end, drawing_length) > regular_enough) return chain;
  }
  throw std::logic_error("no regular leg in 1000 draws");
}

// A point beside the way from one end to the other.
Vector3 elbow(Random& random, const Vector3& from, const Vector3& to) {
  const Vector3 way = to - from;
  return from + (0.4 + uniform(random, 0.1)) * way + (0.35 + uniform(random, 0.1)) * way.norm() * across(random, way);
}

// Where a telescope slides: on the line between its ends or a little beside and askew, then without closed form.
JointSketch telescope(Random& random, const Vector3& from, const Vector3& to) {
  const Vector3 way = to - from, at = from + 0.4 * way;
  if (coin(random)) return driven(prismatic(at, way));
  return driven(prismatic(at + 0.05 * across(random, way), near_direction(random, way, 0.1)));
}

Vector3 tangent(Random& random, const Vector3& way) {
  const Vector3 side = Vector3::UnitZ().cross(way);
  return near_direction(random, side.norm() > 0.1 * way.norm() ? side : across(random, Vector3::UnitZ()), 0.15);
}

// A bar between universal joints whose outer axes lie along `side`.
void add_parallelogram(const Vector3& from, const Vector3& to, const Vector3& side, Chain& chain) {
  const Vector3 inner = side.cross(to - from);
  chain.joints.push_back(universal(from, side, inner));
  chain.joints.push_back(universal(to, inner, side));
  chain.thin = {false, true};
}

// Joints whose kind is drawn from -1 to 1: below the first bound revolute, below the second prismatic, else helical.
Chain draw_arm(Random& random, const Vector3& from, const Vector3& to, double turns, double slides) {
  return regular(to, [&] {
    Chain chain;
    for (int i = 0; i < 6; ++i) {
      const Vector3 at = from + i / 6.0 * (to - from) + uniform3(random, 0.1), axis = direction3(random);
      const double kind = uniform(random, 1);
      chain.joints.push_back(kind < turns    ? revolute(at, axis)
                             : kind < slides ? prismatic(at, axis)
                                             : helical(random, at, axis));
    }
    return with_motors(chain, 6);
  });
}

}  // namespace

Vector3 near_direction(Random& random, const Vector3& direction, double spread) {
  return (direction.normalized() + uniform3(random, spread)).normalized();
}

Vector3 across(Random& random, const Vector3& direction) {
  for (;;) {
    const Vector3 any = direction3(random), e = direction.normalized(), side = any - any.dot(e) * e;
    if (side.norm() > 0.3) return side.normalized();
  }
}

Chain ups_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    return Chain{{swing(random, from, to - from), telescope(random, from, to), spherical(to)}};
  });
}

Chain sps_leg(Random&, const Vector3& from, const Vector3& to) {
  const Vector3 at = from + 0.45 * (to - from);
  return {{spherical(from), driven(prismatic(at, to - from)), spherical(to)}, false, {true, true}};
}

Chain uhs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const JointSketch screw = driven(helical(random, from + 0.4 * (to - from), to - from));
    return Chain{{swing(random, from, to - from), screw, spherical(to)}};
  });
}

Chain rus_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(revolute(from, across(random, e - from))), swing(random, e, to - e), spherical(to)}};
  });
}

Chain rss_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    const JointSketch motor = driven(revolute(from, across(random, e - from)));
    return Chain{{motor, spherical(e), spherical(to)}, false, {false, true}};
  });
}

Chain hus_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(helical(random, from, across(random, e - from))), swing(random, e, to - e), spherical(to)}};
  });
}

Chain pus_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = from + uniform3(random, 0.08);
    return Chain{{driven(prismatic(from, direction3(random))), swing(random, e, to - e), spherical(to)}};
  });
}

Chain pss_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = from + uniform3(random, 0.08);
    const JointSketch motor = driven(prismatic(from, direction3(random)));
    return Chain{{motor, spherical(e), spherical(to)}, false, {false, true}};
  });
}

Chain pcs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(prismatic(from, direction3(random))), cylindrical(e, direction3(random)), spherical(to)}};
  });
}

Chain rcs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(revolute(from, direction3(random))), cylindrical(e, direction3(random)), spherical(to)}};
  });
}

Chain reu_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(revolute(from, direction3(random))), planar(e, direction3(random)),
                  swing(random, to, direction3(random))}};
  });
}

Chain rrrs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(revolute(from, direction3(random))),
                  revolute(from + uniform3(random, 0.1), direction3(random)), revolute(e, direction3(random)),
                  spherical(to)}};
  });
}

Chain prrs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = elbow(random, from, to);
    return Chain{{driven(prismatic(from, direction3(random))),
                  revolute(from + uniform3(random, 0.1), direction3(random)), revolute(e, direction3(random)),
                  spherical(to)}};
  });
}

Chain ucu_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 way = to - from;
    return Chain{{swing(random, from, way), cylindrical(from + 0.6 * way, way), swing(random, to, way)}};
  });
}

Chain rps_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    return Chain{{revolute(from, tangent(random, to - from)), telescope(random, from, to), spherical(to)}};
  });
}

Chain prs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = from + uniform3(random, 0.05);
    const JointSketch motor = driven(prismatic(from, near_direction(random, to - from, 0.4)));
    return Chain{{motor, revolute(e, tangent(random, to - e)), spherical(to)}};
  });
}

Chain rrs_leg(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 axis = tangent(random, to - from), way = to - from;
    const Vector3 e = from + 0.45 * way + 0.35 * way.norm() * axis.cross(way).normalized();
    return Chain{{driven(revolute(from, axis)), revolute(e, near_direction(random, axis, 0.05)), spherical(to)}};
  });
}

Chain arm_and_bar(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 axis = tangent(random, to - from), e = from + 0.5 * across(random, axis) * (to - from).norm();
    Chain chain{{driven(revolute(from, axis))}};
    add_parallelogram(e, to, axis, chain);
    return chain;
  });
}

Chain carriage_and_bar(Random& random, const Vector3& from, const Vector3& to) {
  return regular(to, [&] {
    const Vector3 e = from + uniform3(random, 0.05);
    Chain chain{{driven(prismatic(from, near_direction(random, to - from, 0.5)))}};
    add_parallelogram(e, to, tangent(random, to - e), chain);
    return chain;
  });
}

Chain planar_leg(Random& random, const Vector3& from, const Vector3& to, const Vector3& normal) {
  return regular(to, [&] {
    const Vector3 way = to - from, side = normal.cross(way);
    // Joints stand at different heights above the plane.
    const auto raised = [&](const Vector3& at) -> Vector3 { return at + uniform(random, 0.05) * normal; };
    const Vector3 e = from + 0.4 * way + std::copysign(0.4, uniform(random, 1)) * side;
    const Vector3 slide = (way.normalized() + uniform(random, 0.6) * side.normalized()).normalized();
    switch (std::uniform_int_distribution<int>(0, 2)(random)) {
      case 0: return Chain{{driven(revolute(raised(from), normal)), revolute(raised(e), normal), revolute(to, normal)}};
      case 1: return Chain{{driven(prismatic(raised(from), slide)), revolute(raised(e), normal), revolute(to, normal)}};
      default:
        return Chain{{revolute(raised(from), normal), driven(prismatic(raised(e), slide)), revolute(to, normal)}};
    }
  });
}

Chain spherical_leg(Random& random, const Vector3& center, const Vector3& first, const Vector3& last) {
  return regular(center, [&] {
    const auto on_axis = [&](const Vector3& axis) {
      return revolute(center + (0.3 + uniform(random, 0.1)) * axis.normalized(), axis);
    };
    return Chain{{driven(on_axis(first)), on_axis(direction3(random)), on_axis(last)}};
  });
}

Chain serial_arm(Random& random, const Vector3& from, const Vector3& to) {
  return draw_arm(random, from, to, -0.2, 0.3);
}

Chain turning_arm(Random& random, const Vector3& from, const Vector3& to) { return draw_arm(random, from, to, 1, 1); }

Chain with_motors(Chain chain, int motors) {
  for (JointSketch& joint : chain.joints) {
    joint.motor = motors > 0 && freedoms(joint.type) == 1;
    motors -= joint.motor;
  }
  return chain;
}

}  // namespace jourdain
