// The keys of model files, section by section. A key that is added here is read, printed, compared, changed by --set,
// and stands in the schema and in docs/model-format.md.
#pragma once

#include "model/keys.hpp"

namespace jourdain {

struct FileKeys {
  const Node *jourdain = nullptr, *name = nullptr, *description = nullptr, *parameters = nullptr, *gravity = nullptr,
             *friction = nullptr, *bodies = nullptr, *joints = nullptr, *legs = nullptr, *counterbalances = nullptr,
             *platform = nullptr, *end_point = nullptr, *structure = nullptr, *assembly = nullptr;
};
void show_keys(KeyVisitor& keys, FileKeys& file);

// Of a body, a payload, or the rods of a parallelogram.
enum class MassOf { body, payload, rods };
struct MassKeys {
  double mass = 0;
  bool massless = false;
  Vector3 com = Vector3::Zero();
  const Node* inertia = nullptr;
};
void show_keys(KeyVisitor& keys, MassKeys& mass, MassOf of = MassOf::body);

struct TensorKeys {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  int about = 0;  // 0: centre of mass, 1: origin of the body frame
};
void show_keys(KeyVisitor& keys, TensorKeys& tensor);

// A shape by which an inertia may be told.
struct Shape {
  double length = 0, radius = 0, inner = 0;
  Vector3 edges = Vector3::Zero();
  int axis = 0;
};
struct ShapeKind {
  std::string_view word, what;
  int axis;  // x, y, z; of all that have one
  void (*show)(KeyVisitor& keys, Shape& shape);
  Matrix3 (*inertia)(double mass, const Shape& shape);
};
std::span<const ShapeKind> shape_kinds();

struct PlacementKeys {
  const Node *at = nullptr, *rpy = nullptr, *quaternion = nullptr, *matrix = nullptr;
};
void show_keys(KeyVisitor& keys, PlacementKeys& placement);

struct JointKeys {
  const Node *type = nullptr, *between = nullptr, *at = nullptr, *frames = nullptr, *axis = nullptr, *zero = nullptr,
             *axes = nullptr, *friction = nullptr, *spring = nullptr, *limits = nullptr, *actuated = nullptr,
             *actuator = nullptr, *motor = nullptr, *drive = nullptr, *cut = nullptr;
  double pitch = 0;
  double cone = unlimited;
};
void show_keys(KeyVisitor& keys, JointKeys& joint, JointType type);

// Of a freedom that slides or turns.
void show_keys(KeyVisitor& keys, Friction& friction, bool slides);
void show_keys(KeyVisitor& keys, Spring& spring, bool slides);

// `motor` with the values of a data sheet, at the shaft; `actuator` with those at the joint.
struct MotorKeys {
  MotorModel motor;
  bool friction_before_gear = false;
  Friction friction = {};
};
void show_keys(KeyVisitor& keys, MotorKeys& motor, bool slides, bool data_sheet);

struct DriveKeys {
  DriveModel drive;
  double encoder_counts = 0;
};
void show_keys(KeyVisitor& keys, DriveKeys& drive, bool slides);
// Gives a joint with a motor its drive. False if turns of an encoder are counted, and the motor slides.
bool take_drive(const DriveKeys& drive, Joint& joint);

struct ParallelogramKeys {
  const Node *type = nullptr, *between = nullptr, *at = nullptr, *across = nullptr, *toward = nullptr,
             *friction = nullptr, *cone = nullptr;
  double length = 0, width = 0;
  int as_rods = 0;
  MassKeys mass;
};
void show_keys(KeyVisitor& keys, ParallelogramKeys& parallelogram);

struct EndFrictionKeys {
  const Node *a = nullptr, *b = nullptr;
};
void show_keys(KeyVisitor& keys, EndFrictionKeys& friction);

struct LegKeys {
  const Node *repeat = nullptr, *name = nullptr, *group = nullptr, *bodies = nullptr, *joints = nullptr;
  int mode = -1;
};
void show_keys(KeyVisitor& keys, LegKeys& leg);
constexpr std::string_view leg_modes[] = {"positive", "negative"};

struct RepeatKeys {
  const Node *count = nullptr, *name = nullptr, *about = nullptr, *each = nullptr;
  double step = 0, start = 0;
};
void show_keys(KeyVisitor& keys, RepeatKeys& repeat);

struct OutputKeys {
  const Node *body = nullptr, *moves = nullptr, *tool = nullptr, *payload = nullptr;
  PlacementKeys frame = {};
};
void show_keys(KeyVisitor& keys, OutputKeys& output, bool is_platform);

struct CounterbalanceKeys {
  const Node *between = nullptr, *at = nullptr;
  Counterbalance spring;
};
void show_keys(KeyVisitor& keys, CounterbalanceKeys& counterbalance);

struct StructureKeys {
  const Node *identical = nullptr, *zeros = nullptr, *relations = nullptr;
  bool underactuated = false;
};
void show_keys(KeyVisitor& keys, StructureKeys& structure);

struct AssemblyKeys {
  const Node *platform = nullptr, *end_point = nullptr, *joints = nullptr;
};
void show_keys(KeyVisitor& keys, AssemblyKeys& assembly);

// All of them.
const FileFormat& model_format();

}  // namespace jourdain
