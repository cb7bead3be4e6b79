// Where to look at a motion so that nothing of its course is missed.
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

constexpr double samples_per_piece = 8;  // 32 in a wave
constexpr double fewest_per_piece = 2;   // where there are very many pieces
constexpr double usual_rate = 500;       // per second, for what the robot makes of a slow motion
constexpr double fewest_moving = 500;    // samples in which the robot moves
constexpr double most_chosen = 2e5;
constexpr double looked_at_jump = 1e-3;      // of the largest acceleration: worth a look from both sides
constexpr double beside_jump = 1e-6;         // of the piece before it
constexpr double short_pieces_share = 0.05;  // of the moving time: what is shorter than these is an accident
constexpr int refinements = 3;
constexpr double worth_a_look = 1e-6;  // of a peak

struct Piece {
  double begin, end;
  bool moves;
  double length() const { return end - begin; }
};

// The values of a curve at a time.
struct CurveState {
  explicit CurveState(int n) : q(n), dq(n), ddq(n) {}
  void take(const Curve& curve, double t) { curve.at(t, Jet{q, dq, ddq}); }
  bool rests() const { return (dq.array() == 0).all(); }
  VectorX q, dq, ddq;
};

// The pieces of a motion's curve, and which of them are rest.
std::vector<Piece> pieces_of(const Motion& motion) {
  const Curve& curve = motion.curve();
  const int n = motion.coordinates().size();
  CurveState begin(n), middle(n), end(n);
  std::vector<Piece> pieces;
  std::vector<double> times = curve.pieces();
  if (times.size() > Curve::most_pieces + 1) times = {0, motion.duration()};
  for (std::size_t k = 0; k + 1 < times.size(); ++k) {
    if (!(times[k + 1] > times[k])) continue;
    Piece piece{times[k], times[k + 1], true};
    begin.take(curve, piece.begin);
    middle.take(curve, (piece.begin + piece.end) / 2);
    end.take(curve, piece.end);
    piece.moves = !(begin.rests() && middle.rests() && end.rests() && begin.q == end.q && begin.q == middle.q);
    pieces.push_back(piece);
  }
  return pieces;
}

// The length that nearly all of the moving time is in pieces of at least; 0 if nothing moves.
double usual_length(const std::vector<Piece>& pieces) {
  std::vector<double> lengths;
  double moving = 0, passed = 0;
  for (const Piece& piece : pieces) {
    if (!piece.moves) continue;
    lengths.push_back(piece.length());
    moving += piece.length();
  }
  std::sort(lengths.begin(), lengths.end());
  for (const double length : lengths) {
    passed += length;
    if (passed >= short_pieces_share * moving) return length;
  }
  return 0;
}

// Times just before the acceleration jumps: the curve itself tells what is behind.
std::vector<double> before_jumps(const Motion& motion, const std::vector<Piece>& pieces) {
  const int n = motion.coordinates().size();
  CurveState before(n), behind(n);
  std::vector<std::pair<double, double>> jumps;
  double largest = 0;
  for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
    const double t = pieces[k].end - beside_jump * pieces[k].length();
    before.take(motion.curve(), t);
    behind.take(motion.curve(), pieces[k].end + beside_jump * pieces[k + 1].length());
    largest = std::max({largest, before.ddq.cwiseAbs().maxCoeff(), behind.ddq.cwiseAbs().maxCoeff()});
    if (t > pieces[k].begin) jumps.emplace_back((before.ddq - behind.ddq).cwiseAbs().maxCoeff(), t);
  }
  std::vector<double> times;
  for (const auto& [jump, t] : jumps) {
    if (jump > looked_at_jump * largest) times.push_back(t);
  }
  return times;
}

// Follows a motion and finds times between its samples at which something that is asked of a motor or of the output
// is larger than at all samples so far.
class ExtremeFinder {
 public:
  ExtremeFinder(const Motion& motion, const DynamicsOptions* forces)
      : robot_(motion.robot()),
        follow_(motion),
        workspace_(robot_),
        options_(forces),
        motors_(static_cast<int>(robot_.motor_joints().size())),
        tau_(VectorX::Zero(motors_)) {
    const int count = 5 * motors_ + 4;
    best_ = VectorX::Zero(count);
    for (VectorX* values : {&values_[0], &values_[1], &values_[2], &scratch_}) *values = VectorX::Zero(count);
  }

  // The next time; what is found goes to `found`.
  void next(double t, std::vector<double>& found) {
    if (!look(t, scratch_)) {
      known_ = 0;
      return;
    }
    std::rotate(values_.begin(), values_.begin() + 1, values_.end());
    std::rotate(times_.begin(), times_.begin() + 1, times_.end());
    values_[2] = scratch_;
    times_[2] = t;
    if (++known_ >= 3) {
      for (Eigen::Index i = 0; i < best_.size(); ++i) {
        if (values_[1][i] >= values_[0][i] && values_[1][i] > values_[2][i]) refine(i, found);
      }
    }
    best_ = best_.cwiseMax(values_[2]);
  }

 private:
  // Magnitudes of all that is asked for at a time; false without an answer.
  bool look(double t, VectorX& values) {
    if (follow_(t, workspace_) != Status::ok) return false;
    if (options_ && inverse_dynamics(robot_, workspace_, tau_, *options_) != Status::ok) return false;
    for (int k = 0; k < motors_; ++k) {
      const double speed = workspace_.motor_velocity(k), power = tau_[k] * speed;
      values.segment<5>(5 * k) << std::abs(speed), std::abs(workspace_.motor_acceleration(k)), std::abs(tau_[k]),
          std::max(power, 0.0), std::max(-power, 0.0);
    }
    if (!robot_.mechanism().output) return true;
    const Twist twist = workspace_.output_twist();
    const Acceleration acceleration = workspace_.output_acceleration();
    values.tail<4>() << twist.v.norm(), twist.w.norm(), acceleration.a.norm(), acceleration.dw.norm();
    return true;
  }

  // By parabolas through three times of which the middle one has the largest value.
  void refine(Eigen::Index i, std::vector<double>& found) {
    std::array<double, 3> t = times_, f{values_[0][i], values_[1][i], values_[2][i]};
    for (int round = 0; round < refinements; ++round) {
      const double left = (f[1] - f[0]) / (t[1] - t[0]), right = (f[2] - f[1]) / (t[2] - t[1]);
      const double bend = (right - left) / (t[2] - t[0]);
      if (!(bend < 0)) return;
      const double slope = left + bend * (t[1] - t[0]);  // at the middle
      const double step = std::clamp(-slope / (2 * bend), 0.9 * (t[0] - t[1]), 0.9 * (t[2] - t[1]));
      const double gain = step * (slope + bend * step);
      if (!(f[1] + gain > best_[i] && gain > worth_a_look * f[1])) return;
      const double at = t[1] + step;
      if (!look(at, scratch_)) return;
      found.push_back(at);
      best_ = best_.cwiseMax(scratch_);
      const std::size_t side = step > 0 ? 2 : 0;
      const double value = scratch_[i];
      if (value >= f[1]) {
        t[2 - side] = t[1], f[2 - side] = f[1];
        t[1] = at, f[1] = value;
      } else {
        t[side] = at, f[side] = value;
      }
    }
  }

  const Robot& robot_;
  Follower follow_;
  Workspace workspace_;
  const DynamicsOptions* options_;
  int motors_;
  VectorX tau_, best_, scratch_;
  std::array<VectorX, 3> values_;
  std::array<double, 3> times_{};
  int known_ = 0;
};

void sort_times(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

double content_rate(const std::vector<Piece>& pieces) {
  const double length = usual_length(pieces);
  return length > 0 ? samples_per_piece / length : 0;
}

}  // namespace

double course_rate(const Motion& motion) { return content_rate(pieces_of(motion)); }

CourseTimes course_times(const Motion& motion) {
  const std::vector<Piece> pieces = pieces_of(motion);
  CourseTimes course;
  course.complete = motion.curve().pieces().size() <= Curve::most_pieces;
  double moving = 0;
  for (const Piece& piece : pieces) moving += piece.moves ? piece.length() : 0;
  const double each =
      std::clamp(std::floor(most_chosen / static_cast<double>(pieces.size())), fewest_per_piece, samples_per_piece);
  const double longest = std::max(std::min(1 / usual_rate, moving / fewest_moving), moving / most_chosen);
  course.rate = moving > 0 ? 1 / longest : 0;
  for (const Piece& piece : pieces) {
    const double n = piece.moves ? std::max(each, std::ceil(piece.length() / longest - 1e-9)) : 1;
    for (double i = 0; i < n; ++i) course.times.push_back(piece.begin + piece.length() * i / n);
  }
  course.times.push_back(motion.duration());
  if (const double length = usual_length(pieces); length > 0) course.rate = std::max(course.rate, each / length);
  const std::vector<double> jumps = before_jumps(motion, pieces);
  course.times.insert(course.times.end(), jumps.begin(), jumps.end());
  sort_times(course.times);
  return course;
}

CourseTimes course_times_with_peaks(const Motion& motion, const DynamicsOptions* forces) {
  CourseTimes course = course_times(motion);
  std::vector<double> found;
  ExtremeFinder finder(motion, forces);
  for (const double t : course.times) finder.next(t, found);
  course.times.insert(course.times.end(), found.begin(), found.end());
  sort_times(course.times);
  return course;
}

std::string coarse_rate(const Motion& motion, double rate) {
  constexpr double enough = 4;  // of the samples in a piece: a peak is met within some percent
  const double own = course_rate(motion);
  if (!(rate < own / enough)) return {};
  return fmt::format("{:.4g} states per second step over what the motion does: its own course needs {:.4g}", rate, own);
}

}  // namespace jourdain
