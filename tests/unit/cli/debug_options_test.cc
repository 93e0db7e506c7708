// What may follow -D.
#include "cli/debug_options.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(DebugOptions, AreNamesAndNumbers) {
  for (const char* text : {"pdu", "all", "FETCH", "appl0,appl1", "1", "-1",
                           "255,log", "12345678901234567890"}) {
    EXPECT_TRUE(IsDebugSpecification(text)) << text;
  }
}

TEST(DebugOptions, AreNothingElse) {
  for (const char* text : {"pd", "pdus", "bogus", "pdu,bogus", "1x", "-", "--1",
                           "pdu fetch", ",", "pdu,,log", " pdu"}) {
    EXPECT_FALSE(IsDebugSpecification(text)) << text;
  }
}

}  // namespace
}  // namespace cli
