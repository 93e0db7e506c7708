// A pmcd that dies after each PDU that it hears, before or after the answer,
// over real sockets: the next connection gives values again, and no
// descriptor is left open.
#include <gtest/gtest.h>

#include <filesystem>
#include <list>
#include <memory>
#include <utility>

#include "base/loop/loop.h"
#include "pmapi/pmcd/pmcd_source.h"
#include "tests/support/fake_pmcd.h"
#include "tests/support/listener.h"
#include "tests/support/shared_needs.h"

namespace {

using base::Duration;
using base::Result;
using pmapi::MetricDesc;

constexpr Duration kSoon{1'000'000};
constexpr Duration kLong{60 * base::kNanosPerSecond};
/// More than a connection takes from the first PDU to the third tick.
constexpr int kPdus = 12;

std::ptrdiff_t OpenDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

/// A pmcd whose first connection ends with the PDU of number `deadly`; all
/// further ones stay.
class MortalPmcd {
 public:
  MortalPmcd(base::loop::Loop* loop, int deadly, bool answers)
      : loop_(*loop),
        deadly_(deadly),
        answers_(answers),
        listener_(loop, [this](int fd) { Accept(fd); }) {
    MetricDesc load;
    load.pmid = pmapi::Pmid{0x0f000800};
    load.type = pmapi::Type::kU32;
    pmcd_.metrics = {{"load", load, {{pmapi::kNullInstance, 7, {}}}}};
    MetricDesc reads = load;
    reads.pmid = pmapi::Pmid{0x0f000004};
    reads.indom = pmapi::InDom{0x0f000001};
    pmcd_.metrics.push_back({"reads", reads, {{1, 5, {}}, {2, 6, {}}}});
    pmcd_.domains[reads.indom] = {{1, "sda"}, {2, "sdb"}};
  }
  int port() const { return listener_.port(); }
  int connections() const { return connections_; }
  /// Calls `empty` when nobody is connected any more.
  void WhenEmpty(std::function<void()> empty) {
    empty_ = std::move(empty);
    Look();
  }

 private:
  struct Client {
    std::unique_ptr<tests::FakePmcdSession> session;
    std::unique_ptr<base::loop::Transport> transport;
    int left = 0;  // PDUs that it will hear
    bool dropped = false;
  };

  void Accept(int fd) {
    const auto client = clients_.emplace(clients_.end());
    client->left = ++connections_ == 1 ? deadly_ : -1;
    client->session = std::make_unique<tests::FakePmcdSession>(&pmcd_);
    client->transport = base::loop::AdoptSocket(
        &loop_, fd,
        {[this, client](base::Bytes bytes) { Hear(client, bytes); },
         [this, client](const base::Error&) { Drop(client); }});
    if (client->left == 0) return Drop(client);
    client->transport->Write(client->session->Hello());
  }

  void Hear(std::list<Client>::iterator client, base::Bytes bytes) {
    // One at a time: several may come together.
    while (bytes.size() >= 4) {
      const std::size_t size = std::size_t{bytes[2]} << 8 | bytes[3];
      const auto answer = client->session->Hear(bytes.first(size));
      bytes = bytes.subspan(size);
      const bool last = client->left > 0 && --client->left == 0;
      if (!last || answers_) client->transport->Write(answer);
      if (last) return Drop(client);
    }
  }

  /// Not from within what the transport calls.
  void Drop(std::list<Client>::iterator client) {
    if (std::exchange(client->dropped, true)) return;
    loop_.Post([this, client] {
      clients_.erase(client);
      Look();
    });
  }
  void Look() {
    if (clients_.empty() && empty_) empty_();
  }

  base::loop::Loop& loop_;
  int deadly_;
  bool answers_;
  int connections_ = 0;
  tests::FakePmcd pmcd_;
  std::list<Client> clients_;
  std::function<void()> empty_;
  tests::Listener listener_;
};

/// Asks until three ticks in a row have had their values.
class Client {
 public:
  Client(base::loop::Loop* loop, int port) : loop_(*loop) {
    pmapi::PmcdOptions options;
    options.name = "peer";
    options.addresses = {base::loop::TcpAddress{"127.0.0.1", port}};
    options.backoff = {kSoon};
    source_ = pmapi::MakePmcdSource(loop, options);
    Prepare();
  }

 private:
  void Prepare() {
    stream_.reset();
    source_->Prepare(tests::Shared({{"load", {}}, {"reads", {}}}), kLong,
                     [this](const Result<void>& prepared) {
                       const bool ok = prepared.has_value();
                       Later([this, ok] { return ok ? Open() : Prepare(); });
                     });
  }
  void Open() {
    std::vector<pmapi::Want> wants;
    for (const char* name : {"load", "reads"}) {
      wants.push_back({*source_->Catalog().Describe(name), {}});
    }
    stream_ = *source_->Open(wants, {{}, kLong});
    Ask();
  }
  void Ask() {
    stream_->Ask({}, kLong, [this] { Later([this] { Take(); }); });
  }
  void Take() {
    const auto fetched = stream_->Fetch(1, &samples_);
    const auto befell = stream_->Interruption();
    const bool changed = befell && befell->code == base::ErrorCode::kChanged;
    in_a_row_ = fetched ? in_a_row_ + 1 : 0;
    if (in_a_row_ == 3) return loop_.Stop();
    if (changed) return Prepare();
    Ask();
  }
  void Later(std::function<void()> call) {
    later_ = loop_.After(kSoon, std::move(call));
  }

  base::loop::Loop& loop_;
  std::unique_ptr<pmapi::PmcdSource> source_;
  std::unique_ptr<pmapi::SampleStream> stream_;
  pmapi::Samples samples_;
  int in_a_row_ = 0;
  base::loop::Pending later_;
};

/// How many connections it took.
int Live(base::loop::Loop* loop, int deadly, bool answers) {
  MortalPmcd pmcd(loop, deadly, answers);
  auto client = std::make_unique<Client>(loop, pmcd.port());
  loop->Run();
  client.reset();
  pmcd.WhenEmpty([loop] { loop->Stop(); });
  loop->Run();
  return pmcd.connections();
}

TEST(PmcdLoss, BetweenAnyTwoPdus) {
  base::loop::Loop loop;
  ASSERT_EQ(Live(&loop, -1, true), 1) << "all is well";
  const std::ptrdiff_t open = OpenDescriptors();
  for (const bool answers : {false, true}) {
    int survived = 0;
    for (int deadly = 0; deadly < kPdus; ++deadly) {
      survived += Live(&loop, deadly, answers) > 1;
      EXPECT_EQ(OpenDescriptors(), open) << deadly;
    }
    EXPECT_GT(survived, kPdus / 2) << "it was lost, and found again";
  }
}

}  // namespace
