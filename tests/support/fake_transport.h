// FakeNetwork: the fake of base/loop's Transport. A test plays the peer of
// each connection, byte by byte, from within the test's own thread.
#ifndef TOCSIN_TESTS_SUPPORT_FAKE_TRANSPORT_H_
#define TOCSIN_TESTS_SUPPORT_FAKE_TRANSPORT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/loop/transport.h"

namespace tests {

/// One connection as the peer sees it.
class FakeLink {
 public:
  /// Whom the client asked for, and how long it waits for each address.
  base::loop::Address address;
  base::Duration limit;
  /// What the client has written and the test has not taken.
  std::vector<std::uint8_t> written;
  /// The client has let go of it.
  bool closed = false;

  std::vector<std::uint8_t> Take() { return std::exchange(written, {}); }
  bool connecting() const { return done_ != nullptr; }

  void Accept() { Answer({}); }
  void Refuse(base::Error error) { Answer(std::move(error)); }
  void Say(base::Bytes bytes) {
    if (!closed) handlers_.on_bytes(bytes);
  }
  void HangUp() { Fail({base::ErrorCode::kClosed, "closed by the peer"}); }
  void Fail(base::Error error) {
    if (!closed) handlers_.on_closed(std::move(error));
  }

 private:
  friend class FakeTransport;
  void Answer(base::Result<void> result) {
    const auto done = std::exchange(done_, nullptr);
    if (!closed && done) done(std::move(result));
  }

  base::loop::Transport::Handlers handlers_;
  std::function<void(base::Result<void>)> done_;
};

class FakeTransport : public base::loop::Transport {
 public:
  explicit FakeTransport(std::shared_ptr<FakeLink> link)
      : link_(std::move(link)) {}
  ~FakeTransport() override { link_->closed = true; }
  FakeTransport(const FakeTransport&) = delete;
  FakeTransport& operator=(const FakeTransport&) = delete;

  void Connect(const base::loop::Address& address, base::Duration limit,
               Handlers handlers,
               std::function<void(base::Result<void>)> done) override {
    link_->address = address;
    link_->limit = limit;
    link_->handlers_ = std::move(handlers);
    link_->done_ = std::move(done);
  }
  void Write(base::Bytes bytes) override {
    link_->written.insert(link_->written.end(), bytes.begin(), bytes.end());
  }
  std::size_t unsent() const override { return 0; }

 private:
  std::shared_ptr<FakeLink> link_;
};

/// Makes transports and remembers their other ends, oldest first.
class FakeNetwork {
 public:
  std::unique_ptr<base::loop::Transport> Make() {
    links.push_back(std::make_shared<FakeLink>());
    return std::make_unique<FakeTransport>(links.back());
  }
  FakeLink& last() { return *links.back(); }

  std::vector<std::shared_ptr<FakeLink>> links;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_FAKE_TRANSPORT_H_
