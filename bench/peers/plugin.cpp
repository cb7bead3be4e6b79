// The entry of a rival that is loaded at run time: two versions of MuJoCo then live in one process, each with its own
// library. PEER_MAKE is the engine's make function.
#include "peers.hpp"

extern "C" peer::Engine* make_peer(const oracle::Mechanism& mechanism, int platform,
                                   const std::vector<peer::State>& states) {
  return peer::PEER_MAKE(mechanism, platform, states).release();
}
