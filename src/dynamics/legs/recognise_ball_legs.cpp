#include "dynamics/legs/ball_leg.hpp"

namespace jourdain {

BallLegs recognise_ball_legs(const RobotData& robot) {
  BallLegs result;
  for (const TelescopicLeg& leg : telescopic_legs(robot)) {
    result.legs.push_back({leg.actuator, leg.centre, leg.tip, leg});
    if (leg.full) result.legs.back().kernel = FullTelescopicLeg{leg};
    for (int i = 0; i < 3; ++i) {
      if (leg.axes(2, i) == 1) result.vertical = i;
    }
  }
  return result;
}

Vector3 line_of(const BallLeg& leg, const Placement& pose) { return pose * leg.tip - leg.centre; }

}  // namespace jourdain
