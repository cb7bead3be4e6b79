#include "jourdain/motion/motions.hpp"
#include "motion/timed_path.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

class FourierCurve : public Curve {
 public:
  explicit FourierCurve(const FourierSeries& series)
      : series_(series), duration_(series.periods / series.frequency), omega_(2 * M_PI * series.frequency) {}

  double duration() const noexcept override { return duration_; }

  void at(double t, Jet jet) const noexcept override {
    jet.q.setZero();
    jet.dq.setZero();
    jet.ddq.setZero();
    // cos and sin of k omega t, one harmonic from the one before.
    const double c1 = std::cos(omega_ * t), s1 = std::sin(omega_ * t);
    double c = 1, s = 0;
    for (Eigen::Index k = 0; k < series_.sine.cols(); ++k) {
      const double next = c * c1 - s * s1;
      s = s * c1 + c * s1;
      c = next;
      const double w = omega_ * static_cast<double>(k + 1);
      const auto A = series_.cosine.col(k), B = series_.sine.col(k);
      jet.q += c * A + s * B;
      jet.dq += w * (c * B - s * A);
      jet.ddq -= w * w * (c * A + s * B);
    }
    if (series_.ramp > 0) fade(t, jet);
    jet.q += series_.centre;
  }

  std::vector<double> knots() const override {
    if (!(series_.ramp > 0)) return {0, duration_};
    return {0, series_.ramp, duration_ - series_.ramp, duration_};
  }

  // Quarters of the fastest wave.
  std::vector<double> pieces() const override {
    double highest = 1;
    for (Eigen::Index k = 0; k < series_.sine.cols(); ++k) {
      if (!series_.sine.col(k).isZero(0) || !series_.cosine.col(k).isZero(0)) highest = static_cast<double>(k + 1);
    }
    return even_pieces(duration_, 4 * highest * series_.periods, knots());
  }

 private:
  // Times a window that rises from 0 to 1 as 10 x^3 - 15 x^4 + 6 x^5, and falls so at the end.
  void fade(double t, Jet jet) const noexcept {
    const double T = series_.ramp;
    const bool end = t > duration_ / 2;
    const double x = (end ? duration_ - t : t) / T;
    if (x >= 1) return;
    const double w = x * x * x * (10 - x * (15 - 6 * x));
    const double dw = 30 * x * x * (1 - x) * (1 - x) / (end ? -T : T);
    const double ddw = 60 * x * (1 - x) * (1 - 2 * x) / (T * T);
    jet.ddq = ddw * jet.q + 2 * dw * jet.dq + w * jet.ddq;
    jet.dq = dw * jet.q + w * jet.dq;
    jet.q *= w;
  }

  FourierSeries series_;
  double duration_, omega_;
};

}  // namespace

Motion fourier(const MotionSpace& space, const FourierSeries& series, bool periodic) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::usage, why); };
  check_coordinates(space, series.centre, "fourier: centre");
  const auto is_positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (!is_positive(series.frequency)) refuse("the frequency of a Fourier series must be positive");
  if (!is_positive(series.periods)) refuse("the number of periods must be positive");
  if (series.cosine.rows() != space.size() || series.sine.rows() != space.size() ||
      series.cosine.cols() != series.sine.cols() || series.sine.cols() < 1) {
    refuse(fmt::format("a Fourier series needs a cosine and a sine of each harmonic for all {} coordinates",
                       space.size()));
  }
  for (Eigen::Index k = 0; k < series.sine.cols(); ++k) {
    check_coordinates(space, space.home() + series.cosine.col(k), "fourier: cosine");
    check_coordinates(space, space.home() + series.sine.col(k), "fourier: sine");
  }
  const double duration = series.periods / series.frequency;
  if (!(std::isfinite(series.ramp) && series.ramp >= 0 && 2 * series.ramp <= duration)) {
    refuse(fmt::format("the ramp of a Fourier series must be at most half of its {:.6g} s", duration));
  }
  if (periodic && (series.ramp > 0 || std::abs(series.periods - std::round(series.periods)) > 1e-9)) {
    refuse("a Fourier series that repeats has no ramp and a whole number of periods");
  }
  return Motion(space, std::make_shared<FourierCurve>(series), periodic);
}

}  // namespace jourdain
