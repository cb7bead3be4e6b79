// A mechanism in 3D: bodies as rods, joints, forces of motors, and how they move over time. Base frame, SI units.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

enum class ScenePart { base, link, platform, gap };  // gap: between the sides of open joints

enum class SceneJointKind { hinge, slider, universal, ball };

struct SceneRod {
  Vector3 from = Vector3::Zero();  // in the body's frame
  Vector3 to = Vector3::Zero();
  double thickness = 1;  // times the scene's usual radius
};

struct SceneBody {
  std::string name;
  ScenePart part = ScenePart::link;
  std::vector<SceneRod> rods;
  std::vector<Vector3> plate;  // corners of a flat body in order, at least three, or none
};

struct SceneJoint {
  std::string name;
  SceneJointKind kind = SceneJointKind::hinge;
  bool motor = false;
  int body = 0;  // that carries it
  Vector3 at = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
  bool open = false;  // its sides do not meet
};

// A force along, or a torque about, an axis, drawn as an arrow.
struct SceneForce {
  std::string name;
  bool torque = false;
  int body = 0;  // on which it acts
  Vector3 at = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
  std::vector<double> values;  // one per frame, N or N m; not finite: no arrow
  double full = 0;             // drawn at full length: the motor's limit, or 0: the largest value
};

// A number to read beside the slider.
struct SceneReading {
  std::string name;
  std::string unit;
  std::vector<double> values;           // one per frame
  std::vector<std::string> texts = {};  // shown instead, one per frame; may be empty
};

// A name at a place of a body.
struct SceneLabel {
  std::string text;
  int body = 0;
  Vector3 at = Vector3::Zero();  // in the body's frame
};

// A coloured grid of points in space such as a slice through the workspace, row by row.
struct SceneSlice {
  std::string name;
  Vector3 corner = Vector3::Zero();  // the first point
  Vector3 across = Vector3::Zero();  // to the next point of the row
  Vector3 up = Vector3::Zero();      // to the next row
  int columns = 0;
  std::vector<std::string> colours;  // "#rrggbb"; empty: nothing there
  std::string note;
};

// A coordinate by which the robot is dragged.
struct SceneAxis {
  std::string name;
  std::string unit;
  double from = 0, to = 1;  // in that unit
  double home = 0;
  Vector3 direction = Vector3::Zero();  // along which it moves the output, or about which it turns it
  bool turns = false;
  double scale = 1;  // units per metre or radian
};

// What a viewer needs to solve the mechanism itself: closure of all joints, weights, springs, limits; and poses with
// the program's answers, by which the viewer checks its own. The robot is moved by its output, or by its motors.
struct SceneMechanism {
  struct Joint {
    std::string name;
    std::string kind;  // as in files: "revolute", ...
    int a = 0, b = 0;  // bodies
    Placement in_a, in_b;
    double pitch = 0;
    std::vector<double> lower, upper;  // one per freedom, not finite: no limit
    double cone = 0;                   // not finite: none
    int motor = -1;                    // index of the motor
  };
  // Force -stiffness * (q - rest) - preload on a joint's freedom.
  struct Spring {
    int joint = 0, freedom = 0;
    double stiffness = 0, rest = 0, preload = 0;
  };
  // Force stiffness * (distance - length) + force pulls two points together; in the bodies' frames.
  struct Pull {
    int a = 0, b = 0;
    Vector3 at_a = Vector3::Zero(), at_b = Vector3::Zero();
    double stiffness = 0, length = 0, force = 0;
  };
  struct Weight {
    double mass = 0;
    Vector3 centre = Vector3::Zero();  // in the body's frame
  };
  // A coordinate of the spanning tree: a turn about a line, or a slide along it, of some bodies.
  struct Coordinate {
    bool slides = false;
    double pitch = 0;  // of a screw: slide per radian
    int body = 0;      // in which the line is fixed
    Vector3 at = Vector3::Zero(), axis = Vector3::UnitZ();
    std::vector<int> moves;  // bodies
  };
  // Coordinates and cut joints of a limb, whose rates the platform's fix.
  struct Limb {
    std::string name;
    std::vector<int> coordinates, cuts;
  };
  struct Check {
    std::vector<double> at;        // coordinates, in units of the axes
    std::vector<Placement> poses;  // of all bodies
    double type1 = 0, type2 = 0, constraint = 0;
    double margin = 0;           // to the nearest limit; not finite: none
    std::vector<double> forces;  // of the motors at rest
  };
  std::vector<SceneAxis> axes;
  std::vector<int> moves;     // commanded: 0 to 5, x y z rx ry rz; without an output the motors
  std::vector<double> homes;  // of the moves, m or rad; axes are the first of them
  std::vector<Joint> joints;
  std::vector<Coordinate> coordinates;
  std::vector<Limb> limbs;             // none: distances of type 1 are those of the output
  std::vector<int> cuts;               // joints outside the tree
  std::vector<int> motor_coordinates;  // of each motor
  std::vector<int> driving;            // motors, as many as freedoms
  int freedoms = 0;
  std::vector<Weight> weights;  // of all bodies, payload included
  Vector3 gravity = Vector3::Zero();
  std::vector<Spring> springs;
  std::vector<Pull> pulls;
  int output = -1;         // body; -1: moved by the motors
  Placement output_frame;  // in that body
  double output_length = 1;
  std::vector<Check> checks;
};

struct Scene {
  std::string title;
  Vector3 up = Vector3::UnitZ();  // against gravity
  double size = 1;                // characteristic length
  bool flat = false;              // a planar mechanism: seen from the side of `facing`
  Vector3 facing = Vector3::UnitZ();
  std::vector<SceneBody> bodies;  // bodies[0] stands still
  std::vector<SceneJoint> joints;
  std::vector<double> time;                    // rising, one per frame; a single frame is a picture
  std::vector<std::vector<Placement>> frames;  // poses of all bodies
  std::vector<SceneForce> forces;
  std::vector<SceneReading> readings;
  std::vector<SceneLabel> labels;
  std::vector<Vector3> path;  // of the tool, one per frame; may be empty
  std::vector<SceneSlice> slices;
  std::optional<SceneMechanism> mechanism;  // the robot can be dragged
  int first_force = -1;                     // index of the reading of the first force
};

}  // namespace jourdain
