// Journal: entries, and what arrives at a socket of our own.
#include "actions/journal.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/archive_image.h"
#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;
using Fields = std::vector<std::pair<std::string, std::string>>;

/// What a journal makes of an entry.
Fields Read(std::string_view entry) {
  Fields fields;
  while (!entry.empty()) {
    const std::size_t name = entry.find_first_of("=\n");
    fields.emplace_back(entry.substr(0, name), "");
    std::size_t begin = name + 1;
    std::size_t size = 0;
    if (entry[name] == '=') {
      size = entry.find('\n', begin) - begin;
    } else {
      for (std::size_t i = 8; i-- > 0;) {
        size = size << 8 | static_cast<unsigned char>(entry[begin + i]);
      }
      begin += 8;
    }
    fields.back().second = entry.substr(begin, size);
    EXPECT_EQ(entry[begin + size], '\n');
    entry.remove_prefix(begin + size + 1);
  }
  return fields;
}

/// Where a journal would listen.
class Peer {
 public:
  explicit Peer(const std::string& path)
      : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    EXPECT_EQ(
        ::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Peer() { ::close(fd_); }

  /// The next entry, from a datagram or from the sealed file in it.
  std::string Heard() const {
    std::string text(std::size_t{1} << 20, '\0');
    iovec room{text.data(), text.size()};
    alignas(cmsghdr) char rights[CMSG_SPACE(sizeof(int))] = {};
    msghdr header{};
    header.msg_iov = &room;
    header.msg_iovlen = 1;
    header.msg_control = rights;
    header.msg_controllen = sizeof rights;
    const ssize_t n = ::recvmsg(fd_, &header, 0);
    const cmsghdr* first = CMSG_FIRSTHDR(&header);
    if (first == nullptr) {
      return text.substr(0, static_cast<std::size_t>(n > 0 ? n : 0));
    }
    EXPECT_EQ(n, 0);
    int file = -1;
    std::memcpy(&file, CMSG_DATA(first), sizeof file);
    EXPECT_EQ(::fcntl(file, F_GET_SEALS),
              F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    text.resize(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)));
    EXPECT_EQ(::pread(file, text.data(), text.size(), 0),
              static_cast<ssize_t>(text.size()));
    ::close(file);
    return text;
  }

 private:
  int fd_;
};

class JournalTest : public ::testing::Test {
 protected:
  std::optional<Outcome> Send(const ActionEvent& event) {
    std::optional<Outcome> how;
    journal_.Perform(event.event(), [&](Outcome outcome) { how = outcome; });
    return how;
  }

  tests::TemporaryFolder folder_;
  const std::string path_ = folder_ / "journal";
  tests::FakeTimers timers_;
  tests::LogLines log_;
  base::Zone zone_;  // UTC
  Journal journal_{path_, &timers_, &zone_, log_.log()};
};

TEST_F(JournalTest, FieldsStandOnceABinding) {
  const Peer peer(path_);
  ActionEvent event(ActionEvent::Kind::kJournal, "full");
  event.parts.bindings = {{"web1", "sda", "/a", {}, "95"},
                          {"web1", {}, "/a", {}, "96"}};
  EXPECT_EQ(Send(event), Outcome::kSucceeded);
  EXPECT_EQ(peer.Heard(),
            "MESSAGE=full\nPRIORITY=5\nSYSLOG_IDENTIFIER=tocsin\n"
            "TOCSIN_RULE=rule\nTOCSIN_TIME=2001-09-09T01:46:40Z\n"
            "TOCSIN_HOST=web1\nTOCSIN_INSTANCE=sda\n"
            "TOCSIN_VALUE=95\nTOCSIN_HOST=web1\nTOCSIN_VALUE=96\n");
}

TEST_F(JournalTest, NoValueAddsAField) {
  for (const std::string& hostile :
       {std::string("a\nPRIORITY=0\n"), std::string("\0\r=\"$()", 7),
        std::string("\xff\xfe\n"), std::string("\u202e%n"), std::string("-n"),
        std::string(1 << 20, '\n')}) {
    ActionEvent event(ActionEvent::Kind::kJournal, hostile);
    event.message.values = {{0, hostile.size()}};
    event.statement.name = hostile;
    event.parts.bindings = {{hostile, hostile, {}, {}, hostile}};
    const Fields fields = Read(JournalEntry(event.event(), zone_));
    ASSERT_EQ(fields.size(), 8u);
    EXPECT_EQ(fields[0].first, "MESSAGE");
    EXPECT_EQ(fields[0].second.find_first_of("\n\r"), std::string::npos);
    for (const std::size_t i : {3, 5, 6, 7}) {
      EXPECT_EQ(fields[i].second, hostile);
    }
  }
}

TEST_F(JournalTest, ATextOfSeveralLinesIsOneMessage) {
  const ActionEvent event(ActionEvent::Kind::kJournal, "a\nb");
  EXPECT_THAT(Read(JournalEntry(event.event(), zone_)).front(),
              Pair("MESSAGE", "a\nb"));
}

// The journal takes none with more than 1024.
TEST_F(JournalTest, ThereIsAnEndOfFields) {
  ActionEvent event(ActionEvent::Kind::kJournal, "x");
  event.parts.bindings.assign(5000, {"h", "i", {}, {}, "v"});
  EXPECT_EQ(Read(JournalEntry(event.event(), zone_)).size(), 905u);
}

TEST_F(JournalTest, WhatIsLongerThanADatagramComesInAFile) {
  const Peer peer(path_);
  const std::string text(8 << 20, 'x');
  EXPECT_EQ(Send(ActionEvent(ActionEvent::Kind::kJournal, text)),
            Outcome::kSucceeded);
  EXPECT_EQ(Read(peer.Heard()).front().second, text);
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(JournalTest, WithoutAJournalItFailsAndSaysSoOnce) {
  const ActionEvent event(ActionEvent::Kind::kJournal, "x");
  EXPECT_EQ(Send(event), Outcome::kNotPerformed);
  EXPECT_EQ(Send(event), Outcome::kNotPerformed);
  EXPECT_THAT(log_.lines, ElementsAre("Error: rule: journal: " + path_ +
                                      ": No such file or directory"));
}

}  // namespace
}  // namespace actions
