// Fuzz target: any bytes as what a message broker says, in pieces, while
// messages are sent and time passes: each message ends once, and no line of the
// log has the passcode. A byte below 0x80 is said as it is; the others are what
// else happens.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "actions/stomp/broker.h"
#include "base/check.h"
#include "base/printable.h"
#include "tests/support/fake_timers.h"
#include "tests/support/stomp_play.h"

namespace {

constexpr std::uint8_t kFirstEvent = 0x80;
/// Bytes above this are said, too, for names are not ASCII alone.
constexpr std::uint8_t kLastEvent = 0x87;

class Play {
 public:
  Play()
      : broker_(
            &timers_, [this] { return network_.Make(); },
            tests::BrokerSettings(), 7,
            [](bool, const std::string& text) { Check(text); }) {
    broker_.Start();
  }
  void Happen(std::uint8_t what) {
    Say();
    tests::FakeLink& link = network_.last();
    switch (what - kFirstEvent) {
      case 0:
        return link.Accept();
      case 1:
        return tests::LetIn(&link, "heart-beat:1,1\n");
      case 2:
        return Send();
      case 3:
        return link.HangUp();
      case 4:
        return link.Refuse({base::ErrorCode::kSystem, "b:61613: refused"});
      case 5:
        return timers_.Advance({base::kNanosPerSecond});
      case 6:
        return timers_.Advance({100 * base::kNanosPerSecond});
      default:
        return;  // what was said before is a piece of its own
    }
  }
  void Add(std::uint8_t byte) { said_ += static_cast<char>(byte); }
  void End() {
    Say();
    broker_.Abandon();
    CHECK(ended_ == sent_);
    CHECK(timers_.waiting() == 0);
  }

 private:
  static void Check(const std::string& text) {
    CHECK(base::Printable(text) == text);
    CHECK(text.find("s3cret") == text.npos);
    constexpr std::size_t kLine = 2000;
    CHECK(text.size() < kLine);
  }
  void Say() {
    const std::string said = std::exchange(said_, {});
    if (!said.empty() && !network_.last().connecting()) {
      tests::Say(&network_.last(), said);
    }
  }
  void Send() {
    const std::size_t number = sent_++;
    ended_once_.push_back(false);
    broker_.Send({"x"}, [this, number](const base::Result<void>& taken) {
      CHECK(!ended_once_[number]);
      ended_once_[number] = true;
      ++ended_;
      if (!taken) Check(taken.error().message);
    });
  }

  tests::FakeTimers timers_;
  tests::FakeNetwork network_;
  std::string said_;
  std::size_t sent_ = 0;
  std::size_t ended_ = 0;
  std::vector<bool> ended_once_;
  actions::StompBroker broker_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  Play play;
  for (std::size_t i = 0; i < size; ++i) {
    const bool happens = data[i] >= kFirstEvent && data[i] <= kLastEvent;
    happens ? play.Happen(data[i]) : play.Add(data[i]);
  }
  play.End();
  return 0;
}
