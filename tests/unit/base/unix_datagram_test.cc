// UnixDatagram: to paths and abstract names, and where nobody listens.
#include "base/unix_datagram.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "tests/support/archive_image.h"

namespace base {
namespace {

/// Who has the name; a first byte "@" stands for NUL.
class Peer {
 public:
  explicit Peer(const std::string& name)
      : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name[0] == '@') address.sun_path[0] = '\0';
    bound_ = ::bind(fd_, reinterpret_cast<const sockaddr*>(&address),
                    static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                           name.size())) == 0;
  }
  ~Peer() { ::close(fd_); }
  bool bound() const { return bound_; }
  std::string Heard() const {
    char text[64];
    const ssize_t n = ::recv(fd_, text, sizeof text, 0);
    return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : "";
  }
  /// What is in the file that came with an empty message.
  std::string HeardFile() const {
    char text[64];
    iovec room{text, sizeof text};
    alignas(cmsghdr) char rights[CMSG_SPACE(sizeof(int))] = {};
    msghdr header{};
    header.msg_iov = &room;
    header.msg_iovlen = 1;
    header.msg_control = rights;
    header.msg_controllen = sizeof rights;
    if (::recvmsg(fd_, &header, 0) != 0) return "no empty message";
    const cmsghdr* first = CMSG_FIRSTHDR(&header);
    if (first == nullptr || first->cmsg_type != SCM_RIGHTS) return "no file";
    int file = -1;
    std::memcpy(&file, CMSG_DATA(first), sizeof file);
    const ssize_t n = ::read(file, text, sizeof text);
    ::close(file);
    return {text, static_cast<std::size_t>(n > 0 ? n : 0)};
  }

 private:
  int fd_;
  bool bound_ = false;
};

TEST(UnixDatagram, GoesToWhoeverHasThePath) {
  const tests::TemporaryFolder folder;
  UnixDatagram socket(folder / "peer");
  EXPECT_EQ(socket.Send("x").error().system_errno, ENOENT);
  {
    const Peer peer(folder / "peer");
    ASSERT_TRUE(peer.bound());
    EXPECT_TRUE(socket.Send("first").has_value());
    EXPECT_EQ(peer.Heard(), "first");
  }
  const Error gone = socket.Send("x").error();
  EXPECT_EQ(gone.system_errno, ECONNREFUSED);
  EXPECT_EQ(gone.message, (folder / "peer") + ": Connection refused");
  ::unlink((folder / "peer").c_str());
  const Peer anew(folder / "peer");
  EXPECT_TRUE(socket.Send("second").has_value());
  EXPECT_EQ(anew.Heard(), "second");
}

TEST(UnixDatagram, GoesToAnAbstractName) {
  const std::string name =
      "@tocsin-unix-datagram-" + std::to_string(::getpid());
  const Peer peer(name);
  ASSERT_TRUE(peer.bound());
  EXPECT_TRUE(UnixDatagram(name).Send("x").has_value());
  EXPECT_EQ(peer.Heard(), "x");
}

TEST(UnixDatagram, CarriesAFile) {
  const tests::TemporaryFolder folder;
  const Peer peer(folder / "peer");
  ASSERT_TRUE(peer.bound());
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_TRUE(UnixDatagram(folder / "peer").SendFile(ends[0]).has_value());
  ::close(ends[0]);
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  ::close(ends[1]);
  EXPECT_EQ(peer.HeardFile(), "x");
}

TEST(UnixDatagram, HasNoLongerNamesThanTheSystem) {
  const std::string fits(UnixDatagram::kLongestName, 'x');
  EXPECT_EQ(UnixDatagram(fits).Send("x").error().system_errno, ENOENT);
  EXPECT_EQ(UnixDatagram(fits + 'x').Send("x").error().system_errno,
            ENAMETOOLONG);
}

TEST(UnixDatagram, ItsDescriptorIsThereBeforeItIsNeeded) {
  UnixDatagram early("/no/such/socket");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  UnixDatagram late("/no/such/socket");
  const auto of_early = early.Send("x");
  const auto of_late = late.Send("x");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(of_early.error().system_errno, ENOENT);
  EXPECT_EQ(of_late.error().system_errno, EMFILE);
  EXPECT_EQ(late.Send("x").error().system_errno, ENOENT);
}

}  // namespace
}  // namespace base
