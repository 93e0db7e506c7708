// CommandQueue: whose turn it is, who is refused, given up and tried again.
// The commands are real; time is the test's.
#include "actions/command_queue.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/archive_image.h"
#include "tests/support/fake_timers.h"
#include "tests/support/open_files_limit.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CommandQueueTest : public ::testing::Test {
 protected:
  CommandQueueTest() { EXPECT_EQ(::mkfifo(fifo_.c_str(), 0600), 0); }

  void Make(const CommandQueue::Limits& limits) {
    queue_.emplace(&children_, &timers_, limits, log_.log(),
                   [this] { ++changed_; });
  }
  Command Named(const std::string& name, const std::string& text) {
    begun_.push_back(name);
    return {"/bin/sh", {"sh", "-c", text}, {}, true, {}};
  }
  void Add(
      const std::string& name, const std::string& text = "true",
      const std::function<void()>& then = [] {}) {
    queue_->Add(
        name, [this, name, text] { return Named(name, text); },
        [this, name, then](const base::Result<Ending>& how) {
          Told(name, how);
          then();
        });
  }
  /// A command that ends when the test lets go of the fifo.
  void AddSlow(const std::string& name) { Add(name, "read x <" + fifo_); }
  /// A command that needs a descriptor to begin.
  void AddWithScript(const std::string& name) {
    queue_->Add(
        name,
        [this, name] {
          Command command = Named(name, "true");
          command.script = "a descriptor, please";
          return command;
        },
        [this, name](const base::Result<Ending>& how) { Told(name, how); });
  }
  void Told(const std::string& name, const base::Result<Ending>& how) {
    told_.push_back(name + (how ? "" : ": " + how.error().message));
    loop_.Stop();
  }
  /// Until nothing runs or waits.
  void RunAll() {
    const int fd = ::open(fifo_.c_str(), O_RDWR);
    // Whoever is still to open it finds a line.
    const std::string lines(1000, '\n');
    EXPECT_EQ(::write(fd, lines.data(), lines.size()), 1000);
    while (queue_->running() > 0) loop_.Run();
    ::close(fd);
  }

  tests::TemporaryFolder folder_;
  std::string fifo_ = folder_ / "fifo";
  base::loop::Loop loop_;
  tests::LogLines log_;
  tests::FakeTimers timers_;
  Children children_{&loop_, &timers_};
  std::optional<CommandQueue> queue_;
  std::vector<std::string> begun_;
  std::vector<std::string> told_;
  int changed_ = 0;
};

// No time passes here.
TEST_F(CommandQueueTest, QuickOnesRunOneAfterTheOther) {
  Make({});
  for (const std::string name : {"a", "b", "c"}) Add(name);
  EXPECT_THAT(begun_, ElementsAre("a"));
  EXPECT_EQ(queue_->running(), 1u);
  EXPECT_EQ(queue_->waiting(), 2u);
  RunAll();
  EXPECT_THAT(begun_, ElementsAre("a", "b", "c"));
  EXPECT_THAT(told_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(CommandQueueTest, AfterItsHeadStartASlowOneIsInNobodysWay) {
  Make({});
  AddSlow("slow");
  Add("b");
  timers_.Advance({CommandQueue::Limits().head_start.ns - 1});
  EXPECT_THAT(begun_, ElementsAre("slow"));
  timers_.Advance({1});
  EXPECT_THAT(begun_, ElementsAre("slow", "b"));
  loop_.Run();
  EXPECT_THAT(told_, ElementsAre("b"));
  Add("c");
  EXPECT_THAT(begun_, ElementsAre("slow", "b", "c"));
  RunAll();
}

TEST_F(CommandQueueTest, NoMoreThanSoManyRun) {
  CommandQueue::Limits limits;
  limits.running = 2;
  Make(limits);
  AddSlow("a");
  AddSlow("b");
  Add("c");
  timers_.Advance({100 * limits.head_start.ns});
  EXPECT_THAT(begun_, ElementsAre("a", "b"));
  RunAll();
  EXPECT_EQ(begun_.size(), 3u);
  EXPECT_EQ(told_.size(), 3u);
}

// Ten a second would be 200 s for these, and little less than what is given up.
TEST_F(CommandQueueTest, ACrowdFillsAllSlots) {
  const CommandQueue::Limits limits;
  Make(limits);
  for (int i = 0; i < 2'000; ++i) AddSlow("x");
  timers_.Advance({2 * limits.head_start.ns});
  EXPECT_EQ(queue_->running(), limits.running);
  queue_->Abandon();
  RunAll();
}

TEST_F(CommandQueueTest, AFewKeepTheirHeadStart) {
  const CommandQueue::Limits limits;
  Make(limits);
  for (int i = 0; i < 20; ++i) AddSlow("x");
  timers_.Advance({19 * limits.head_start.ns - 1});
  EXPECT_EQ(queue_->running(), 19u);
  timers_.Advance({1});
  EXPECT_EQ(queue_->running(), 20u);
  RunAll();
}

// A tick with one alarm more than the queue takes: one is refused, and says so.
TEST_F(CommandQueueTest, NoMoreThanSoManyWait) {
  Make({});
  for (int i = 0; i < 10'001; ++i) Add("x");
  EXPECT_EQ(queue_->waiting(), 10'000u);
  EXPECT_THAT(told_, IsEmpty());
  Add("one more");
  EXPECT_THAT(told_, ElementsAre("one more: 10000 commands wait"));
  EXPECT_EQ(queue_->waiting(), 10'000u);
}

TEST_F(CommandQueueTest, WhatHasWaitedTooLongIsGivenUp) {
  CommandQueue::Limits limits;
  limits.running = 1;
  Make(limits);
  AddSlow("slow");
  Add("b");
  timers_.Advance({limits.wait.ns - 1});
  Add("c");
  EXPECT_THAT(told_, IsEmpty());
  timers_.Advance({1});
  EXPECT_THAT(told_, ElementsAre("b: given up after 330 s"));
  RunAll();
  EXPECT_THAT(begun_, ElementsAre("slow", "c"));
}

// It is the oldest that has the first slot.
TEST_F(CommandQueueTest, WhatWaitedForHangingOnesBeginsWhenTheseAreKilled) {
  const CommandQueue::Limits limits;
  Make(limits);
  for (std::size_t i = 0; i < limits.running; ++i) {
    queue_->Add(
        "hangs",
        [this] {
          Command program = Named("hangs", "read x <" + fifo_);
          program.limit = base::Duration{300 * base::kNanosPerSecond};
          return program;
        },
        [this](const base::Result<Ending>&) { loop_.Stop(); });
  }
  Add("b");
  timers_.Advance({310 * base::kNanosPerSecond});
  while (queue_->waiting() > 0) loop_.Run();
  EXPECT_EQ(begun_.back(), "b");
  RunAll();
  EXPECT_THAT(told_, ElementsAre("b"));
}

TEST_F(CommandQueueTest, ThatOnesWaitLongIsToldUntilThatIsOver) {
  CommandQueue::Limits limits;
  limits.running = 1;
  Make(limits);
  for (int row = 0; row < 2; ++row) {
    log_.lines.clear();
    AddSlow("slow");
    Add("b");
    EXPECT_TRUE(queue_->Waits("b"));
    EXPECT_FALSE(queue_->Waits("slow"));
    timers_.Advance({limits.late.ns - 1});
    EXPECT_FALSE(queue_->delayed());
    Add("c");
    const int before = changed_;
    timers_.Advance({1});
    EXPECT_TRUE(queue_->delayed());
    EXPECT_EQ(changed_, before + 1);
    timers_.Advance(limits.late);
    const std::string told =
        "Warning: 1 command runs (of slow), 2 wait, that of b for 10 s";
    EXPECT_THAT(log_.lines, ElementsAre(told));
    RunAll();
    EXPECT_FALSE(queue_->delayed());
    EXPECT_THAT(log_.lines,
                ElementsAre(told, "Info: no command waits any more"));
  }
}

TEST_F(CommandQueueTest, ThatOnesWaitLongIsToldAgainButNotOfEach) {
  const CommandQueue::Limits limits;
  Make(limits);
  for (std::size_t i = 0; i < limits.running; ++i) {
    AddSlow("slow" + std::to_string(i));
  }
  timers_.Advance({limits.late.ns});
  for (const std::string name : {"a", "b", "c"}) {
    Add(name);
    timers_.Advance({limits.quiet.ns / 2});
  }
  const std::string running =
      "Warning: 64 commands run (of slow0, slow1, slow2 and 61 more), ";
  EXPECT_THAT(log_.lines, ElementsAre(running + "1 waits, that of a for 10 s",
                                      running + "3 wait, that of c for 10 s"));
  RunAll();
}

// As in pmie: shell "a1" & shell "a2" before the rule after it.
TEST_F(CommandQueueTest, WhatFollowsTakesTheTurnOfWhatItFollows) {
  Make({});
  Add("a1", "true", [this] { Add("a2", "true", [this] { Add("a3"); }); });
  Add("b1", "true", [this] { Add("b2"); });
  Add("c");
  RunAll();
  EXPECT_THAT(begun_, ElementsAre("a1", "a2", "a3", "b1", "b2", "c"));
}

TEST_F(CommandQueueTest, WhatCannotBeBegunIsToldAndTheNextBegins) {
  Make({});
  queue_->Add(
      "a",
      [] {
        return Command{"/no/such", {"x"}, {}, true, {}};
      },
      [this](const base::Result<Ending>& how) { Told("a", how); });
  EXPECT_THAT(told_, ElementsAre("a: /no/such: No such file or directory"));
  Add("b");
  EXPECT_THAT(begun_, ElementsAre("b"));
  RunAll();
}

TEST_F(CommandQueueTest, WhatCannotBeBegunNowIsTriedAgain) {
  const CommandQueue::Limits limits;
  Make(limits);
  Add("first");  // the loop has all that it needs from now on
  RunAll();
  {
    const tests::OpenFilesLimit none;
    AddWithScript("a");
    timers_.Advance({limits.patience.ns / 2});
  }
  // The sanitizers' own checks want descriptors, too.
  EXPECT_THAT(told_, ElementsAre("first"));
  timers_.Advance(limits.head_start);
  loop_.Run();
  EXPECT_THAT(told_, ElementsAre("first", "a"));
  told_.clear();
  {
    const tests::OpenFilesLimit none;
    AddWithScript("b");
    AddWithScript("c");
    timers_.Advance(limits.patience);
  }
  // Not each of them is waited for.
  EXPECT_THAT(told_, ElementsAre("b: /bin/sh: Too many open files",
                                 "c: /bin/sh: Too many open files"));
  EXPECT_EQ(queue_->waiting(), 0u);
}

// Those that came before have had theirs.
TEST_F(CommandQueueTest, EachHasAPatienceOfItsOwn) {
  const CommandQueue::Limits limits;
  const base::Duration half{limits.patience.ns / 2};
  Make(limits);
  Add("first");
  RunAll();
  std::vector<std::string> told;
  {
    const tests::OpenFilesLimit none;
    AddWithScript("a");
    timers_.Advance(half);
    AddWithScript("b");
    timers_.Advance(half);
    AddWithScript("c");
    told = std::exchange(told_, {});
    timers_.Advance(half);
  }
  EXPECT_THAT(told, ElementsAre("first", "a: /bin/sh: Too many open files"));
  EXPECT_THAT(told_, ElementsAre("b: /bin/sh: Too many open files"));
  timers_.Advance(limits.head_start);
  RunAll();
  EXPECT_EQ(told_.back(), "c");
}

TEST_F(CommandQueueTest, ItIsNotOverWhereTheProgramEnds) {
  const CommandQueue::Limits limits;
  Make(limits);
  for (std::size_t i = 0; i <= limits.running; ++i) AddSlow("slow");
  timers_.Advance({2 * limits.late.ns});
  queue_->Abandon();
  EXPECT_FALSE(queue_->delayed());
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Warning: 64 commands run (of slow, slow, slow and 61 "
                  "more), 1 waits, that of slow for 10 s"));
  RunAll();
}

TEST_F(CommandQueueTest, AtTheEndWhatWaitsIsNotBegun) {
  Make({});
  Add("a");
  Add("b", "true", [this] { Add("instead of b"); });
  Add("c");
  queue_->Abandon();
  EXPECT_THAT(told_, ElementsAre("b: the program ends",
                                 "instead of b: the program ends",
                                 "c: the program ends"));
  EXPECT_EQ(timers_.waiting(), 0u);
  RunAll();
  EXPECT_THAT(begun_, ElementsAre("a"));
}

}  // namespace
}  // namespace actions
