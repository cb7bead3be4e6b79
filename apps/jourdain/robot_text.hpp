// Parts of a robot as text and as JSON, used by several verbs.
#pragma once

#include "console.hpp"
#include "verbs.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "model/check_mechanism.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace jourdain::cli {

using Json = nlohmann::ordered_json;

// A number that JSON can hold: null if it is not finite.
Json finite(double value);
Json array(const VectorX& values);
Json vector_json(const Vector3& v);
std::vector<double> listed(const Vector3& v, double factor = 1);

// The robot of the command line, its motors with these rotor inertias if there are any, simplified if --simplify says
// so. Warns of inertias that no body
// can have, which --allow-unphysical lets in. Throws Error.
Robot robot_of(const Common& options, const std::string& rotor_inertia = {});
void warn_of_impossible(const Mechanism& mechanism);

// Warns of what changes have made suspicious, and tells it.
std::vector<Suspicion> warn_of_change(const Mechanism& before, const Mechanism& after);

// The robot's name, and that its results are unphysical if its inertias are; painted as a title.
std::string marked_name(const Mechanism& mechanism);
Painted title(const Robot& robot);

// The start of every answer: program, version, verb, model, and the bodies whose inertia is impossible if there are
// some. print_json writes it to the standard output.
Json answer(const char* verb, const Robot& robot);
void print_json(const Json& json);

// Takes what print_json() writes, and the warnings, as long as it lives.
class CapturedAnswer {
 public:
  CapturedAnswer();
  ~CapturedAnswer();
  CapturedAnswer(const CapturedAnswer&) = delete;
  CapturedAnswer& operator=(const CapturedAnswer&) = delete;
  const Json& json() const { return json_; }
  const std::vector<std::string>& warnings() const { return capture_.warnings(); }

 private:
  friend void print_json(const Json& json);
  Json json_;
  Capture capture_;
};

// Of idle rods whose spin enters the forces although the model does not tell it.
void warn_of_idle_spins(const Robot& robot);

// "0.289725 rad", "rad/s", "m/s^2".
const char* unit(bool length, int order);
// "16.6 deg" or "854.9 mm": a coordinate as people think of it.
std::string friendly(const Numbers& number, bool length, double value);

// Position, quaternion and Cardan angles of a pose.
Json pose_json(const Placement& pose);
void add_pose(const Numbers& number, const Placement& pose, Facts& facts);
// "x 0 mm, y 0 mm, z -300 mm, rx ...", only the robot's moves.
std::string moves_text(const Robot& robot, const Numbers& number, const Placement& pose);

Json twist_json(const Twist& twist);
Json acceleration_json(const Acceleration& acceleration);

// The actuated joints, or all of them.
std::vector<int> chosen_joints(const Robot& robot, bool all);
// Their coordinates in the workspace: an array for each joint, a quaternion w x y z for a ball joint.
Json joints_json(const Robot& robot, const Workspace& workspace, Order order, bool all);
void print_joints(const Robot& robot, const Numbers& number, const Workspace& workspace, Order order, bool all);

// Distances to singularities and limits.
Json singularity_json(const Robot& robot, const SingularityReport& report);
void add_singularity(const Robot& robot, const Numbers& number, const SingularityReport& report, Facts& facts);
Json bad_rows_json(const BadRows& bad);
Json limit_json(const Robot& robot, const LimitState& limit);
std::string limit_text(const Robot& robot, const Numbers& number, const LimitState& limit);
void add_limits(const Robot& robot, const Numbers& number, const Workspace& workspace, Facts& facts);

// Warns of the row whose joints are the furthest beyond a limit, of the nearest limit at each row; true if one is.
bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits);
// The same where only some rows are kept; `beyond` counts all that are beyond a limit.
bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits, std::size_t beyond);

// Warns if a singularity of the second type lies between home and the configuration; true if one does.
bool warn_of_fold(const Robot& robot, Workspace& workspace, const std::string& where = {});

// Error(numerical) with what the workspace reports; its status word stands first.
[[noreturn]] void refuse_status(const Workspace& workspace, const std::string& where = {});

// "1 loop", "2 loops".
std::string counted(int count, const std::string& noun);

}  // namespace jourdain::cli
