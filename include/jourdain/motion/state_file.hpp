// Motions as users give them: some coordinates of the output or tool frame, on a command line or in a CSV file.
#pragma once

#include "jourdain/io/csv.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jourdain {

enum class MotionFrame { output, tool };

// Names of the coordinates in files and on the command line; bx by bz is the angular acceleration.
inline constexpr std::array<std::string_view, 6> pose_names{"x", "y", "z", "rx", "ry", "rz"};
inline constexpr std::array<std::string_view, 6> twist_names{"vx", "vy", "vz", "wx", "wy", "wz"};
inline constexpr std::array<std::string_view, 6> acceleration_names{"ax", "ay", "az", "bx", "by", "bz"};

// Any of the coordinates of a motion, in base axes and SI units.
struct MotionValues {
  using Coordinates = std::array<std::optional<double>, 6>;
  Coordinates pose;                 // x y z and the Cardan angles rx ry rz
  std::optional<Matrix3> rotation;  // instead of the three angles
  Coordinates twist;
  Coordinates acceleration;
};

// The motion of the output frame. Coordinates of the pose that are not given are those of the home pose; rates are 0.
PlatformState complete_state(const Robot& robot, const MotionValues& values, MotionFrame frame = MotionFrame::output);

// The first given coordinate that is not in `moves` and differs from what the mechanism does in the workspace, as a
// sentence, or "". Differences up to 1e-9 of the robot's size (or radians), and of the largest rate, are accepted.
std::string contradiction(const Robot& robot, const MotionValues& values, const Workspace& workspace,
                          MotionFrame frame = MotionFrame::output);

// R from a quaternion w x y z whose length is 1 within 1e-6, else nothing.
std::optional<Matrix3> rotation_from_given_quaternion(const Eigen::Vector4d& wxyz);

// The rotation meant by a matrix that is orthonormal within 1e-6 and right-handed, else nothing.
std::optional<Matrix3> rotation_from_given_matrix(const Matrix3& R);

// Motions of the output frame, one per row of a file.
struct StateTable {
  std::vector<double> time;  // empty without a column t
  std::vector<PlatformState> motions;
  std::vector<int> lines;  // of the file
  Order order = Order::position;
};

// Reads the columns t, x y z, qw qx qy qz or rx ry rz (or phi), vx vy vz wx wy wz, ax ay az bx by bz in any order. Only
// those of the robot's moves are needed; others may be there if they do not contradict the mechanism. Throws
// Error(input) that names file, line and column: missing and unknown columns, quaternions of a length other than 1,
// times that do not rise, contradictions; and columns that `needed` asks for. Throws Error(usage) if the robot has no
// output. Here and below, rows with mistakes are left out and told in `bad` where that is given.
StateTable read_states(const Robot& robot, const std::string& path, MotionFrame frame = MotionFrame::output,
                       BadRows* bad = nullptr);
StateTable states_from_csv(const Robot& robot, const CsvTable& table, MotionFrame frame = MotionFrame::output,
                           Order needed = Order::position, BadRows* bad = nullptr);

// Actuated coordinates, one vector per row of a file.
struct MotorTable {
  std::vector<double> time;
  std::vector<VectorX> positions;
  std::vector<VectorX> rates;          // zero if not given
  std::vector<VectorX> accelerations;  // zero if not given
  std::vector<int> lines;
  Order order = Order::position;
};

// Reads the columns t, <joint>, <joint>_d (rates), <joint>_dd (accelerations) of every actuated joint, in any order.
// Throws Error(input).
MotorTable read_motor_states(const Robot& robot, const std::string& path, BadRows* bad = nullptr);
MotorTable motor_states_from_csv(const Robot& robot, const CsvTable& table, Order needed = Order::position,
                                 BadRows* bad = nullptr);

// A motion of the robot, given row by row through its output or through its actuated joints.
class MotionTable {
 public:
  explicit MotionTable(StateTable states) : table_(std::move(states)) {}
  explicit MotionTable(MotorTable states) : table_(std::move(states)) {}

  std::size_t rows() const { return lines().size(); }
  const std::vector<double>& time() const;  // empty without a column t
  const std::vector<int>& lines() const;    // of the file
  Order order() const;                      // what the rows hold
  bool is_joint_motion() const { return std::holds_alternative<MotorTable>(table_); }
  // The rows of one kind, nullptr of the other.
  const StateTable* states() const { return std::get_if<StateTable>(&table_); }
  const MotorTable* joint_states() const { return std::get_if<MotorTable>(&table_); }

  // Moves the workspace to a row, by inverse or forward kinematics from where it is. Status as there. A control loop
  // may call this.
  Status go_to(std::size_t row, const Robot& robot, Workspace& workspace, Order order) const;

  // Adds the rows of a table of the same kind.
  void append(const MotionTable& next);

  // Takes rows out; indices in rising order.
  void remove(const std::vector<std::size_t>& rows);

  // Accelerations that a row asks for: of the output in its moves, or of all motors.
  VectorX given_accelerations(std::size_t row, const Robot& robot) const;
  // The same as the workspace has them.
  VectorX actual_accelerations(const Robot& robot, const Workspace& workspace) const;

 private:
  std::variant<StateTable, MotorTable> table_;
};

// Reads either kind of table: actuated coordinates if the robot has no output or a column is named after an actuated
// joint, poses otherwise. All columns up to the order `needed` must be there. Throws Error(input).
MotionTable read_motion(const Robot& robot, const std::string& path, Order needed,
                        MotionFrame frame = MotionFrame::output, BadRows* bad = nullptr);
// True if a column is named after an actuated joint, so that rows are actuated coordinates.
bool names_a_motor(const Robot& robot, const CsvTable& table);
MotionTable motion_from_csv(const Robot& robot, const CsvTable& table, Order needed,
                            MotionFrame frame = MotionFrame::output, BadRows* bad = nullptr);

// Forces of all motors, one vector per row of a file.
struct ForceTable {
  std::vector<double> time;
  std::vector<VectorX> forces;
  std::vector<int> lines;
};

// Reads the columns t and <joint> of every actuated joint, in any order; what a table of forces has beside them
// (digits_lost, and columns with a colon in their name) is passed over. Throws Error(input).
ForceTable read_forces(const Robot& robot, const std::string& path);
ForceTable forces_from_csv(const Robot& robot, const CsvTable& table);

}  // namespace jourdain
