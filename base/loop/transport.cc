// The transport over sockets of the system.
#include "base/loop/transport.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/loop/core.h"
#include "base/overloaded.h"
#include "base/system_error.h"

namespace base::loop {
namespace {

Result<Addresses> SocketPath(const std::string& path) {
  sockaddr_un name{};
  if (path.size() >= sizeof name.sun_path) {
    return base::SystemError("unix:" + path, ENAMETOOLONG);
  }
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path, path.data(), path.size());
  SocketAddress address{};
  std::memcpy(&address.storage, &name, sizeof name);
  address.size = sizeof name;
  return Addresses{address};
}

/// The state that a connection's waits share with its owner's handle: they
/// hold it while they call, so that they may drop the handle.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  explicit Socket(Loop* loop) : loop_(*loop) {}
  ~Socket() { Close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void Connect(const Address& address, Duration limit,
               Transport::Handlers handlers,
               std::function<void(Result<void>)> done) {
    peer_ = AddressText(address);
    limit_ = limit;
    handlers_ = std::move(handlers);
    done_ = std::move(done);
    Resolve(address);
  }

  void Adopt(int fd, Transport::Handlers handlers) {
    peer_ = "client";
    handlers_ = std::move(handlers);
    fd_ = fd;
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    AwaitBytes();
  }

  void Write(Bytes bytes) {
    if (over_ || broken_) return;
    if (unsent_.empty()) bytes = bytes.subspan(Send(bytes));
    if (bytes.empty() || broken_) return;
    const bool waiting = !unsent_.empty();
    unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
    if (!waiting) AwaitBytes(true);
  }

  std::size_t unsent() const { return unsent_.size(); }

  /// The owner has gone: nobody is called any more.
  void Abandon() {
    over_ = true;
    done_ = nullptr;
    limiter_.Cancel();
    Close();
  }

 private:
  void Close() {
    watch_.Cancel();
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

  /// Calls `then`, soon, if it is still of use.
  void Soon(std::function<void(Socket*)> then) {
    loop_.Post([self = weak_from_this(), then = std::move(then)] {
      const auto socket = self.lock();
      if (socket && !socket->over_) then(socket.get());
    });
  }

  // --- Connecting.

  void Resolve(const Address& address) {
    std::visit(Overloaded{[this](const UnixAddress& unix_address) {
                            Found(SocketPath(unix_address.path));
                          },
                          [this](const TcpAddress& tcp) { ResolveTcp(tcp); }},
               address);
  }

  void ResolveTcp(const TcpAddress& tcp) {
    Result<Addresses> numeric = NumericAddress(tcp.host, tcp.port);
    if (numeric) return Found(std::move(numeric));
    // A Socket belongs to the loop's thread: the resolver's threads hold none
    // alive.
    loop_.core().resolver.Resolve(
        tcp.host, tcp.port,
        [loop = &loop_, self = weak_from_this()](Result<Addresses> found) {
          loop->Post([self, found = std::move(found)] {
            if (const auto socket = self.lock()) socket->Resolved(found);
          });
        });
  }

  void Found(Result<Addresses> found) {
    Soon([found = std::move(found)](Socket* self) { self->Resolved(found); });
  }

  void Resolved(const Result<Addresses>& found) {
    if (over_) return;
    if (!found) return Connected(found.error());
    addresses_ = *found;
    next_ = 0;
    TryNext();
  }

  void TryNext() {
    const SocketAddress& address = addresses_[next_++];
    const auto* name = reinterpret_cast<const sockaddr*>(&address.storage);
    Close();
    fd_ = ::socket(name->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
                   0);
    if (fd_ < 0) return Tried(errno);
    const bool begun =
        ::connect(fd_, name, address.size) == 0 || errno == EINPROGRESS;
    if (!begun) {
      return Soon([code = errno](Socket* self) { self->Tried(code); });
    }
    limiter_ = loop_.After(limit_, [this] {
      late_ = true;
      Tried(ETIMEDOUT);
    });
    late_ = false;
    const auto self = shared_from_this();
    auto watch = loop_.OnReady(fd_, {.write = true},
                               [self](Loop::Readiness) { self->Answered(); });
    if (!watch) return Tried(watch.error().system_errno);
    watch_ = *std::move(watch);
  }

  void Answered() {
    watch_.Cancel();
    int code = 0;
    socklen_t size = sizeof code;
    ::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &code, &size);
    Tried(code);
  }

  /// `code` is an errno, 0 for success.
  void Tried(int code) {
    const auto self = shared_from_this();
    limiter_.Cancel();
    watch_.Cancel();
    if (code == 0) {
      PreferPromptness();
      return Connected(Await({.read = true}));
    }
    if (next_ < addresses_.size()) return TryNext();
    if (late_) {
      return Connected(Error{ErrorCode::kTimeout,
                             peer_ + ": " + std::strerror(ETIMEDOUT),
                             ETIMEDOUT});
    }
    Connected(base::SystemError(peer_, code));
  }

  /// Requests are small and waited for; on a Unix socket this does nothing.
  void PreferPromptness() {
    const int on = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }

  void Connected(const Result<void>& result) {
    addresses_ = {};
    if (!result) {
      over_ = true;
      Close();
    }
    const auto done = std::exchange(done_, nullptr);
    if (done) done(result);
  }

  // --- Connected.

  void AwaitBytes(bool and_room = false) {
    const auto awaited = Await({.read = true, .write = and_room});
    if (!awaited) Break(awaited.error().system_errno);
  }

  Result<void> Await(Loop::Readiness what) {
    watch_.Cancel();
    const auto self = weak_from_this();
    auto watch = loop_.OnReady(fd_, what, [self](Loop::Readiness ready) {
      const auto socket = self.lock();
      if (!socket || socket->over_) return;
      ready.write ? socket->Flush() : socket->Read();
    });
    if (!watch) {
      return base::SystemError(peer_, watch.error().system_errno);
    }
    watch_ = *std::move(watch);
    return {};
  }

  /// Reads once a turn, so that a peer that never stops talking does not keep
  /// the loop from the others.
  void Read() {
    auto& incoming = loop_.core().incoming;
    const ssize_t count = ::recv(fd_, incoming.data(), incoming.size(), 0);
    if (count > 0) {
      return handlers_.on_bytes(
          Bytes(incoming.data(), static_cast<std::size_t>(count)));
    }
    if (count == 0) return End(0);
    if (errno != EAGAIN && errno != EINTR) End(errno);
  }

  std::size_t Send(Bytes bytes) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (errno != EAGAIN && errno != EINTR) Break(errno);
    return 0;
  }

  void Flush() {
    if (broken_) return;
    const std::size_t sent = Send(unsent_);
    unsent_.erase(unsent_.begin(),
                  unsent_.begin() + static_cast<std::ptrdiff_t>(sent));
    if (unsent_.empty() && !broken_) AwaitBytes();
  }

  /// Sending failed. Told later: no one expects a call from within Write().
  void Break(int code) {
    broken_ = true;
    unsent_.clear();
    Soon([code](Socket* self) { self->End(code); });
  }

  /// `code` is an errno, 0 where the peer has closed.
  void End(int code) {
    over_ = true;
    Close();
    handlers_.on_closed(
        code == 0 ? Error{ErrorCode::kClosed, peer_ + ": closed by the peer"}
                  : base::SystemError(peer_, code));
  }

  Loop& loop_;
  int fd_ = -1;
  Pending watch_;
  std::string peer_;
  Transport::Handlers handlers_;
  std::function<void(Result<void>)> done_;
  Duration limit_;
  Addresses addresses_;
  std::size_t next_ = 0;
  Pending limiter_;
  bool late_ = false;    // the last try was ended by limiter_
  bool over_ = false;    // the handlers are not called any more
  bool broken_ = false;  // sending has failed
  std::vector<std::uint8_t> unsent_;
};

class SocketTransport : public Transport {
 public:
  explicit SocketTransport(Loop* loop)
      : socket_(std::make_shared<Socket>(loop)) {}
  ~SocketTransport() override { socket_->Abandon(); }
  SocketTransport(const SocketTransport&) = delete;
  SocketTransport& operator=(const SocketTransport&) = delete;

  void Adopt(int fd, Handlers handlers) {
    socket_->Adopt(fd, std::move(handlers));
  }

  void Connect(const Address& address, Duration limit, Handlers handlers,
               std::function<void(Result<void>)> done) override {
    socket_->Connect(address, limit, std::move(handlers), std::move(done));
  }
  void Write(Bytes bytes) override { socket_->Write(bytes); }
  std::size_t unsent() const override { return socket_->unsent(); }

 private:
  std::shared_ptr<Socket> socket_;
};

std::string TcpText(const TcpAddress& tcp) {
  const bool brackets = tcp.host.find(':') != std::string::npos;
  const std::string host = brackets ? "[" + tcp.host + "]" : tcp.host;
  return host + ":" + std::to_string(tcp.port);
}

}  // namespace

std::string AddressText(const Address& address) {
  return std::visit(
      Overloaded{[](const TcpAddress& tcp) { return TcpText(tcp); },
                 [](const UnixAddress& unix_address) {
                   return "unix:" + unix_address.path;
                 }},
      address);
}

std::unique_ptr<Transport> MakeTransport(Loop* loop) {
  return std::make_unique<SocketTransport>(loop);
}

std::unique_ptr<Transport> AdoptSocket(Loop* loop, int fd,
                                       Transport::Handlers handlers) {
  auto transport = std::make_unique<SocketTransport>(loop);
  transport->Adopt(fd, std::move(handlers));
  return transport;
}

}  // namespace base::loop
