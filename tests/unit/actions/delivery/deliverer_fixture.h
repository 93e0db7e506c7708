// DelivererTest: a deliverer with a receiver of its own, whose time a test
// moves.
#ifndef TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_DELIVERER_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_DELIVERER_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/deliverer.h"
#include "actions/delivery/http_transport.h"
#include "tests/support/fake_timers.h"
#include "tests/support/file_tree.h"
#include "tests/support/http_peer.h"
#include "tests/support/notifications.h"

namespace actions {

inline constexpr base::Duration kStep{base::kNanosPerSecond / 2};
inline constexpr base::Duration kMinute{60 * base::kNanosPerSecond};
inline constexpr base::Duration kHour{60 * kMinute.ns};
inline constexpr char kDown[] = "503 Service Unavailable";
inline constexpr char kUp[] = "204 No Content";

class DelivererTest : public ::testing::Test {
 protected:
  void Make(const std::string& folder = "") {
    deliverer_ = std::make_unique<Deliverer>(DeliveryContext{
        .loop = &loop_,
        .transport = &transport_,
        .timers = &timers_,
        .now = [this] { return tests::kThen + timers_.now() + set_; },
        .steady = [this] { return timers_.now(); },
        .folder = folder,
        .seed = 4711,
        .tell =
            [this](bool wrong, const std::string& text) {
              told_.push_back((wrong ? "wrong: " : "right: ") + text);
            },
        .tell_state =
            [this](bool wrong, const std::string& text) {
              told_.push_back((wrong ? "wrong: " : "right: ") + text);
            },
        .lost =
            [this](const std::string& text) {
              told_.push_back("lost: " + text);
            },
        .left =
            [this](const std::string& text) {
              told_.push_back("left: " + text);
            },
        .busy =
            [this](bool busy) {
              busy_ = busy;
              if (!busy) loop_.Stop();
            },
        .counts = [this](const DeliveryCounts& counts) { counts_ = counts; }});
  }
  void SetUp() override { Make(); }

  /// Puts one into the outbox; its JSON is its name in quotes.
  void Take(const std::string& name, const std::string& rule = "full") {
    TakeFor(receivers_.NameOf(peer_.url("/secret")), name, rule);
  }
  /// A receiver of the files, at the peer.
  void NameOps() {
    Receiver ops;
    ops.url = peer_.url("/ops");
    receivers_.Name({{"ops", std::move(ops)}});
  }
  void TakeFor(const std::string& receiver, const std::string& name,
               const std::string& rule) {
    Notification one = tests::NotificationOf("id " + std::to_string(++number_),
                                             receiver, rule);
    one.json = '"' + name + '"';
    deliverer_->Take(std::move(one), [this](const base::Result<void>& taken) {
      taken_ += taken ? 1 : 0;
      refused_ += taken ? 0 : 1;
    });
  }
  /// Until nothing can be done now.
  void Run() {
    while (busy_) loop_.Run();
  }
  /// What is due by a timer is done, too.
  void RunUntilDelivered(std::size_t count) {
    while (counts_.delivered < count) {
      const auto look = loop_.After({base::kNanosPerSecond / 1000}, [this] {
        timers_.Advance({});
        loop_.Stop();
      });
      loop_.Run();
    }
  }
  void Pass(base::Duration span) {
    for (const base::Duration end{timers_.now().ns + span.ns};
         timers_.now() < end;) {
      timers_.Advance(kStep);
      Run();
    }
  }
  std::vector<std::string> Sent() const {
    std::vector<std::string> bodies;
    for (const auto& one : peer_.requests) {
      const std::string body = tests::BodyOf(one);
      bodies.push_back(body.substr(1, body.size() - 2));
    }
    return bodies;
  }
  std::string origin() const {
    return "http://127.0.0.1:" + std::to_string(peer_.port());
  }

  base::loop::Loop loop_;
  tests::FakeTimers timers_;
  base::Duration set_;  // the clock on the wall, by so much
  tests::HttpPeer peer_{&loop_};
  base::http::Client client_{&loop_};
  Receivers receivers_;
  HttpTransport transport_{&client_, &receivers_, &loop_, [this] {
                             return tests::kThen + timers_.now() + set_;
                           }};
  tests::FileTree tree_;
  std::vector<std::string> told_;
  std::size_t taken_ = 0;
  std::size_t refused_ = 0;
  bool busy_ = false;
  int number_ = 0;
  DeliveryCounts counts_;
  std::unique_ptr<Deliverer> deliverer_;
};

}  // namespace actions

#endif  // TOCSIN_TESTS_UNIT_ACTIONS_DELIVERY_DELIVERER_FIXTURE_H_
