// DeliveryCounts: how things stand with notifications.
#ifndef TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_
#define TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "base/time.h"

namespace actions {

/// A receiver that does not answer, or all URLs that logs show alike and that
/// fail alike.
struct FailingReceiver {
  std::string name;  // as logs show it
  std::string problem;
  base::Timestamp since;
  std::size_t waiting = 0;
  bool more = false;  // may wait: not all of its URLs were counted
  std::size_t urls = 1;

  friend bool operator==(const FailingReceiver&,
                         const FailingReceiver&) = default;
};

struct DeliveryCounts {
  std::size_t waiting = 0;          // in the outbox, when it was last asked
  std::size_t in_memory = 0;        // of these, or not there yet
  std::size_t bytes_in_memory = 0;  // of their JSON
  // Of this run.
  std::size_t delivered = 0;
  std::size_t given_up = 0;
  std::size_t dropped = 0;  // because the outbox was full or damaged

  std::string unusable{};   // why the state directory is not used
  std::size_t failing = 0;  // receivers
  std::vector<FailingReceiver> longest_failing{};  // the first of them

  friend bool operator==(const DeliveryCounts&,
                         const DeliveryCounts&) = default;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_DELIVERY_COUNTS_H_
