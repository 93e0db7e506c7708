// Records of /dev/kmsg: as the kernel writes them, and what is none.
#include "pmapi/records/kmsg_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(KmsgRecord, IsWhatTheKernelSays) {
  const auto record = ParseKmsg(
      "30,4711,12345678,-;usb 1-1: new device\n"
      " SUBSYSTEM=usb\n DEVICE=+usb:1-1\n");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->priority, 6u);
  EXPECT_EQ(record->facility, 3u);
  EXPECT_EQ(record->sequence, 4711u);
  EXPECT_EQ(record->since_boot.ns, 12'345'678'000);
  EXPECT_EQ(record->message, "usb 1-1: new device");
  EXPECT_THAT(record->fields, ElementsAre(Pair("SUBSYSTEM", "usb"),
                                          Pair("DEVICE", "+usb:1-1")));
}

TEST(KmsgRecord, HeadsMayHaveMore) {
  const auto record = ParseKmsg("4,1,2,c,caller=T12,more;a;b");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->message, "a;b");
  EXPECT_THAT(record->fields, IsEmpty());
  EXPECT_TRUE(ParseKmsg("4,1,2;"));
}

TEST(KmsgRecord, BytesAreThemselvesAgain) {
  const auto record =
      ParseKmsg("4,1,2,-;gr\\xc3\\xbcn \\x5cx41 \\x4 \\xzz \\x00\\\n");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->message, "gr\xc3\xbcn \\x41 \\x4 \\xzz  \\");
}

TEST(KmsgRecord, OtherLinesArePassedOver) {
  const auto record = ParseKmsg("4,1,2,-;m\n no field\nX=1\n =v\n\n A=b=c");
  ASSERT_TRUE(record);
  EXPECT_THAT(record->fields, ElementsAre(Pair("", "v"), Pair("A", "b=c")));
}

TEST(KmsgRecord, TimesHaveAnEnd) {
  const auto record = ParseKmsg("4,1,18446744073709551615,-;m");
  ASSERT_TRUE(record);
  EXPECT_GT(record->since_boot.ns,
            std::numeric_limits<std::int64_t>::max() - 1000);
}

TEST(KmsgRecord, IsNoneWithoutItsNumbers) {
  for (const char* text :
       {"", ";", "a", "4,1,2", "4,1;m", ",1,2,-;m", "4,,2,-;m", "4,1,,-;m",
        "x,1,2,-;m", "4,-1,2,-;m", "4,1, 2,-;m", "4,1,2x,-;m",
        "99999999999,1,2,-;m", "4,99999999999999999999,2,-;m"}) {
    EXPECT_FALSE(ParseKmsg(text)) << text;
  }
}

}  // namespace
}  // namespace pmapi::records
