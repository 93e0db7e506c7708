// Alarm: what the program of PCP_XCONFIRM_PROG is given; a script plays it.
#include "actions/alarm.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "tests/support/action_event.h"
#include "tests/support/archive_image.h"

namespace actions {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::ActionEvent;

ActionEvent AlarmEvent() {
  ActionEvent event(ActionEvent::Kind::kAlarm, "");
  event.time.ns += 1'500'000'000;
  return event;
}

class AlarmTest : public ::testing::Test {
 protected:
  AlarmTest() {
    EXPECT_EQ(::mkfifo(fifo_.c_str(), 0600), 0);
    std::ofstream(program_)
        << "#!/bin/sh\nprintf '[%s]' \"$@\" >'" << fifo_ << "'\n";
    ::chmod(program_.c_str(), 0700);
  }
  bool Show(Alarm* alarm, const std::string& text) {
    one_.message.text = text;
    return Show(alarm, one_);
  }
  static bool Show(Alarm* alarm, const ActionEvent& event) {
    bool succeeded = false;
    alarm->Perform(event.event(), [&](auto outcome) {
      succeeded = outcome == Alarm::Outcome::kSucceeded;
    });
    return succeeded;
  }
  std::string Told() const {
    std::ifstream told(fifo_);
    return {std::istreambuf_iterator<char>(told), {}};
  }
  void RunUntilEnded() {
    // Another child, and a look at each: no ending stays unseen.
    while (children_.running() > 0) {
      ASSERT_TRUE(children_.Start({"/bin/true", {"true"}, {}, false, {}},
                                  [this](const Ending&) { loop_.Stop(); }));
      loop_.Run();
    }
  }

  tests::TemporaryFolder folder_;
  const std::string program_ = folder_ / "confirm";
  const std::string fifo_ = folder_ / "told";
  ActionEvent one_ = AlarmEvent();
  ActionEvent two_ = AlarmEvent();
  base::loop::Loop loop_;
  Children children_{&loop_, &loop_};
  base::Zone zone_;  // UTC
  tests::LogLines log_;
};

TEST_F(AlarmTest, TheProgramGetsTheTimeAndTheText) {
  Alarm alarm({"PCP_XCONFIRM_PROG=" + program_}, &zone_, &children_,
              log_.log());
  EXPECT_TRUE(Show(&alarm, "disk $full"));
  // As long as it is there no other is started.
  EXPECT_TRUE(Show(&alarm, "another"));
  EXPECT_EQ(children_.running(), 1u);
  EXPECT_EQ(Told(),
            "[-header][Performance Co-Pilot Alarm][-b][Cancel][-icon][warning]"
            "[-t][Sun Sep  9 01:46:42 2001\n][-t][disk $full]");
  RunUntilEnded();
  EXPECT_TRUE(Show(&alarm, "third"));
  EXPECT_EQ(children_.running(), 1u);
  EXPECT_THAT(Told(), ::testing::EndsWith("[third]"));
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(AlarmTest, WithoutAProgramItIsEchoed) {
  Alarm alarm({"PCP_XCONFIRM_PROG="}, &zone_, &children_, log_.log());
  ::testing::internal::CaptureStdout();
  EXPECT_TRUE(Show(&alarm, "text"));
  RunUntilEnded();
  EXPECT_TRUE(Show(&alarm, "again"));
  RunUntilEnded();
  const std::string echoed = ::testing::internal::GetCapturedStdout();
  EXPECT_THAT(echoed, ::testing::HasSubstr(
                          "-header Performance Co-Pilot Alarm -b Cancel -icon "
                          "warning -t Sun Sep  9 01:46:42 2001\n -t text\n"));
  EXPECT_THAT(log_.lines, ElementsAre("Error: PCP_XCONFIRM_PROG not found, "
                                      "using echo(1)"));
}

// As in pmie each action has a window of its own.
TEST_F(AlarmTest, AWindowIsInTheWayOfItsOwnActionOnly) {
  Alarm alarm({"PCP_XCONFIRM_PROG=" + program_}, &zone_, &children_,
              log_.log());
  EXPECT_TRUE(Show(&alarm, one_));
  EXPECT_TRUE(Show(&alarm, two_));
  EXPECT_TRUE(Show(&alarm, two_));
  EXPECT_EQ(children_.running(), 2u);
  const int reader = ::open(fifo_.c_str(), O_RDWR);  // nobody waits any more
  RunUntilEnded();
  ::close(reader);
}

TEST_F(AlarmTest, NoMoreThanSoManyWindows) {
  Alarm alarm({"PCP_XCONFIRM_PROG=" + program_}, &zone_, &children_,
              log_.log());
  std::vector<ActionEvent> events;
  for (std::size_t i = 0; i <= Alarm::kMost; ++i) {
    events.push_back(AlarmEvent());
  }
  for (std::size_t i = 0; i < Alarm::kMost; ++i) {
    ASSERT_TRUE(Show(&alarm, events[i]));
  }
  EXPECT_FALSE(Show(&alarm, events.back()));
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: alarm: 64 windows are open"));
  const int reader = ::open(fifo_.c_str(), O_RDWR);  // nobody waits any more
  RunUntilEnded();
  EXPECT_TRUE(Show(&alarm, events.back()));
  EXPECT_THAT(log_.lines, Contains("Info: rule: alarm: performed again; 1 "
                                   "before it not"));
  RunUntilEnded();
  ::close(reader);
}

// More is no argument of a program, and nobody reads it.
TEST_F(AlarmTest, ALongTextIsCut) {
  Alarm alarm({"PCP_XCONFIRM_PROG=" + program_}, &zone_, &children_,
              log_.log());
  EXPECT_TRUE(Show(&alarm, std::string(200'000, 'x')));
  EXPECT_THAT(Told(), ::testing::EndsWith("xxx... (200000 bytes)]"));
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: alarm: cut: a text of 200000 bytes, of "
                          "which 65536 fit"));
  RunUntilEnded();
}

TEST_F(AlarmTest, AProgramThatIsNotThereIsAFailure) {
  Alarm alarm({"PCP_XCONFIRM_PROG=/no/such"}, &zone_, &children_, log_.log());
  EXPECT_FALSE(Show(&alarm, "text"));
  EXPECT_FALSE(Show(&alarm, "text"));
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: alarm: /no/such: No such file or "
                          "directory"));
}

}  // namespace
}  // namespace actions
