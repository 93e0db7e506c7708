// Every question that an archive answers, put to it.
#include "tests/support/archive_reading.h"

#include <cstdint>
#include <string>

#include "base/check.h"
#include "pmapi/archive/archive.h"

namespace tests {
namespace {

constexpr std::size_t kMostRecords = 100'000;

/// Looks at every value; the sum is of no interest, but reading them all is.
std::uint64_t SumOfBytes(const pmapi::Record& record) {
  std::uint64_t sum = 0;
  pmapi::ValueSets sets(record);
  pmapi::ValueSet set;
  while (sets.Next(&set)) {
    for (std::int32_t i = 0; i < set.count; ++i) {
      sum += static_cast<std::uint64_t>(set.instance(i));
      pmapi::ValueBlock block;
      if (!pmapi::LoadBlock(record, set.word(i), &block)) continue;
      for (const std::uint8_t byte : block.payload) sum += byte;
    }
  }
  return sum;
}

void AskMetadata(const pmapi::Metadata& metadata) {
  for (const std::string& name : metadata.MetricNames()) {
    const auto desc = metadata.Describe(name);
    CHECK(desc.has_value());
    CHECK(metadata.Find(desc->pmid) != nullptr);
    (void)metadata.Instances(desc->indom);
  }
  for (const pmapi::InDom indom : metadata.indoms()) {
    const auto history = metadata.History(indom);
    CHECK(!history->instances.empty());
    for (const pmapi::InstanceLife& life : history->instances) {
      CHECK(!life.death || *life.death >= life.birth);
    }
  }
}

/// A walker that is sent back finds the same records again.
void WalkAgain(const pmapi::Archive& archive, const Reading& reading,
               const std::vector<pmapi::RecordPlace>& places) {
  pmapi::RecordWalker walker = archive.Walk();
  for (std::size_t i = places.size(); i-- > 0;) {
    CHECK(walker.At(places[i]));
    CHECK(walker.record().time == reading.records[i].time);
  }
}

}  // namespace

Reading ReadWhole(const ArchiveImage& image) {
  Reading reading;
  const auto archive = OpenImage(image);
  if (!archive) {
    CHECK(!archive.error().message.empty());
    reading.error = archive.error();
    return reading;
  }
  reading.opened = true;
  AskMetadata((*archive)->metadata());
  std::vector<pmapi::RecordPlace> places;
  pmapi::RecordWalker walker = (*archive)->Walk();
  while (reading.records.size() < kMostRecords && walker.Next()) {
    const pmapi::Record& record = walker.record();
    SumOfBytes(record);
    if (auto good = pmapi::CheckRecord(record, walker.path()); !good) {
      reading.error = good.error();
      return reading;
    }
    reading.records.push_back(
        {record.time, {record.bytes.begin(), record.bytes.end()}});
    places.push_back(record.place);
  }
  if (!walker.status()) reading.error = walker.status().error();
  WalkAgain(**archive, reading, places);
  return reading;
}

}  // namespace tests
