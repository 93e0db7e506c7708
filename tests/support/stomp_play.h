// StompPlay: what the tests of brokers share: a broker played by the test.
#ifndef TOCSIN_TESTS_SUPPORT_STOMP_PLAY_H_
#define TOCSIN_TESTS_SUPPORT_STOMP_PLAY_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "actions/stomp/settings.h"
#include "tests/support/fake_timers.h"
#include "tests/support/fake_transport.h"

namespace tests {

inline actions::StompSettings BrokerSettings() {
  actions::StompSettings settings;
  settings.host = "b";
  settings.port = 61613;
  settings.user = "joe";
  settings.passcode = "s3cret";
  return settings;
}

constexpr base::Duration Seconds(std::int64_t count) {
  return {count * base::kNanosPerSecond};
}

/// What a test that plays a broker has.
struct StompPlay {
  FakeLink* link() { return &network_.last(); }

  FakeTimers timers_;
  FakeNetwork network_;
  actions::StompSettings settings_ = BrokerSettings();
};

inline void Say(FakeLink* link, std::string_view text) {
  link->Say({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

/// What the client has written since this was asked last.
inline std::string Heard(FakeLink* link) {
  const auto bytes = link->Take();
  return {bytes.begin(), bytes.end()};
}

/// Accepts, and lets the client in.
inline void LetIn(FakeLink* link,
                  const std::string& headers = "version:1.2\n") {
  link->Accept();
  link->Take();
  Say(link, "CONNECTED\n" + headers + '\n' + '\0');
}

inline void GiveReceipt(FakeLink* link, const std::string& id) {
  Say(link, "RECEIPT\nreceipt-id:" + id + "\n\n" + '\0');
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_STOMP_PLAY_H_
