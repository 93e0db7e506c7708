// What the metrics of feeds have in common.
#include "pmapi/records/record_feed.h"

#include <gtest/gtest.h>

namespace pmapi::records {
namespace {

TEST(RecordFeed, MetricsHaveNeitherInstancesNorUnits) {
  const RecordMetric records = MetricOfRecords("a.records", Pmid{1}, "help");
  EXPECT_EQ(records.name, "a.records");
  EXPECT_EQ(records.help, "help");
  EXPECT_EQ(records.desc.pmid, Pmid{1});
  EXPECT_EQ(records.desc.type, Type::kHighresEvent);
  EXPECT_TRUE(records.desc.singular());
  EXPECT_EQ(records.desc.units, Units());
  EXPECT_EQ(ParameterOfRecords("a.x", Pmid{2}, Type::kU32, "").desc.type,
            Type::kU32);
}

}  // namespace
}  // namespace pmapi::records
