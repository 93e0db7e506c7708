// DeliveryCounts: how things stand with notifications.
#ifndef TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_
#define TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_

#include <cstddef>

namespace actions {

struct DeliveryCounts {
  std::size_t waiting = 0;    // in the outbox, when it was last asked
  std::size_t in_memory = 0;  // of these, or not there yet
  bool delayed = false;       // some wait for long
  // Of this run.
  std::size_t delivered = 0;
  std::size_t given_up = 0;
  std::size_t dropped = 0;  // because the outbox was full

  friend bool operator==(const DeliveryCounts&,
                         const DeliveryCounts&) = default;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_
