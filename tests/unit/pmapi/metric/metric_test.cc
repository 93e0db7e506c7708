// The words of PMAPI's vocabulary, and names of instances that mean the same.
#include "pmapi/metric/metric.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

TEST(Types, OfNumbersAreSix) {
  int numeric = 0;
  for (int type = -1; type <= 255; ++type) {
    numeric += IsNumeric(static_cast<Type>(type));
  }
  EXPECT_EQ(numeric, 6);
  EXPECT_TRUE(IsNumeric(Type::k32));
  EXPECT_TRUE(IsNumeric(Type::kDouble));
  EXPECT_FALSE(IsNumeric(Type::kNoSupport));
  EXPECT_FALSE(IsNumeric(Type::kString));
}

TEST(Types, HavePmapisNames) {
  EXPECT_EQ(TypeName(Type::kNoSupport), "NO_SUPPORT");
  EXPECT_EQ(TypeName(Type::k32), "32");
  EXPECT_EQ(TypeName(Type::kU64), "U64");
  EXPECT_EQ(TypeName(Type::kFloat), "FLOAT");
  EXPECT_EQ(TypeName(Type::kAggregateStatic), "AGGREGATE_STATIC");
  EXPECT_EQ(TypeName(Type::kHighresEvent), "HIGHRES_EVENT");
  EXPECT_EQ(TypeName(Type::kUnknown), "UNKNOWN");
  EXPECT_EQ(TypeName(static_cast<Type>(99)), "???");
}

TEST(Identifiers, AreShownInTheirParts) {
  // domain << 22 | cluster << 10 | item
  EXPECT_EQ(PmidText(Pmid{60u << 22 | 2u << 10 | 7}), "60.2.7");
  EXPECT_EQ(PmidText(Pmid{0}), "0.0.0");
  EXPECT_EQ(PmidText(Pmid{0x7fffffff}), "511.4095.1023");
  EXPECT_EQ(PmidText(kNullPmid), "PM_ID_NULL");
  EXPECT_EQ(InDomText(InDom{60u << 22 | 3}), "60.3");
  EXPECT_EQ(InDomText(InDom{0x7fffffff}), "511.4194303");
  EXPECT_EQ(InDomText(kNullInDom), "PM_INDOM_NULL");
}

TEST(Descriptors, AreSingularWithoutADomain) {
  MetricDesc desc;
  EXPECT_TRUE(desc.singular());
  desc.indom = InDom{0};
  EXPECT_FALSE(desc.singular());
}

TEST(InstanceNames, MatchWhereTheyAreEqual) {
  EXPECT_TRUE(InstanceNameMatches("sda", "sda"));
  EXPECT_TRUE(InstanceNameMatches("", ""));
  EXPECT_TRUE(InstanceNameMatches("blue sky", "blue sky"));
  EXPECT_FALSE(InstanceNameMatches("sda", "sdb"));
  EXPECT_FALSE(InstanceNameMatches("sda", "sd"));
  EXPECT_FALSE(InstanceNameMatches("sda", "SDA"));
}

TEST(InstanceNames, MatchUpToTheFirstBlankWhereThereIsOne) {
  EXPECT_TRUE(InstanceNameMatches("blue sky", "blue"));
  EXPECT_TRUE(InstanceNameMatches("blue", "blue sea"));
  EXPECT_TRUE(InstanceNameMatches("blue sky", "blue sea"));
  EXPECT_FALSE(InstanceNameMatches("blue sky", "blu"));
  EXPECT_FALSE(InstanceNameMatches("blue sky", "sky"));
}

}  // namespace
}  // namespace pmapi
