// The force of a telescopic leg whose bodies have any inertia, and whose mass centres lie anywhere.
//
// Ring, stator and slider turn by alpha about the fixed axis y; stator and slider also by beta about b, which turns
// with the ring. With u = b x e across the leg, y = sin(beta) e + cos(beta) u, and with k the direction of the leg's
// shadow across y, e = cos(beta) k + sin(beta) y. The slider's mass is a point at the ball joint, which is counted with
// the platform; the other energy is
//   T = Theta alpha'^2 / 2 + alpha' q' + Phi beta'^2 / 2 - s_u beta' l',   V = -g.(S_b b + S_e e + S_u u + S_k k)
//   Phi = p + 2 s_e l,   Theta = b + (c + Phi) cos^2 beta + 2 (I_eu - s_u l) sin(beta) cos(beta)
//   q = I_bu sin(beta) - I_be cos(beta) + s_b l cos(beta)
// with the thirteen base parameters of a leg beside that mass. Lagrange's equations for alpha, beta and l give the
// force at the ball joint, modulo the leg's line as for TelescopicLeg.
// Derived in docs/theory.md, section 10.
#pragma once

#include "legs/telescopic_leg.hpp"

namespace jourdain {

struct FullTelescopicLeg {
  TelescopicLeg leg;
  double gravity = 0;  // its size in the model
};

// What its kernels know of it.
template <typename T>
struct FullTelescopicShape {
  struct Kind {
    double gravity = 0;
    bool operator==(const Kind&) const = default;
  };

  Kind kind;
  TelescopicShape<T> leg;

  auto members() { return std::tie(leg); }
};

template <typename T>
FullTelescopicShape<T> shape_of(const FullTelescopicLeg& leg) {
  return {{leg.gravity}, shape_of<T>(leg.leg)};
}

// The parameters above, and friction. Those that vanish in the model are structural zeros.
template <typename T>
struct FullTelescopicParameters {
  T b, c, p;             // moments of inertia
  T I_be, I_bu, I_eu;    // products of inertia, of stator and slider about the ball joint
  T s_b, s_e, s_u;       // first moments of the slider about the ball joint
  T S_b, S_e, S_u, S_k;  // of all bodies, the slider's about the ball joint
  T rotor;
  T at_ball;  // mass that is counted with the platform
  TelescopicFriction<T> friction;

  auto members() {
    return std::tie(b, c, p, I_be, I_bu, I_eu, s_b, s_e, s_u, S_b, S_e, S_u, S_k, rotor, at_ball, friction);
  }
  auto joints() { return friction.members(); }
};

template <typename T>
FullTelescopicParameters<T> full_telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                                       const TreeParameters<T>& parameters, DroppedSums<T>& dropped);

// Of a leg whose bodies have the inertia of table I: the others, which all vanish.
template <typename T>
void drop_beyond_table_i(const RobotData& robot, const TelescopicLeg& leg, const TreeParameters<T>& parameters,
                         DroppedSums<T>& dropped);

template <typename T>
LegForce<T> full_telescopic_force(const FullTelescopicShape<T>& leg, const FullTelescopicParameters<T>& parameters,
                                  const LegSurroundings<T>& surroundings, const TipMotion<T>& motion);

// Its inertia at the ball joint, which is at r from the leg's centre.
template <typename T>
LegInertia<T> full_telescopic_inertia(const FullTelescopicShape<T>& leg, const FullTelescopicParameters<T>& parameters,
                                      const Vector3T<T>& r);

}  // namespace jourdain
