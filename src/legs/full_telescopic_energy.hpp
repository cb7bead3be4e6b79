// Coefficients of the kinetic energy of a telescopic leg with any inertia, in the letters of full_telescopic_leg.hpp.
#pragma once

#include "legs/full_telescopic_leg.hpp"

#include <cmath>

namespace jourdain {

// Angles of the leg as cosines and sines, and its lengths, from r in the leg's axes.
template <typename T>
struct TelescopicPlace {
  T sin_a, cos_a, sin_b, cos_b;
  T rho, y, l;
  T rho_squared, l_squared;

  explicit TelescopicPlace(const Vector3T<T>& r) {
    using std::sqrt;
    y = r[1];
    rho_squared = r[0] * r[0] + r[2] * r[2];
    l_squared = rho_squared + y * y;
    rho = sqrt(rho_squared);
    l = sqrt(l_squared);
    sin_a = r[0] / rho;
    cos_a = r[2] / rho;
    sin_b = y / l;
    cos_b = rho / l;
  }
};

template <typename T>
struct TelescopicEnergy {
  T sc, cc;  // sin(beta) cos(beta), cos^2 beta
  T Phi, c_Phi, D, Theta;
  T P, q_beta;  // q_beta = dq/dbeta

  TelescopicEnergy(const FullTelescopicParameters<T>& k, const TelescopicPlace<T>& at) {
    sc = at.sin_b * at.cos_b;
    cc = at.cos_b * at.cos_b;
    Phi = k.p + (k.s_e + k.s_e) * at.l;
    c_Phi = k.c + Phi;
    D = (k.I_eu + k.I_eu) - (k.s_u + k.s_u) * at.l;
    Theta = k.b + c_Phi * cc + D * sc;
    P = k.I_be * at.sin_b + k.I_bu * at.cos_b;
    q_beta = P - k.s_b * at.y;
  }
};

}  // namespace jourdain
