// PmcdPlay: a PmcdSource and the tiny pmcds that it talks to, in one thread
// and without a socket: the test says when bytes go and when time passes.
#ifndef TOCSIN_TESTS_SUPPORT_PMCD_PLAY_H_
#define TOCSIN_TESTS_SUPPORT_PMCD_PLAY_H_

#include <cerrno>
#include <memory>
#include <optional>

#include "pmapi/pmcd/pmcd_source.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/fake_timers.h"
#include "tests/support/fake_transport.h"

namespace tests {

class PmcdPlay {
 public:
  explicit PmcdPlay(pmapi::PmcdOptions options)
      : source(std::make_unique<pmapi::PmcdSource>(
            &timers, [this] { return network.Make(); }, std::move(options))) {}

  /// Answers connections and questions until nothing is said any more. Where
  /// nobody is listening, connections are refused.
  void Settle() {
    for (bool busy = true; busy;) {
      busy = false;
      if (network.links.empty()) return;
      FakeLink& link = network.last();
      if (link.connecting()) {
        busy = true;
        Answer(&link);
      } else if (!link.closed && !link.written.empty()) {
        busy = true;
        Say(&link, session_->Hear(link.Take()));
      }
    }
  }
  /// The pmcd dies; the next one, if any, is another process.
  void Kill() { network.last().HangUp(); }

  FakePmcd pmcd;
  bool listening = true;
  FakeTimers timers;
  FakeNetwork network;
  std::unique_ptr<pmapi::PmcdSource> source;

 private:
  void Answer(FakeLink* link) {
    if (!listening) {
      return link->Refuse(
          {base::ErrorCode::kSystem, "Connection refused", ECONNREFUSED});
    }
    session_.emplace(&pmcd);
    link->Accept();
    if (!pmcd.silent) Say(link, session_->Hello());
  }
  static void Say(FakeLink* link, const pmapi::pmcd::Message& bytes) {
    if (!bytes.empty()) link->Say(bytes);
  }

  std::optional<FakePmcdSession> session_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_PMCD_PLAY_H_
