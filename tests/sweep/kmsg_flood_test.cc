// The kernel's log in a flood: a stand-in says more than it keeps, all the
// time, as who writes to /dev/kmsg without end. Each record is counted or
// missed, an evaluation has its bounds, and it ends.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "engine/events/event_function.h"
#include "pmapi/records/kmsg_feed.h"
#include "pmapi/records/record_sink.h"

namespace {

using engine::events::EventFunction;
using engine::events::OwnField;
using grammar::ast::Reducer;
using pmapi::Type;
using pmapi::records::KmsgFeed;
using pmapi::records::RecordSink;

constexpr int kTicks = 10;
/// What one record may be more than what there is room for. Units: bytes.
constexpr std::size_t kOfOne = 16 << 10;
/// As docs/events.md has it.
constexpr double kMostRecords = 50'000;

/// Speaks from its beginning to its end. What there is no room for is
/// overwritten, as the kernel does: its number is not seen.
class Kernel {
 public:
  explicit Kernel(std::size_t length) : text_(length, 'x') {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends),
              0);
    fd_ = ends[0];
    device_ = ends[1];
    thread_ = std::thread([this] {
      while (!ends_) Say();
    });
  }
  ~Kernel() {
    if (thread_.joinable()) Stop();
    ::close(fd_);
  }

  int device() const { return device_; }

  /// Returns once more has been lost.
  void Lose() const {
    const std::int64_t before = lost_;
    while (lost_ == before) std::this_thread::yield();
  }

  /// From now on it speaks where it is asked to.
  void Stop() {
    ends_ = true;
    thread_.join();
  }
  /// False if there is no room for it.
  bool Say() {
    const std::string record = "6," + std::to_string(said_++) + ",1,-;" + text_;
    const bool room = ::send(fd_, record.data(), record.size(), 0) >= 0;
    EXPECT_TRUE(room || errno == EAGAIN);
    lost_ += room ? 0 : 1;
    return room;
  }

  std::int64_t said() const { return said_; }
  std::int64_t lost() const { return lost_; }

 private:
  std::string text_;
  int fd_ = -1;
  int device_ = -1;
  std::atomic<bool> ends_ = false;
  std::atomic<std::int64_t> lost_ = 0;
  std::int64_t said_ = 0;  // the thread's, as long as it runs
  std::thread thread_;
};

/// What rules are told of it: how many came, and how many were missed.
class Listener {
 public:
  explicit Listener(int device) : feed_(device, "/proc/uptime") {
    feed_.Begin();
    EventFunction::Written count;
    count.reduction = {Reducer::kCount, 0};
    EventFunction::Written missed;
    missed.reduction = {Reducer::kSum, 0};
    missed.of = {{}, OwnField::kMissed};
    const pmapi::EventFolds folds = {
        std::make_shared<EventFunction>(std::move(count)),
        std::make_shared<EventFunction>(std::move(missed))};
    folds_ = folds;
    tally_ = folds_[0]->BeginAll(folds_, Type::kHighresEvent,
                                 {pmapi::kNullInstance});
  }

  struct Told {
    double records = 0;
    double missed = 0;
    std::size_t bytes = 0;  // of the arrays
  };
  Told Tick() {
    Told told;
    {
      RecordSink sink({}, [&](base::Bytes array) {
        told.bytes += array.size();
        EXPECT_TRUE(tally_->Add(pmapi::kNullInstance, {}, array));
      });
      EXPECT_TRUE(feed_.Read(&sink).has_value());
    }
    const auto rows = tally_->Finish({});
    told.records = std::bit_cast<double>(rows[0].bits.at(0));
    told.missed = std::bit_cast<double>(rows[1].bits.at(0));
    return told;
  }

 private:
  KmsgFeed feed_;
  pmapi::EventFolds folds_;
  std::unique_ptr<pmapi::EventTally> tally_;
};

TEST(KmsgFlood, EachRecordIsCountedOrMissed) {
  for (const std::size_t length : {20, 1000, 8000}) {
    Kernel kernel(length);
    Listener rules(kernel.device());
    double records = 0;
    double missed = 0;
    const auto listen = [&] {
      const Listener::Told told = rules.Tick();
      EXPECT_LE(told.records, kMostRecords);
      EXPECT_LE(told.bytes, pmapi::records::kMostOfTick + kOfOne);
      records += told.records;
      missed += told.missed;
      return told.records;
    };
    for (int tick = 0; tick < kTicks; ++tick) {
      kernel.Lose();
      listen();
    }
    kernel.Stop();
    while (listen() > 0) continue;
    ASSERT_TRUE(kernel.Say()) << "what was lost before it is known by it";
    listen();
    EXPECT_EQ(records + missed, static_cast<double>(kernel.said()));
    EXPECT_EQ(missed, static_cast<double>(kernel.lost()));
    EXPECT_GE(missed, kTicks);
  }
}

TEST(KmsgFlood, WhatNeverEndsIsReadInParts) {
  Listener rules(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  for (int tick = 0; tick < 3; ++tick) {
    const Listener::Told told = rules.Tick();
    EXPECT_EQ(told.records, 0);
    EXPECT_EQ(told.missed, kMostRecords) << "none of them is a record";
  }
}

}  // namespace
