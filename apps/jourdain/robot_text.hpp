// Parts of a robot as text and as JSON, used by several verbs.
#pragma once

#include "console.hpp"
#include "verbs.hpp"

#include "analyses/load_case.hpp"
#include "analyses/row_watch.hpp"
#include "analyses/words.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "model/check_mechanism.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
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

// The robot's name as a title.
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
void add_limits(const Robot& robot, const Numbers& number, const Workspace& workspace, Facts& facts);

// Warnings of functions of analyses/.
void warn_all(const Warnings& warnings);

// The same as in analyses/words.hpp, warned of.
bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits);
bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits, std::size_t beyond);
bool warn_of_fold(const Robot& robot, Workspace& workspace, const std::string& where = {});
void warn_of_idle_spins(const Robot& robot);

// As in analyses/given_motion.hpp, warned of.
MotionDescription read_described(const Robot& robot, const std::string& motion);
void warn_of_choices(const MotionDescription& description);
MotionTable parse_motion(const Robot& robot, const MotionArguments& arguments, Order needed, BadRows& bad,
                         PeakSampling* peaks = nullptr);
void warn_of_rates(const Robot& robot, const MotionArguments& arguments, const MotionTable& table);
void warn_of_bad_rows(const MotionArguments& arguments, const BadRows& bad);

// What acts on the bodies, warned of.
struct LoadCase : jourdain::LoadCase {
  LoadCase(const Robot& robot, const LoadArguments& arguments, Warnings&& warnings = {});
};

// Warns of what happened between rows; whether all is well.
bool warn_of_path(const RowWatch& watch);
bool warn_of_path(const PathSummary& path);
// null if nothing was checked.
Json path_json(const std::optional<PathSummary>& path);
Json events_json(const PathSummary& path);

// The plot and the table of a run, both or none; empty names are not written.
void write_plot_and_table(const std::string& plot_file, const std::function<std::string()>& plot,
                          const std::string& table_file, const std::function<std::string()>& table);

// Throws Error(usage) unless there are several states to draw.
void require_states_for_plot(const std::string& plot_file, const MotionArguments& motion);

// Error(numerical) with what the workspace reports; its status word stands first.
[[noreturn]] void refuse_status(const Workspace& workspace, const std::string& where = {});

}  // namespace jourdain::cli
