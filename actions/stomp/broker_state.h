// BrokerState: how things stand with a message broker.
#ifndef TOCSIN_ACTIONS_STOMP_BROKER_STATE_H_
#define TOCSIN_ACTIONS_STOMP_BROKER_STATE_H_

#include <cstddef>
#include <string>

#include "base/time.h"

namespace actions {

struct BrokerState {
  std::string name = {};       // "HOST:PORT"; empty: there is none
  bool connected = false;      // and let in
  base::Timestamp since = {};  // when that has changed last
  std::string problem = {};    // the last one, with its name; empty: connected,
                               // or not tried yet
  std::size_t waiting = 0;     // messages that it has not taken
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_BROKER_STATE_H_
