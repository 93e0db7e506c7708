// StompFrame: what clients and brokers of STOMP say to each other, and its
// bytes. Reading them is frame_reader.h's.
// All as STOMP 1.0, 1.1 and 1.2 have it (stomp.github.io).
#ifndef TOCSIN_ACTIONS_STOMP_FRAME_H_
#define TOCSIN_ACTIONS_STOMP_FRAME_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actions {

enum class StompVersion : std::uint8_t { k10, k11, k12 };

struct StompFrame {
  std::string command;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};

  /// The first header called `name`, which is the one that counts; null where
  /// there is none. Lifetime: the frame's.
  const std::string* Find(std::string_view name) const;

  friend bool operator==(const StompFrame&, const StompFrame&) = default;
};

/// `value` as the value of a header, escaped as EncodeStomp() says.
std::string EscapedStomp(std::string_view value, StompVersion version);

/// `frame` as it is sent. In headers stands '?' for what `version` has no
/// escape for and what would end a header: whatever they hold, they stay so
/// many. A body with a NUL needs a content-length among the headers.
std::string EncodeStomp(const StompFrame& frame, StompVersion version);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_FRAME_H_
