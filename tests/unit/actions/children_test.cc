// Children: real ones, which end, are killed, and are left alone. Nothing here
// depends on how long they take.
#include "actions/children.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/archive_image.h"
#include "tests/support/fake_timers.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr base::Duration kLimit{5 * base::kNanosPerSecond};

class ChildrenTest : public ::testing::Test {
 protected:
  static Command Sh(const std::string& text) {
    return {"/bin/sh", {"sh", "-c", text}, {"WHERE=here"}, true, kLimit};
  }
  base::Result<void> Start(const Command& command) {
    return children_.Start(command, [this](const Ending& ending) {
      ending_ = ending;
      loop_.Stop();
    });
  }
  Ending Ends(const Command& command) {
    EXPECT_TRUE(Start(command));
    loop_.Run();
    return ending_;
  }
  // A name in the file system that two processes meet at.
  std::string MakeFifo() const {
    std::string path = folder_ / "fifo";
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    return path;
  }

  tests::TemporaryFolder folder_;
  base::loop::Loop loop_;
  tests::FakeTimers timers_;
  std::vector<int> shares_;
  Children children_{&loop_, &timers_,
                     [this](int more) { shares_.push_back(more); }};
  Ending ending_;
};

TEST_F(ChildrenTest, AScriptWithoutItsInterpreterIsThere) {
  const std::string path = folder_ / "script";
  std::ofstream(path) << "#!/bin/sh\r\n";
  ::chmod(path.c_str(), 0700);
  Command command = Sh("");
  command.path = path;
  EXPECT_THAT(Start(command).error().message,
              StartsWith(path + ": its interpreter is not there"));
  command.path = folder_ / "none";
  EXPECT_THAT(Start(command).error().message,
              EndsWith("No such file or directory"));
}

TEST_F(ChildrenTest, TheEndingSaysHow) {
  EXPECT_TRUE(Ends(Sh("exit 0")).succeeded());
  EXPECT_EQ(Ends(Sh("exit 3")).status, 3);
  EXPECT_FALSE(ending_.succeeded());
  EXPECT_EQ(Ends(Sh("kill -9 $$")).signal, 9);
  EXPECT_FALSE(ending_.succeeded());
  EXPECT_EQ(children_.running(), 0u);
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(ChildrenTest, WhatCannotBeStartedIsAnError) {
  const auto started = Start({"/no/such/program", {"x"}, {}, true, {}});
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().system_errno, ENOENT);
  EXPECT_EQ(children_.running(), 0u);
}

// A session of its own, the environment it is given, and no file of ours.
TEST_F(ChildrenTest, WhatAChildFinds) {
  const int leaked = ::open("/dev/null", O_RDONLY);
  EXPECT_TRUE(
      Ends(Sh("test \"$WHERE\" = here && test -z \"$HOME\"")).succeeded());
  EXPECT_TRUE(Ends(Sh("read -r all </proc/$$/stat; set -- ${all##*) }; "
                      "test $3 = $$ && test $4 = $$"))
                  .succeeded());
  EXPECT_TRUE(
      Ends(Sh("test ! -e /proc/$$/fd/" + std::to_string(leaked))).succeeded());
  Command silent =
      Sh("test /proc/$$/fd/0 -ef /dev/null && "
         "test /proc/$$/fd/1 -ef /dev/null && "
         "test /proc/$$/fd/2 -ef /dev/null");
  silent.with_standard_files = false;
  EXPECT_TRUE(Ends(silent).succeeded());
  ::close(leaked);
}

TEST_F(ChildrenTest, SeveralThatEndTogetherAreAllTold) {
  int ended = 0;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(children_.Start(Sh("exit 0"), [&](const Ending&) {
      if (++ended == 10) loop_.Stop();
    }));
  }
  loop_.Run();
  EXPECT_EQ(ended, 10);
}

// Also what the child has started itself: it is the grandchild that reads.
TEST_F(ChildrenTest, AfterTheLimitTheWholeGroupIsKilled) {
  const std::string fifo = MakeFifo();
  ASSERT_TRUE(Start(Sh("cat '" + fifo + "' & wait")));
  const int fd = ::open(fifo.c_str(), O_WRONLY);  // when there is a reader
  ASSERT_GE(fd, 0);
  timers_.Advance(kLimit);
  loop_.Run();
  EXPECT_TRUE(ending_.timed_out);
  EXPECT_FALSE(ending_.succeeded());
  pollfd gone{fd, 0, 0};
  EXPECT_EQ(::poll(&gone, 1, -1), 1);
  EXPECT_TRUE(gone.revents & POLLERR);  // nobody reads any more
  ::close(fd);
}

// Who has a terminal of its own has to know.
TEST_F(ChildrenTest, WhoWritesWhereWeDoIsTold) {
  ASSERT_TRUE(children_.Start(Sh("exit 0"), [this](const Ending&) {
    EXPECT_TRUE(Start(Sh("exit 0")));
  }));
  EXPECT_THAT(shares_, ElementsAre(1));
  loop_.Run();
  // From one to the next it is not given back.
  EXPECT_THAT(shares_, ElementsAre(1, 1, -1, -1));
  shares_.clear();
  Command silent = Sh("exit 0");
  silent.with_standard_files = false;
  Ends(silent);
  EXPECT_THAT(shares_, IsEmpty());
  EXPECT_FALSE(Start({"/no/such/program", {"x"}, {}, true, {}}));
  EXPECT_THAT(shares_, ElementsAre(1, -1));
}

// From a file in memory.
TEST_F(ChildrenTest, AScriptIsReadFromItsDescriptor) {
  Command command = Sh("cat <&3 | grep -q '^echo x*$'");
  command.script = "echo " + std::string(1 << 20, 'x');
  EXPECT_TRUE(Ends(command).succeeded());
}

TEST_F(ChildrenTest, WhatAChildReadsAndSays) {
  std::vector<std::string> said;
  Command command = Sh("cat; echo end >&2; test ! -e /proc/$$/fd/3");
  command.with_standard_files = false;
  command.input = "one\ntwo\n";
  command.says = [&](const std::string& line) { said.push_back(line); };
  EXPECT_TRUE(Ends(command).succeeded());
  EXPECT_THAT(said, ElementsAre("one", "two", "end"));
  EXPECT_THAT(shares_, IsEmpty());
}

// As a daemon that it starts may do.
TEST_F(ChildrenTest, WhatAChildLeavesBehindMaySpeak) {
  const std::string fifo = MakeFifo();
  std::vector<std::string> said;
  Command command = Sh("{ read line; echo \"$line\"; } <'" + fifo + "' &");
  command.with_standard_files = false;
  command.says = [&](const std::string& line) {
    said.push_back(line);
    loop_.Stop();
  };
  EXPECT_TRUE(Ends(command).succeeded());
  const int fd = ::open(fifo.c_str(), O_WRONLY);
  ASSERT_EQ(::write(fd, "later\n", 6), 6);
  ::close(fd);
  loop_.Run();
  EXPECT_THAT(said, ElementsAre("later"));
}

TEST_F(ChildrenTest, TheyOutliveWhoStartedThem) {
  const std::string fifo = MakeFifo();
  bool told = false;
  {
    Children children(&loop_, &timers_);
    ASSERT_TRUE(children.Start(Sh("echo still here >'" + fifo + "'"),
                               [&](const Ending&) { told = true; }));
  }
  EXPECT_EQ(timers_.waiting(), 0u);
  const int fd = ::open(fifo.c_str(), O_RDONLY);
  std::string text(32, '\0');
  const ssize_t n = ::read(fd, text.data(), text.size());
  EXPECT_EQ(text.substr(0, static_cast<std::size_t>(n)), "still here\n");
  ::close(fd);
  loop_.Post([this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_FALSE(told);
}

}  // namespace
}  // namespace actions
