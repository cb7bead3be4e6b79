#include "model/model_keys.hpp"

#include "model/inertia_shapes.hpp"
#include "model/joint_freedoms.hpp"

#include <cmath>

namespace jourdain {

void show_keys(KeyVisitor& keys, FileKeys& file) {
  keys.node({"jourdain", "version of the format: 1", {.required = true}}, "version", file.jourdain);
  keys.node({"name",
             "of the robot; generated code is called after it, with what C does not allow replaced",
             {.required = true, .example = "other"}},
            "title", file.name);
  keys.node({"description", "text", {.example = "a machine"}}, "text", file.description);
  keys.node({"parameters",
             "map of names to values: `symbol: value`; a value may use the parameters above it",
             {.example = "{L: 200 mm}"}},
            "parameters", file.parameters);
  keys.node({"gravity", "in base axes; default `[0, 0, -9.81]`", {.example = "[0, -9.81, 0]"}}, "vector", file.gravity);
  keys.node({"friction", "map of names to friction sets that joints share"}, "friction_sets", file.friction);
  keys.node({"bodies", "map of names to bodies"}, "bodies", file.bodies);
  keys.node({"joints", "map of names to joints"}, "joints", file.joints);
  keys.node({"legs", "one leg group, or a list of them"}, "legs", file.legs);
  keys.node({"counterbalances", "map of names to springs between two points"}, "counterbalances", file.counterbalances);
  keys.node({"platform", "the body whose motion is commanded, which hangs on legs"}, "platform", file.platform);
  keys.node({"end_point",
             "the same for a point of some link; a mechanism may have neither",
             {.not_with = "platform", .why = "a model has a platform or an end point, not both"}},
            "end_point", file.end_point);
  keys.node({"structure", "declared symmetries and zeros"}, "structure", file.structure);
  keys.node({"assembly", "where to look for a first configuration"}, "assembly", file.assembly);
}

void show_keys(KeyVisitor& keys, MassKeys& mass, MassOf of) {
  keys.number(
      {"mass",
       of == MassOf::rods ? "of the pair" : "of the body",
       {.required = !mass.massless,
        .advice =
            of == MassOf::payload ? "" : "the mass is missing: write for example mass: 0.5 kg, or massless: true"}},
      Measure::mass, Bound::from_zero, mass.mass);
  if (of != MassOf::payload)
    keys.flag({"massless", "`true` instead of a mass: a body without mass has no moments", {.instead_of = "mass"}},
              mass.massless);
  keys.vector({"com",
               of == MassOf::rods ? "centre of mass, x along the rods; default: their middle"
                                  : "centre of mass in the body frame",
               {.example = "[0.1, 0, 0]"}},
              Measure::length, mass.com);
  keys.node({"inertia",
             of == MassOf::rods ? "as in a body, of the pair, or `thin` (default): that of thin rods"
                                : "about the centre of mass, in body axes: `[Ixx, Iyy, Izz]`, tensor entries or a "
                                  "shape (below), or `point` (default): none",
             {.example = "[1, 1, 1]"}},
            of == MassOf::rods ? "rod_inertia" : "body_inertia", mass.inertia);
}

void show_keys(KeyVisitor& keys, TensorKeys& tensor) {
  constexpr std::string_view references[] = {"com", "frame"};
  for (const auto& [word, value] : {std::pair{"xx", &tensor.xx},
                                    {"yy", &tensor.yy},
                                    {"zz", &tensor.zz},
                                    {"xy", &tensor.xy},
                                    {"xz", &tensor.xz},
                                    {"yz", &tensor.yz}})
    keys.number({word, "entry of the tensor"}, Measure::inertia, Bound::any, *value);
  keys.choice({"about", "the point of the tensor: the centre of mass, or the origin of the body frame"}, references,
              "com or frame", tensor.about);
}

namespace {

void show_axis(KeyVisitor& keys, Shape& shape) {
  static constexpr std::string_view letters[] = {"x", "y", "z"};
  keys.choice({"axis", "of the shape; default: x of a rod, z of the others"}, letters, "the axis of the shape",
              shape.axis);
}

void show_rod(KeyVisitor& keys, Shape& rod) {
  keys.number({"rod", "length of a thin rod", {.required = true}}, Measure::length, Bound::above_zero, rod.length);
  show_axis(keys, rod);
}

void show_box(KeyVisitor& keys, Shape& box) {
  keys.vector({"box", "its edges", {.required = true}}, Measure::length, box.edges);
}

// A radius, or a diameter instead.
void show_radius(KeyVisitor& keys, std::string_view word, std::string_view diameter, Bound bound, double& radius) {
  keys.number({word, "radius", {.required = true}}, Measure::length, bound, radius);
  keys.number({diameter, "diameter instead", {.instead_of = word, .not_with = word, .why = "write one of them"}},
              {Measure::length, Measure::length, 0.5}, bound, radius);
}

void show_cylinder(KeyVisitor& keys, Shape& cylinder) {
  keys.section({"cylinder", "its sizes", {.required = true}}, [&](KeyVisitor& inner) {
    show_radius(inner, "radius", "diameter", Bound::above_zero, cylinder.radius);
    inner.number({"length", "along the axis", {.required = true}}, Measure::length, Bound::above_zero, cylinder.length);
  });
  show_axis(keys, cylinder);
}

void show_tube(KeyVisitor& keys, Shape& tube) {
  keys.section({"tube", "its sizes", {.required = true}}, [&](KeyVisitor& inner) {
    show_radius(inner, "outer", "outer_diameter", Bound::above_zero, tube.radius);
    show_radius(inner, "inner", "inner_diameter", Bound::from_zero, tube.inner);
    inner.number({"length", "along the axis", {.required = true}}, Measure::length, Bound::above_zero, tube.length);
  });
  show_axis(keys, tube);
}

void show_disc(KeyVisitor& keys, Shape& disc) {
  keys.number({"disc", "radius of a thin disc", {.required = true}}, Measure::length, Bound::above_zero, disc.radius);
  show_axis(keys, disc);
}

void show_sphere(KeyVisitor& keys, Shape& sphere) {
  keys.number({"sphere", "radius of a solid sphere", {.required = true}}, Measure::length, Bound::above_zero,
              sphere.radius);
}

Matrix3 round_inertia(double mass, const Shape& shape) {
  return tube_inertia(mass, shape.radius, shape.inner, shape.length, shape.axis);
}

}  // namespace

std::span<const ShapeKind> shape_kinds() {
  static constexpr ShapeKind kinds[] = {
      {"rod", "a rod", 0, show_rod, [](double m, const Shape& s) { return rod_inertia(m, s.length, s.axis); }},
      {"box", "a box", 0, show_box, [](double m, const Shape& s) { return box_inertia(m, s.edges); }},
      {"cylinder", "a cylinder", 2, show_cylinder, round_inertia},
      {"tube", "a tube", 2, show_tube, round_inertia},
      {"disc", "a disc", 2, show_disc, round_inertia},
      {"sphere", "a sphere", 0, show_sphere, [](double m, const Shape& s) { return sphere_inertia(m, s.radius); }},
  };
  return kinds;
}

void show_keys(KeyVisitor& keys, PlacementKeys& placement) {
  keys.node({"at", "place of the origin", {.example = "[0.1, 0, 0]"}}, "vector", placement.at);
  keys.node({"rpy", "orientation by Cardan angles `[a, b, c]`, R = Rx(a) Ry(b) Rz(c)", {.example = "[0.1, 0, 0]"}},
            "vector", placement.rpy);
  keys.node(
      {"quaternion", "or by `[w, x, y, z]`, of length 1 within 1e-3; it is normalised", {.example = "[0, 1, 0, 0]"}},
      "quaternion", placement.quaternion);
  keys.node({"matrix",
             "or by the rows of a rotation matrix, orthonormal within 1e-9, taken as it is",
             {.example = "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]"}},
            "matrix", placement.matrix);
}

namespace {

void show_frame_keys(KeyVisitor& keys, JointKeys& joint, JointType type) {
  const bool universal = type == JointType::universal;
  const bool needs_axis = type != JointType::spherical && type != JointType::fixed;
  keys.node({"type", "of joint", {.required = true}}, "type", joint.type);
  keys.node({"between", "the two bodies `[a, b]`; positive motion is that of b against a", {.required = true}},
            "between", joint.between);
  keys.node({"at",
             "where the joint is. A vector: in a, and the origin of b. A map `{a: [...], b: [...]}`: in each; a "
             "missing one is its origin",
             {.example = "[0.1, 0, 0]"}},
            "places", joint.at);
  if (universal) {
    keys.node({"axes",
               "`[first, second]`, perpendicular; the first is fixed in a, the second in b. Or a map `{a: [first, "
               "second], b: [first, second]}`",
               {.required = true, .example = "[x, y]"}},
              "axes", joint.axes);
  } else {
    keys.node({"axis",
               "direction of the axis (normal of a planar joint): one for both bodies, or a map `{a: z, b: x}`; "
               "spherical and fixed joints need none",
               {.required = needs_axis, .example = "x"}},
              "directions", joint.axis);
    keys.node({"zero",
               "direction that coincides in both bodies at coordinate 0, perpendicular to the axis; one or a map. "
               "Needed if `axis` is a map. `planar`: the first slide",
               {.example = "y"}},
              "directions", joint.zero);
  }
  keys.node({"frames",
             "instead of `at`, `axis`, `zero`, `axes`: the joint frames in a and in b, `[{at:, matrix:}, {at:, "
             "matrix:}]` with z the axis and x the zero",
             {.instead_of = universal ? "axes" : "axis", .example = "[{at: [0, 0, 1]}, {}]"}},
            "frames", joint.frames);
}

void show_motor_keys(KeyVisitor& keys, JointKeys& joint) {
  constexpr std::string_view why = "a motor needs a joint with one freedom: revolute, prismatic or helical";
  keys.node({"actuated", "`true`: a motor on this joint", {.why = why, .example = "true"}}, "flag", joint.actuated);
  keys.node(
      {"motor", "a motor by its data sheet (below); implies `actuated: true`", {.why = why, .example = "{gear: 2}"}},
      "motor", joint.motor);
  keys.node({"actuator",
             "the same with forces and speeds at the joint, behind the gear",
             {.why = why, .example = "{gear: 2}"}},
            "actuator", joint.actuator);
  keys.node({"drive", "what lies between the controller and the motor (below)", {.why = why, .example = "{gain: 2}"}},
            "drive", joint.drive);
}

}  // namespace

void show_keys(KeyVisitor& keys, JointKeys& joint, JointType type) {
  const JointKind& kind = joint_kind(type);
  show_frame_keys(keys, joint, type);
  if (kind.is_screw)
    keys.number({"pitch", "length per radian, or `5 mm/rev`", {.required = true, .advice = "use a revolute joint"}},
                {Measure::pitch, Measure::length}, Bound::not_zero, joint.pitch);
  if (kind.frictions() > 0)
    keys.node({"friction",
               "a friction set (below), or the name of a shared one, or a list with one entry per freedom (spherical: "
               "always one)",
               {.example = "{coulomb: 2}"}},
              kind.is_ball ? "friction" : "frictions", joint.friction);
  if (kind.coordinates() > 0) {
    keys.node({"spring", "a spring (below), or a list with one entry per freedom", {.example = "{stiffness: 2}"}},
              "springs", joint.spring);
    keys.node(
        {"limits",
         "`[lower, upper]`, or a list of such pairs with one per freedom; `none` for a side or a pair without limit",
         {.example = "[-1, 2]"}},
        "limits", joint.limits);
  }
  if (kind.takes_motor()) show_motor_keys(keys, joint);
  if (kind.has_cone)
    keys.number({"cone", "largest angle between the two joint z axes"}, Measure::angle, Bound::above_zero, joint.cone);
  keys.node({"cut", "`true`: open the loop here (never an actuated joint)", {.example = "true"}}, "flag", joint.cut);
}

void show_keys(KeyVisitor& keys, Friction& friction, bool slides) {
  const Measure force = force_measure(slides);
  keys.number({"coulomb", "dry friction"}, force, Bound::from_zero, friction.coulomb);
  keys.number({"viscous", "grows with the rate"}, slides ? Measure::viscosity : Measure::turn_viscosity,
              Bound::from_zero, friction.viscous);
  keys.number({"offset", "the same in both directions"}, force, Bound::any, friction.offset);
  keys.number(
      {"breakaway",
       "for `simulate` alone: force at which a joint at rest starts; default: that of `coulomb`, never below it"},
      force, Bound::from_zero, friction.breakaway);
  keys.number({"stribeck_speed",
               "for `simulate` alone: over this speed the force falls from `breakaway` to `coulomb`; default: at once",
               {.needs = "breakaway", .why = "friction falls from breakaway to coulomb over this speed"}},
              motion_measure(slides, 1), Bound::from_zero, friction.stribeck_speed);
}

void show_keys(KeyVisitor& keys, Spring& spring, bool slides) {
  keys.number({"stiffness", "force per coordinate"}, slides ? Measure::stiffness : Measure::turn_stiffness,
              Bound::from_zero, spring.stiffness);
  keys.number({"rest", "coordinate without force of the stiffness"}, motion_measure(slides, 0), Bound::any,
              spring.rest);
  keys.number({"preload", "force towards smaller coordinates"}, force_measure(slides), Bound::any, spring.preload);
}

void show_keys(KeyVisitor& keys, MotorKeys& block, bool slides, bool data_sheet) {
  MotorModel& motor = block.motor;
  constexpr std::string_view unknown = "leave it out where it is not known; a joint without a motor has no such block";
  keys.number({"gear",
               "speed of the motor over speed of the joint, so 12 makes the joint slower and stronger. On a joint that "
               "slides it may be in rad/m",
               {.advice = "it is the motor's speed over the joint's; direction: -1 turns the sign of the motor"}},
              {Measure::number, slides ? Measure::gear_of_slide : Measure::number}, Bound::above_zero, motor.gear);
  keys.number({"efficiency", "of the gear. Losses are the motor's when it drives, the load's when it brakes"},
              Measure::number, Bound::share, motor.efficiency);
  keys.number({"rotor_inertia", "at the motor's shaft, in both blocks. A mass, for a motor that slides itself"},
              {Measure::inertia, slides ? Measure::mass : Measure::inertia}, Bound::from_zero, motor.rotor_inertia);
  keys.number({"direction", "encoder reading = direction * gear * (q - zero)"}, Measure::number, Bound::sign,
              motor.direction);
  keys.number({"zero", "joint coordinate at encoder reading 0"}, motion_measure(slides, 0), Bound::any, motor.zero);
  // Losses of the gear: less force comes out of it than goes in. The motor of a slide may turn.
  const KeyMeasure force(force_measure(slides), data_sheet ? Measure::torque : force_measure(slides),
                         data_sheet ? motor.gear * motor.efficiency : 1);
  const KeyMeasure speed(motion_measure(slides, 1), data_sheet ? Measure::turn_rate : motion_measure(slides, 1),
                         data_sheet ? 1 / motor.gear : 1);
  keys.number({"max_force", "the most for moments: bounds the peaks", {.advice = unknown}}, force, Bound::above_zero,
              motor.max_force);
  keys.number({"rated_force", "for ever: bounds the RMS", {.advice = unknown}}, force, Bound::above_zero,
              motor.rated_force);
  keys.number({"stall_force",
               "at standstill: the force-speed line falls from here to nothing at `no_load_speed`; default `max_force`",
               {.needs = "no_load_speed", .why = "together they are the line", .advice = unknown}},
              force, Bound::above_zero, motor.stall_force);
  keys.number({"max_speed", "the most for moments", {.advice = unknown}}, speed, Bound::above_zero, motor.max_speed);
  keys.number({"no_load_speed",
               "end of the force-speed line",
               {.needs = "stall_force max_force", .why = "the line begins there", .advice = unknown}},
              speed, Bound::above_zero, motor.no_load_speed);
  if (!data_sheet) {
    keys.flag({"friction_before_gear",
               "`true`: the joint's friction is that of the motor's bearings, as `friction` in `motor` says it. "
               "`sizing` then charges no losses of the gear to it; simulations have all friction at the joint"},
              block.friction_before_gear);
    return;
  }
  keys.section({"friction", "of the motor's bearings. Times the gear, and its square, it is the friction of the joint"},
               [&](KeyVisitor& inner) {
                 inner.number({"coulomb", "dry friction"}, {force_measure(slides), Measure::torque, motor.gear},
                              Bound::from_zero, block.friction.coulomb);
                 inner.number({"viscous", "grows with the speed"},
                              {slides ? Measure::viscosity : Measure::turn_viscosity, Measure::turn_viscosity,
                               motor.gear * motor.gear},
                              Bound::from_zero, block.friction.viscous);
               });
}

void show_keys(KeyVisitor& keys, DriveKeys& block, bool slides) {
  DriveModel& drive = block.drive;
  const Measure force = force_measure(slides), position = motion_measure(slides, 0);
  keys.number({"time_constant", "of the force's first-order lag; a rise time from 10 to 90 % is 2.2 of it"},
              Measure::time, Bound::from_zero, drive.time_constant);
  keys.number({"gain",
               "force given over force asked for",
               {.advice = "it is the force given over the force asked for; 1 is a drive that does as it is told"}},
              Measure::number, Bound::above_zero, drive.gain);
  keys.number({"force_step", "resolution of the force that can be asked for; 0: none"}, force, Bound::from_zero,
              drive.force_step);
  keys.number({"force_noise", "standard deviation of the force, drawn anew in every sampling period"}, force,
              Bound::from_zero, drive.force_noise);
  keys.number({"encoder_step", "resolution of the measured position; 0: none"}, position, Bound::from_zero,
              drive.encoder_step);
  keys.number({"encoder_counts",
               "instead: steps of one turn of the motor's shaft, before the gear; default: none",
               {.not_with = "encoder_step",
                .why = "both give the resolution: leave one out",
                .advice = "it counts the steps of one turn of the motor's shaft"}},
              Measure::number, Bound::one_or_more, block.encoder_counts);
  keys.number({"position_noise", "standard deviation of a measured position, before it is rounded"}, position,
              Bound::from_zero, drive.position_noise);
}

bool take_drive(const DriveKeys& keys, Joint& joint) {
  MotorModel& motor = *joint.motor;
  motor.drive = keys.drive;
  if (keys.encoder_counts == 0) return true;
  motor.drive.encoder_step = 2 * M_PI / (keys.encoder_counts * motor.gear);
  return !is_length(joint.type, 0) || motor.gear != 1;
}

void show_keys(KeyVisitor& keys, ParallelogramKeys& p) {
  constexpr std::string_view forms[] = {"bar", "rods"};
  keys.node({"type", "`parallelogram`", {.required = true}}, "type", p.type);
  keys.node({"between", "the two bodies `[a, b]` that the rods join", {.required = true}}, "between", p.between);
  keys.node({"at",
             "where the middles of the ends are: a vector in a, or a map of the two bodies",
             {.example = "[0.1, 0, 0]"}},
            "places", p.at);
  keys.number({"length", "of the rods", {.required = true}}, Measure::length, Bound::above_zero, p.length);
  keys.node(
      {"across", "direction from rod to rod, in both bodies or a map of them", {.required = true, .example = "z"}},
      "directions", p.across);
  keys.node({"toward",
             "where the rod points at coordinate zero, perpendicular to `across`; default x. In both bodies, or a map "
             "of them",
             {.example = "z"}},
            "directions", p.toward);
  keys.choice({"as", "one body between universal joints, or two rods on ball joints"}, forms, "bar or rods", p.as_rods);
  keys.number({"width", "distance of the rods, along `across`; `rods` needs it, there is no default"}, Measure::length,
              Bound::above_zero, p.width);
  p.mass.com.x() = p.length / 2;
  show_keys(keys, p.mass, MassOf::rods);
  keys.node({"friction", "of the joints at both ends, or `{a: ..., b: ...}`", {.example = "{coulomb: 2}"}},
            "end_frictions", p.friction);
  keys.node({"cone",
             "how far ball joints on studs along `across` let the rods of a `bar` tilt out of the plane perpendicular "
             "to it: a limit of the second angle of the joint at a, which is the same at both ends",
             {.example = "0.5"}},
            "value", p.cone);
}

void show_keys(KeyVisitor& keys, EndFrictionKeys& friction) {
  keys.node({"a", "of the joints at the first body", {.example = "{coulomb: 2}"}}, "frictions", friction.a);
  keys.node({"b", "of the joints at the second body", {.example = "{coulomb: 2}"}}, "frictions", friction.b);
}

void show_keys(KeyVisitor& keys, LegKeys& leg) {
  keys.node({"repeat", "copies of the leg (below)", {.instead_of = "name"}}, "repeat", leg.repeat);
  keys.node({"name",
             "of the group; default `legs`, then `legs2`, ... Without `repeat` it is needed, and it is the leg's name",
             {.required = true, .example = "other"}},
            "name", leg.name);
  keys.node({"group",
             "legs with the same one form a group",
             {.not_with = "repeat", .why = "a repeated group has a 'name'", .example = "pair"}},
            "name", leg.group);
  keys.choice({"mode", "working mode (below)"}, leg_modes, "a working mode", leg.mode);
  keys.node({"bodies", "map of names to bodies of the leg, or a list of names of bodies that stand at the top level"},
            "leg_bodies", leg.bodies);
  keys.node({"joints", "the same for joints"}, "leg_joints", leg.joints);
}

void show_keys(KeyVisitor& keys, RepeatKeys& repeat) {
  keys.node({"count", "number of legs, 1 to 64; may be left out with `each`", {.required = true, .example = "3"}},
            "value", repeat.count);
  keys.node({"name", "of a leg, with `{i}` for its number; default `leg{i}`", {.example = "\"a{i}\""}}, "text",
            repeat.name);
  keys.node({"about",
             "each copy is turned by `start + (i-1) * step` about this direction through the base origin: places and "
             "directions in `base` and in top-level bodies are turned, those in the leg's own bodies stay. Default: "
             "not turned",
             {.example = "x"}},
            "direction", repeat.about);
  keys.number({"step", "from one leg to the next"}, Measure::angle, Bound::any, repeat.step);
  keys.number({"start", "of the first leg"}, Measure::angle, Bound::any, repeat.start);
  keys.node({"each",
             "map of names to lists with one value or vector per leg: `each: {A: [[...], ...], B: [[...], ...], h: "
             "[0.1, ...]}`; then `at: {base: A, platform: B}`",
             {.instead_of = "count", .example = "{A: [1, 2, 3]}"}},
            "each", repeat.each);
}

void show_keys(KeyVisitor& keys, OutputKeys& output, bool is_platform) {
  keys.node({"body", "that moves", {.required = true}}, "dotted_name", output.body);
  if (!is_platform) show_keys(keys, output.frame);
  keys.node({"moves",
             "independent coordinates, `x y z rx ry rz` (`phi` is `rz`); default for a platform: all six; an end point "
             "must say. `rx ry rz` are Cardan angles, R = Rx(rx) Ry(ry) Rz(rz)",
             {.required = !is_platform, .example = "[x]"}},
            "moves", output.moves);
  keys.node(
      {"tool", "frame of the tool in that of the output: `at` and an orientation", {.example = "{at: [0, 0, 0.1]}"}},
      "placement", output.tool);
  keys.node({"payload", "a body (`mass`, `com`, `inertia`) in the tool frame", {.example = "{mass: 1}"}}, "payload",
            output.payload);
}

void show_keys(KeyVisitor& keys, CounterbalanceKeys& c) {
  keys.node({"between", "the two bodies", {.required = true}}, "between", c.between);
  keys.node({"at", "its ends: a vector in the first body, or a map of both", {.example = "[0.1, 0, 0]"}}, "places",
            c.at);
  keys.number({"stiffness", "force per distance"}, Measure::stiffness, Bound::from_zero, c.spring.stiffness);
  keys.number({"length", "distance without force of the stiffness"}, Measure::length, Bound::from_zero,
              c.spring.length);
  keys.number({"force", "that is always there"}, Measure::force, Bound::any, c.spring.force);
}

void show_keys(KeyVisitor& keys, StructureKeys& structure) {
  keys.node({"identical", "`legs`: legs of one group share their inertial parameters", {.example = "legs"}},
            "legs_word", structure.identical);
  keys.node({"zeros", "entries that are zero: `[sx.ring, Ixy.platform]`", {.example = "[sx.arm]"}}, "texts",
            structure.zeros);
  keys.flag({"underactuated", "`true`: fewer motors than freedoms is intended"}, structure.underactuated);
  keys.node({"relations",
             "linear relations between entries: `[\"sy.ring + sz.stator = 0\"]`",
             {.example = "[\"sx.arm + sy.arm = 0\"]"}},
            "texts", structure.relations);
}

void show_keys(KeyVisitor& keys, AssemblyKeys& assembly) {
  keys.node({"platform", "its pose: a place, or a map of `at` and an orientation", {.example = "[0, 0, 1]"}}, "pose",
            assembly.platform);
  keys.node({"end_point", "likewise", {.example = "[0, 0, 1]"}}, "pose", assembly.end_point);
  keys.node({"joints",
             "map of joints to coordinates; a leg's own joint name sets it in every leg, a full name goes before it",
             {.example = "{hinge: 1}"}},
            "joint_values", assembly.joints);
}

}  // namespace jourdain
