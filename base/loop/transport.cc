// The transport over sockets of the system, through Asio.
#include "base/loop/transport.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>  // first: Asio of Boost 1.74 forgets it
#include <vector>

#include "base/loop/core.h"
#include "base/overloaded.h"
#include "base/system_error.h"

namespace base::loop {
namespace {

namespace asio = boost::asio;
using asio::generic::stream_protocol;
using boost::system::error_code;

Error SystemError(const std::string& peer, const error_code& error) {
  return Error{ErrorCode::kSystem, peer + ": " + error.message(),
               error.value()};
}

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

/// The state that a connection's waits share with its owner's handle. Its
/// handlers stay until it dies itself, so that they may drop the handle.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  explicit Socket(Loop* loop) : loop_(*loop), socket_(loop->core().io) {}

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
    if (const error_code error = Hold(fd)) return Break(error);
    AwaitBytes();
  }

  void Write(Bytes bytes) {
    if (over_ || broken_) return;
    if (unsent_.empty()) bytes = bytes.subspan(Send(bytes));
    if (bytes.empty() || broken_) return;
    const bool waiting = !unsent_.empty();
    unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
    if (!waiting) AwaitRoom();
  }

  std::size_t unsent() const { return unsent_.size(); }

  /// The owner has gone: nobody is called any more.
  void Abandon() {
    over_ = true;
    done_ = nullptr;
    limiter_.Cancel();
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  // --- Connecting.

  void Resolve(const Address& address) {
    std::visit(Overloaded{[this](const UnixAddress& unix_address) {
                            Soon(SocketPath(unix_address.path));
                          },
                          [this](const TcpAddress& tcp) { ResolveTcp(tcp); }},
               address);
  }

  void ResolveTcp(const TcpAddress& tcp) {
    Result<Addresses> numeric = NumericAddress(tcp.host, tcp.port);
    if (numeric) return Soon(std::move(numeric));
    // A Socket belongs to the loop's thread: the resolver's threads hold none
    // alive.
    loop_.core().resolver.Resolve(
        tcp.host, tcp.port,
        [io = &loop_.core().io,
         self = weak_from_this()](Result<Addresses> found) {
          asio::post(*io, [self, found = std::move(found)] {
            if (const auto socket = self.lock()) socket->Resolved(found);
          });
        });
  }

  void Soon(Result<Addresses> found) {
    asio::post(loop_.core().io,
               [self = shared_from_this(), found = std::move(found)] {
                 self->Resolved(found);
               });
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
    error_code error;
    socket_.close(error);
    socket_.open(stream_protocol(name->sa_family, 0), error);
    if (error) return Tried(error);
    socket_.non_blocking(true, error);
    late_ = false;
    limiter_ = loop_.After(limit_, [this] {
      late_ = true;
      error_code ignored;
      socket_.close(ignored);
    });
    socket_.async_connect(
        stream_protocol::endpoint(name, address.size),
        [self = shared_from_this()](const error_code& result) {
          if (!self->over_) self->Tried(result);
        });
  }

  void Tried(const error_code& error) {
    limiter_.Cancel();
    if (!error) {
      PreferPromptness();
      const error_code lost = ForgetRoom();
      return Connected(lost ? SystemError(peer_, lost) : Result<void>());
    }
    if (next_ < addresses_.size()) return TryNext();
    if (late_) {
      return Connected(Error{ErrorCode::kTimeout,
                             peer_ + ": " + std::strerror(ETIMEDOUT),
                             ETIMEDOUT});
    }
    Connected(SystemError(peer_, error));
  }

  /// Requests are small and waited for; on a Unix socket this does nothing.
  void PreferPromptness() {
    const int on = 1;
    ::setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_NODELAY, &on,
                 sizeof on);
  }

  void Connected(const Result<void>& result) {
    addresses_ = {};
    if (result) {
      AwaitBytes();
    } else {
      over_ = true;
    }
    const auto done = std::exchange(done_, nullptr);
    if (done) done(result);
  }

  /// epoll keeps EPOLLOUT armed after the wait for a connection and reports it
  /// again with every byte that comes; a fresh registration does not.
  error_code ForgetRoom() {
    error_code error;
    return Hold(socket_.release(error));
  }

  /// Where `fd` cannot be waited for, it is closed.
  error_code Hold(int fd) {
    error_code error;
    socket_.assign(stream_protocol(AF_UNSPEC, 0), fd, error);
    if (error) {
      ::close(fd);
    } else {
      socket_.non_blocking(true, error);
    }
    return error;
  }

  // --- Connected.

  void AwaitBytes() {
    socket_.async_wait(asio::socket_base::wait_read,
                       [self = shared_from_this()](const error_code& error) {
                         if (!self->over_) self->Read(error);
                       });
  }

  /// Reads once and waits again, so that a peer that never stops talking does
  /// not keep the loop from the others.
  void Read(error_code error) {
    std::size_t count = 0;
    if (!error) {
      auto& incoming = loop_.core().incoming;
      count = socket_.read_some(asio::buffer(incoming), error);
      if (count > 0) handlers_.on_bytes(Bytes(incoming.data(), count));
    }
    if (over_) return;
    if (error && error != asio::error::would_block) return End(error);
    AwaitBytes();
  }

  std::size_t Send(Bytes bytes) {
    error_code error;
    const std::size_t sent =
        socket_.write_some(asio::buffer(bytes.data(), bytes.size()), error);
    if (error && error != asio::error::would_block) Break(error);
    return sent;
  }

  void AwaitRoom() {
    socket_.async_wait(asio::socket_base::wait_write,
                       [self = shared_from_this()](const error_code& error) {
                         if (!self->over_ && !self->broken_ && !error) {
                           self->Flush();
                         }
                       });
  }

  void Flush() {
    const std::size_t sent = Send(unsent_);
    unsent_.erase(unsent_.begin(),
                  unsent_.begin() + static_cast<std::ptrdiff_t>(sent));
    if (!unsent_.empty() && !broken_) AwaitRoom();
  }

  /// Sending failed. Told later: no one expects a call from within Write().
  void Break(const error_code& error) {
    broken_ = true;
    unsent_.clear();
    asio::post(loop_.core().io, [self = shared_from_this(), error] {
      if (!self->over_) self->End(error);
    });
  }

  void End(const error_code& error) {
    over_ = true;
    error_code ignored;
    socket_.close(ignored);
    handlers_.on_closed(
        error == asio::error::eof
            ? Error{ErrorCode::kClosed, peer_ + ": closed by the peer"}
            : SystemError(peer_, error));
  }

  Loop& loop_;
  stream_protocol::socket socket_;
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
