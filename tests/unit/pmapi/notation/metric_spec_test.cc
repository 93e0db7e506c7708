// Metric specifications by hand; more stand beside libpcp in tests/oracle.
#include "pmapi/notation/metric_spec.h"

#include <gtest/gtest.h>

namespace pmapi::notation {
namespace {

using Kind = MetricSpec::SourceKind;

MetricSpec Spec(std::string_view text) {
  const auto spec = ParseMetricSpec(text);
  EXPECT_TRUE(spec) << text;
  return spec ? *spec : MetricSpec{};
}

std::string Lines(std::string_view text) {
  const auto spec = ParseMetricSpec(text);
  return spec ? "" : FaultText(text, spec.fault());
}

TEST(MetricSpec, SourceMetricInstances) {
  EXPECT_EQ(Spec("a.b"), (MetricSpec{Kind::kNone, "", "a.b", {}}));
  EXPECT_EQ(Spec(" h : a.b "), (MetricSpec{Kind::kHost, "h", "a.b", {}}));
  EXPECT_EQ(Spec("h:a.b[x]"), (MetricSpec{Kind::kHost, "h", "a.b", {"x"}}));
  EXPECT_EQ(Spec("dir/arch/a.b[x]"),
            (MetricSpec{Kind::kArchive, "dir/arch", "a.b", {"x"}}));
  EXPECT_EQ(Spec("pcp://h:44321:a"),
            (MetricSpec{Kind::kHost, "pcp://h:44321", "a", {}}));
  EXPECT_EQ(Spec("a.b[c/d:e]"),
            (MetricSpec{Kind::kNone, "", "a.b", {"c/d:e"}}));
}

TEST(MetricSpec, InstancesInQuotesAndBehindBackslashes) {
  const std::vector<std::string> none;
  EXPECT_EQ(Spec("a[]").instances, none);
  EXPECT_EQ(Spec("a [x, y z ] ").instances,
            (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(Spec(R"(a["x,y" , z,])").instances,
            (std::vector<std::string>{"x,y", "z"}));
  EXPECT_EQ(Spec(R"(a[x\,y\ z])").instances,
            (std::vector<std::string>{"x,y z"}));
  EXPECT_EQ(Spec(R"(a["x\"y"])").instances, (std::vector<std::string>{"x\"y"}));
}

TEST(MetricSpec, FaultsAsLibpcps) {
  EXPECT_EQ(Lines("a.b[x"), "a.b[x\n     ^ -- closing ] expected\n");
  EXPECT_EQ(Lines("a.b[\"x]"),
            "a.b[\"x]\n       ^ -- closing \" and ] expected\n");
  EXPECT_EQ(Lines("a.b[x]z"),
            "a.b[x]z\n      ^ -- unexpected extra characters\n");
  EXPECT_EQ(Lines("a b"), "a b\n  ^ -- unexpected extra characters\n");
  EXPECT_EQ(Lines("h:"), "h:\n  ^ -- performance metric name expected\n");
  EXPECT_EQ(Lines(":a.b"), ":a.b\n^ -- host name expected\n");
  EXPECT_EQ(Lines("/a.b"), "/a.b\n^ -- archive name expected\n");
  EXPECT_EQ(Lines(""), "\n^ -- performance metric name expected\n");
}

}  // namespace
}  // namespace pmapi::notation
