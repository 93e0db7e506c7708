// What is said of a metric.
#include "cli/metric_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

using pmapi::Type;
using ::testing::HasSubstr;
using ::testing::Not;

pmapi::MetricDesc Desc(Type type, pmapi::Semantics semantics) {
  pmapi::MetricDesc desc;
  desc.type = type;
  desc.semantics = semantics;
  return desc;
}

/// A counter of Kbyte of so many devices.
ListedMetric Devices(std::size_t count) {
  pmapi::MetricDesc desc = Desc(Type::kU64, pmapi::Semantics::kCounter);
  desc.units.space = 1;
  desc.units.space_scale = pmapi::SpaceScale::kKbyte;
  std::vector<pmapi::Instance> instances;
  for (std::size_t i = 0; i < count; ++i) {
    instances.push_back(
        {static_cast<pmapi::InstanceId>(i), "sd" + std::to_string(i)});
  }
  return {"web1", "disk.bytes", desc, instances};
}

TEST(MetricList, SaysWhatASingularMetricIs) {
  const ListedMetric metric{
      "web1", "uname", Desc(Type::kString, pmapi::Semantics::kDiscrete), {}};
  EXPECT_EQ(AsText(metric, false), "uname: discrete, string\n");
}

TEST(MetricList, NamesInstancesAsRulesDo) {
  ListedMetric metric = Devices(2);
  (**metric.instances)[1].name = "1 minute";
  EXPECT_EQ(AsText(metric, false),
            "disk.bytes: counter, Kbyte, 64-bit unsigned\n"
            "    2 instances: sd0, '1 minute'\n");
  EXPECT_THAT(AsText(Devices(1), false), HasSubstr("    1 instance: sd0\n"));
  EXPECT_THAT(AsText(Devices(0), false), HasSubstr("    no instances now\n"));
}

TEST(MetricList, NamesTenInstancesOrAll) {
  EXPECT_THAT(AsText(Devices(10), false), Not(HasSubstr("more")));
  EXPECT_THAT(AsText(Devices(12), false), HasSubstr("    12 instances: sd0, "));
  EXPECT_THAT(AsText(Devices(12), false),
              HasSubstr("sd9 and 2 more (-i shows all)\n"));
  EXPECT_THAT(AsText(Devices(12), true), HasSubstr("sd9, sd10, sd11\n"));
}

TEST(MetricList, HasWhatTheAuthorsSay) {
  ListedMetric metric = Devices(1);
  EXPECT_EQ(LongText(metric), "");
  metric.help = {"bytes", "Bytes that\n\n\tgo \x1b.\n\n"};
  EXPECT_EQ(AsText(metric, false),
            "disk.bytes: counter, Kbyte, 64-bit unsigned\n    bytes\n"
            "    1 instance: sd0\n");
  EXPECT_EQ(LongText(metric), "\n    Bytes that\n\n    \tgo ?.\n");
  EXPECT_THAT(AsJson({metric}), HasSubstr("\"help_line\": \"bytes\""));
  EXPECT_THAT(AsJson({metric}), HasSubstr("\"help_text\": \"Bytes that\\n"));
  metric.help.text = metric.help.line;
  EXPECT_EQ(LongText(metric), "");
  EXPECT_THAT(AsJson({Devices(1)}), Not(HasSubstr("help")));
}

TEST(MetricList, SaysWhatIsNotKnown) {
  const base::Error error{base::ErrorCode::kNoPmid, "m: no descriptor"};
  EXPECT_EQ(AsText({"web1", "m", error, {}}, false),
            "m: not known now: m: no descriptor\n");
  ListedMetric metric = Devices(1);
  metric.instances = error;
  EXPECT_THAT(AsText(metric, false),
              HasSubstr("    instances not known now: m: no descriptor\n"));
}

TEST(MetricList, ForeignNamesSteerNoTerminal) {
  ListedMetric metric = Devices(1);
  metric.name = "a\x1b[2J";
  (**metric.instances)[0].name = "b\nc";
  const std::string text = AsText(metric, false);
  EXPECT_THAT(text, HasSubstr("a?[2J: "));
  EXPECT_THAT(text, HasSubstr("'b?c'\n"));
  EXPECT_THAT(AsJson({metric}), HasSubstr("a\\u001b[2J"));
}

TEST(MetricList, JsonHasAll) {
  EXPECT_EQ(AsJson({}), "[]\n");
  const std::string text = AsJson({Devices(12)});
  for (const char* part :
       {"\"host\": \"web1\"", "\"name\": \"disk.bytes\"",
        "\"type\": \"64-bit unsigned\"", "\"semantics\": \"counter\"",
        "\"units\": \"Kbyte\"", "\"sd11\""}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  ListedMetric unknown = Devices(1);
  unknown.desc = base::Error{base::ErrorCode::kNoPmid, "no descriptor"};
  EXPECT_THAT(AsJson({unknown}), HasSubstr("\"error\": \"no descriptor\""));
}

TEST(MetricList, EveryTypeHasAWord) {
  for (int type = -1; type <= 10; ++type) {
    const ListedMetric metric{
        "h",
        "m",
        Desc(static_cast<Type>(type), pmapi::Semantics::kInstant),
        {}};
    EXPECT_THAT(AsText(metric, false), Not(HasSubstr(", \n")));
  }
}

}  // namespace
}  // namespace cli
