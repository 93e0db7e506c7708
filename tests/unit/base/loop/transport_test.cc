// Connections to listeners of this process, over TCP and Unix sockets: bytes
// both ways, the ends of connections, and owners that let go at any moment.
#include "base/loop/transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/archive_image.h"
#include "tests/support/listener.h"

namespace {

/// How many more descriptors may be waited for; negative: any number.
int g_room = -1;

}  // namespace

/// In place of the system's, which is full only once all programs together
/// wait for too many.
extern "C" int epoll_ctl(int epoll, int operation, int fd,
                         epoll_event* event) noexcept {
  if (operation == EPOLL_CTL_ADD && g_room >= 0 && g_room-- == 0) {
    errno = ENOSPC;
    return -1;
  }
  return static_cast<int>(
      ::syscall(SYS_epoll_ctl, epoll, operation, fd, event));
}

namespace base::loop {
namespace {

using testing::HasSubstr;

constexpr Duration kLong{60 * kNanosPerSecond};

Bytes BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// One end of a connection that notes what it is told.
struct End {
  std::unique_ptr<Transport> transport;
  std::optional<Result<void>> connected;
  std::string heard;
  std::optional<Error> closed;
};

class Transports : public testing::Test {
 protected:
  Transport::Handlers HandlersOf(End* end) {
    return {[this, end](Bytes bytes) {
              end->heard.append(bytes.begin(), bytes.end());
              Look();
            },
            [this, end](Error error) {
              end->closed = std::move(error);
              Look();
            }};
  }
  void Accept(int fd) {
    server_.transport = AdoptSocket(&loop_, fd, HandlersOf(&server_));
    Look();
  }
  tests::Listener::Accepted Accepting() {
    return [this](int fd) { Accept(fd); };
  }
  void Connect(const Address& address, Duration limit = kLong) {
    client_.transport = MakeTransport(&loop_);
    client_.transport->Connect(address, limit, HandlersOf(&client_),
                               [this](Result<void> result) {
                                 client_.connected = std::move(result);
                                 Look();
                               });
  }
  void RunUntil(std::function<bool()> condition) {
    until_ = std::move(condition);
    if (!until_()) loop_.Run();
    until_ = nullptr;
  }
  void Look() {
    if (until_ && until_()) loop_.Stop();
  }
  bool BothConnected() const {
    return server_.transport && client_.connected &&
           client_.connected->has_value();
  }
  void MeetOverTcp() {
    listener_.emplace(&loop_, Accepting());
    Connect(TcpAddress{"127.0.0.1", listener_->port()});
    RunUntil([this] { return BothConnected(); });
  }
  std::string Failure() {
    RunUntil([this] { return client_.connected.has_value(); });
    return client_.connected->has_value() ? "connected"
                                          : client_.connected->error().message;
  }

  Loop loop_;
  std::optional<tests::Listener> listener_;
  End server_;
  End client_;
  std::function<bool()> until_;
};

TEST_F(Transports, SayAndHearOverTcp) {
  MeetOverTcp();
  client_.transport->Write(BytesOf("question"));
  server_.transport->Write(BytesOf("answer"));
  RunUntil([this] {
    return server_.heard == "question" && client_.heard == "answer";
  });
}

std::ptrdiff_t OpenFiles() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

TEST_F(Transports, WhereItCannotBeWaitedForThereIsNoConnection) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "socket";
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  ASSERT_LT(path.copy(name.sun_path, sizeof name.sun_path - 1), 100u);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&name), sizeof name),
            0);
  ASSERT_EQ(::listen(listener, 1), 0);
  // What the loop itself waits for it has from then on.
  Connect(UnixAddress{folder / "nobody"});
  Failure();
  client_ = {};
  const std::ptrdiff_t before = OpenFiles();
  g_room = 1;  // while it connects, and not after that
  Connect(UnixAddress{path});
  EXPECT_EQ(Failure(), "unix:" + path + ": No space left on device");
  g_room = -1;
  client_.transport.reset();
  EXPECT_EQ(OpenFiles(), before) << "it was closed";
  ::close(listener);
}

TEST_F(Transports, SayAndHearOverAUnixSocket) {
  const tests::TemporaryFolder folder;
  listener_.emplace(&loop_, Accepting(), folder / "socket");
  Connect(UnixAddress{folder / "socket"});
  RunUntil([this] { return BothConnected(); });
  client_.transport->Write(BytesOf("question"));
  RunUntil([this] { return server_.heard == "question"; });
}

TEST_F(Transports, TryEachAddressOfAName) {
  // The listener has no address of version 6, which comes first where there
  // is one.
  listener_.emplace(&loop_, Accepting());
  Connect(TcpAddress{"localhost", listener_->port()});
  RunUntil([this] { return BothConnected(); });
}

TEST_F(Transports, NeverAnswerFromWithinConnect) {
  Connect(UnixAddress{std::string(200, 'x')});
  EXPECT_FALSE(client_.connected);
  EXPECT_THAT(Failure(), HasSubstr("File name too long"));
}

TEST_F(Transports, SayWhoRefused) {
  const tests::Port port;
  Connect(TcpAddress{"127.0.0.1", port.number()});
  EXPECT_EQ(Failure(), "127.0.0.1:" + std::to_string(port.number()) +
                           ": Connection refused");
  EXPECT_EQ(client_.connected->error().system_errno, ECONNREFUSED);
}

TEST_F(Transports, SayThatThereIsNoSocket) {
  const tests::TemporaryFolder folder;
  Connect(UnixAddress{folder / "none"});
  EXPECT_EQ(Failure(),
            "unix:" + (folder / "none") + ": No such file or directory");
}

TEST_F(Transports, SayThatNobodyKnowsTheName) {
  Connect(TcpAddress{"no.such.host.invalid", 44321});
  EXPECT_THAT(Failure(), HasSubstr("no.such.host.invalid: "));
  EXPECT_EQ(client_.connected->error().code, ErrorCode::kNoHost);
}

TEST_F(Transports, GiveUpOnWhoDoesNotAnswer) {
  // A listener whose queue is full: connecting to it waits for ever.
  const int deaf = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof name;
  auto* any = reinterpret_cast<sockaddr*>(&name);
  ASSERT_EQ(::bind(deaf, any, size), 0);
  ASSERT_EQ(::listen(deaf, 0), 0);
  ASSERT_EQ(::getsockname(deaf, any, &size), 0);
  const int port = ntohs(name.sin_port);
  std::vector<std::unique_ptr<Transport>> crowd;
  for (int i = 0; i < 4; ++i) {
    crowd.push_back(MakeTransport(&loop_));
    crowd.back()->Connect(TcpAddress{"127.0.0.1", port}, kLong, {},
                          [](const Result<void>&) {});
  }
  Connect(TcpAddress{"127.0.0.1", port}, Duration{20'000'000});
  EXPECT_THAT(Failure(), HasSubstr("Connection timed out"));
  EXPECT_EQ(client_.connected->error().code, ErrorCode::kTimeout);
  ::close(deaf);
}

TEST_F(Transports, HearThatThePeerHasClosed) {
  MeetOverTcp();
  server_.transport->Write(BytesOf("last words"));
  server_.transport.reset();
  RunUntil([this] { return client_.closed.has_value(); });
  EXPECT_EQ(client_.heard, "last words");
  EXPECT_EQ(client_.closed->code, ErrorCode::kClosed);
  client_.transport->Write(BytesOf("too late"));
}

TEST_F(Transports, HearThatTheConnectionBroke) {
  int peer = -1;
  listener_.emplace(&loop_, [&](int fd) {
    peer = fd;
    Look();
  });
  Connect(TcpAddress{"127.0.0.1", listener_->port()});
  RunUntil([&] { return peer >= 0 && client_.connected; });
  const linger reset{1, 0};
  ::setsockopt(peer, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  ::close(peer);
  RunUntil([this] { return client_.closed.has_value(); });
  EXPECT_EQ(client_.closed->code, ErrorCode::kSystem);
  EXPECT_EQ(client_.closed->system_errno, ECONNRESET);
}

TEST_F(Transports, SendWhatDoesNotGoAtOnce) {
  MeetOverTcp();
  std::string much(32 << 20, 'x');
  for (std::size_t i = 0; i < much.size(); i += 4096) {
    much[i] = static_cast<char>(i >> 12);
  }
  client_.transport->Write(BytesOf(much));
  EXPECT_GT(client_.transport->unsent(), 0u);
  client_.transport->Write(BytesOf("end"));
  RunUntil([&] { return server_.heard.size() == much.size() + 3; });
  EXPECT_TRUE(server_.heard == much + "end");
  EXPECT_EQ(client_.transport->unsent(), 0u);
}

TEST_F(Transports, AreSilentOnceLetGo) {
  MeetOverTcp();
  server_.transport->Write(BytesOf("unheard"));
  client_.transport.reset();
  RunUntil([this] { return server_.closed.has_value(); });
  EXPECT_EQ(client_.heard, "");
  EXPECT_FALSE(client_.closed);
}

TEST_F(Transports, MayBeLetGoFromWithinTheirCalls) {
  listener_.emplace(&loop_, Accepting());
  client_.transport = MakeTransport(&loop_);
  bool heard = false;
  client_.transport->Connect(TcpAddress{"127.0.0.1", listener_->port()}, kLong,
                             {[&](Bytes) {
                                heard = true;
                                client_.transport.reset();
                              },
                              [](const Error&) { FAIL(); }},
                             [](const Result<void>&) {});
  RunUntil([this] { return server_.transport != nullptr; });
  server_.transport->Write(BytesOf("let go"));
  RunUntil([this] { return server_.closed.has_value(); });
  EXPECT_TRUE(heard);
}

TEST_F(Transports, MayBeLetGoWhileTheyConnect) {
  listener_.emplace(&loop_, Accepting());
  for (const char* host : {"127.0.0.1", "localhost"}) {
    client_ = {};
    Connect(TcpAddress{host, listener_->port()});
    client_.transport.reset();
  }
  loop_.Post([this] { loop_.Post([this] { loop_.Stop(); }); });
  loop_.Run();
  EXPECT_FALSE(client_.connected);
}

TEST(Addresses, AreWrittenAsUsersDo) {
  EXPECT_EQ(AddressText(TcpAddress{"host", 44321}), "host:44321");
  EXPECT_EQ(AddressText(TcpAddress{"::1", 1}), "[::1]:1");
  EXPECT_EQ(AddressText(UnixAddress{"/run/s"}), "unix:/run/s");
}

}  // namespace
}  // namespace base::loop
