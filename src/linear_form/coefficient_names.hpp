// Coefficients of a grouping as geometry: 0, small integers, sines of common angles, products and ratios of lengths,
// and Steiner's sums over joints.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <map>
#include <string>
#include <vector>

namespace jourdain {

// A coefficient that adds a dropped parameter to a kept one.
struct Coefficient {
  double value = 0;
  double tolerance = 0;    // how well it is known; also what counts as zero
  int power = 0;           // its dimension is length^power
  int kept_body = -1;      // body of the kept parameter, -1 if it has none
  int dropped_body = -1;   // of the dropped one
  int kept_entry = 0;      // entry of the kept parameter
  bool from_mass = false;  // the dropped parameter is a mass
};

struct CoefficientName {
  double value = 0;  // as the geometry gives it
  std::string text;  // without sign; empty if not recognised, "1" for a bare term
  bool negative = false;
};

// Lengths are coordinates of joints in the bodies that take part, under the file's own name if one and only one of its
// parameters has that value, else as "x.elbow". Names are found by value: they explain a number, they do not prove it.
class CoefficientNames {
 public:
  // `shared`: joints of legs are named without their leg.
  CoefficientNames(const Mechanism& mechanism, bool shared);

  CoefficientName find(const Coefficient& coefficient) const;

 private:
  struct Candidate {
    double value;  // positive
    std::string text;
  };
  using Candidates = std::vector<Candidate>;

  std::string own_name(const std::string& joint) const;
  void add_lengths(int body, Candidates& lengths) const;
  Candidates steiner(int body, int entry) const;
  // Products and ratios of the given dimension, simplest first.
  static Candidates combinations(const Candidates& lengths, int power);
  static bool match(const Coefficient& coefficient, const Candidates& candidates, bool any_factor,
                    CoefficientName& name);
  const Candidates& local(const Coefficient& coefficient) const;
  const Candidates& global(int power) const;

  const Mechanism& m_;
  bool shared_;
  mutable std::map<std::vector<int>, Candidates> local_;
  mutable std::map<int, Candidates> global_;
};

}  // namespace jourdain
