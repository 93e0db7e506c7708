// The kernel's log from a stand-in that gives a record a read.
#include "pmapi/records/kmsg_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/support/file_tree.h"
#include "tests/unit/pmapi/records/record_texts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class KmsgFeedTest : public ::testing::Test {
 protected:
  KmsgFeedTest() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends),
              0);
    kernel_ = ends[0];
    tree_.Write("/uptime", "100.50 3.00\n");
    feed_.emplace(ends[1], tree_.root() + "/uptime");
    feed_->Begin();
  }
  ~KmsgFeedTest() override { Close(); }

  void Say(const std::string& record) const {
    ASSERT_EQ(::send(kernel_, record.data(), record.size(), 0),
              static_cast<ssize_t>(record.size()));
  }
  void Say(int sequence, const std::string& message) const {
    Say("6," + std::to_string(sequence) + ",5000000,-;" + message + "\n");
  }
  void Close() {
    if (kernel_ >= 0) ::close(std::exchange(kernel_, -1));
  }

  tests::FileTree tree_;
  int kernel_ = -1;
  std::optional<KmsgFeed> feed_;
};

TEST_F(KmsgFeedTest, GivesWhatTheKernelSays) {
  EXPECT_THAT(tests::ReadTexts(&*feed_), IsEmpty());
  Say("30,7,1000000,-;usb\n SUBSYSTEM=usb\n DEVICE=c1:2\n X=y\n");
  Say(8, "next");
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("usb 6 3 usb c1:2 X=y", "next 6 0"));
}

TEST_F(KmsgFeedTest, WhatIsLostIsCounted) {
  Say(1, "a");
  Say(2, "b");
  Say(5, "c");
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("a 6 0", "b 6 0", "c 6 0", "missed 2"));
  Say(9, "d");
  EXPECT_THAT(tests::ReadTexts(&*feed_), ElementsAre("d 6 0", "missed 3"));
  Say(3, "of another boot");
  Say(4, "e");
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("of another boot 6 0", "e 6 0"));
}

TEST_F(KmsgFeedTest, WhatIsNoRecordIsMissed) {
  Say("no record");
  Say(1, "a");
  EXPECT_THAT(tests::ReadTexts(&*feed_), ElementsAre("a 6 0", "missed 1"));
}

TEST_F(KmsgFeedTest, RecordsHaveTheKernelsTime) {
  Say("6,1,500000,-;half a second after the boot\n");
  Say("6,2,999000000,-;later than now\n");
  std::vector<std::int64_t> all;
  {
    RecordSink sink(base::Timestamp{1000 * base::kNanosPerSecond},
                    [&all](base::Bytes array) {
                      EventRecords records(Type::kHighresEvent, array);
                      EventRecord record;
                      while (records.Next(&record)) {
                        all.push_back(record.time.ns);
                      }
                    });
    ASSERT_TRUE(feed_->Read(&sink).has_value());
  }
  EXPECT_THAT(all, ElementsAre(900 * base::kNanosPerSecond,
                               1000 * base::kNanosPerSecond));
}

TEST_F(KmsgFeedTest, AFloodStaysWithTheKernel) {
  // As much as the stand-in holds, several times.
  int said = 0;
  std::size_t heard = 0;
  for (int round = 0; round < 5; ++round) {
    for (;;) {
      const std::string record =
          "6," + std::to_string(said) + ",1,-;" + std::string(900, 'x');
      if (::send(kernel_, record.data(), record.size(), 0) < 0) break;
      ++said;
    }
    heard += tests::ReadTexts(&*feed_).size();
  }
  EXPECT_EQ(heard, static_cast<std::size_t>(said));
}

TEST_F(KmsgFeedTest, ATickHasItsBound) {
  // Records of which only some fit into what is left of the tick.
  const auto texts = tests::RecordsOf([&](RecordSink* sink) {
    while (sink->has_room()) {
      sink->BeginRecord({}).AddText(Pmid{1}, std::string(1 << 20, 'x'));
    }
    Say(1, "later");
    EXPECT_TRUE(feed_->Read(sink).has_value());
  });
  EXPECT_THAT(texts, testing::Not(testing::Contains(HasSubstr("later"))));
  EXPECT_THAT(tests::ReadTexts(&*feed_), ElementsAre("later 6 0"));
}

TEST_F(KmsgFeedTest, AnEndIsTold) {
  Say(1, "a");
  Close();
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("a 6 0", HasSubstr("cannot read the kernel's log")));
}

/// A file has an end, which the device has not: it is opened again at each
/// tick.
TEST(KmsgFeed, WhatHasBeenReadIsNotReadAgain) {
  tests::FileTree tree;
  tree.Write("/kmsg", "");
  KmsgFeed feed(tree.root() + "/kmsg", tree.root() + "/uptime");
  feed.Begin();
  const auto end = HasSubstr("cannot read the kernel's log");
  tree.Write("/kmsg", "6,4,1,-;a\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("a 6 0", end));
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre(end));
  tree.Write("/kmsg", "6,7,1,-;b\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("b 6 0", "missed 2", end));
}

TEST(KmsgFeed, WhatCameBeforeItCouldBeReadIsMissed) {
  tests::FileTree tree;
  KmsgFeed feed(tree.root() + "/kmsg", tree.root() + "/uptime");
  feed.Begin();
  tree.Write("/kmsg", "6,4,1,-;of any time\n");
  EXPECT_THAT(tests::ReadTexts(&feed), testing::Contains("missed 1"));
}

TEST(KmsgFeed, WithoutADeviceThereIsAReason) {
  tests::FileTree tree;
  KmsgFeed feed(tree.root() + "/kmsg", tree.root() + "/uptime");
  feed.Begin();
  EXPECT_THAT(tests::ReadTexts(&feed),
              ElementsAre("cannot read the kernel's log, " + tree.root() +
                          "/kmsg: No such file or directory"));
}

TEST(KmsgFeed, MetricsAreOfADomainOfTheirOwn) {
  const auto metrics = KmsgFeed("", "").Metrics();
  ASSERT_THAT(metrics, SizeIs(7));
  EXPECT_EQ(metrics[0].name, "kmsg.records");
  for (const RecordMetric& one : metrics) {
    EXPECT_EQ(DomainOf(one.desc.pmid), 509u);
    EXPECT_TRUE(one.name.starts_with("kmsg."));
  }
}

TEST(KmsgFeed, ReadsUptimes) {
  EXPECT_EQ(ParseUptimeSeconds("12.25 3\n")->ns, 12'250'000'000);
  for (const char* text : {"", "x", "-1 0", "1e300", "nan", "inf"}) {
    EXPECT_FALSE(ParseUptimeSeconds(text)) << text;
  }
}

}  // namespace
}  // namespace pmapi::records
