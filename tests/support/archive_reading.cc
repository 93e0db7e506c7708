// Every question that an archive answers, put to it.
#include "tests/support/archive_reading.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "base/check.h"
#include "pmapi/archive/archive.h"
#include "pmapi/archive/archive_source.h"

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
    const pmapi::HelpText help = metadata.Help(name);
    CHECK(help.line.find('\0') == std::string::npos);
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

void CheckSamples(const pmapi::Samples& samples) {
  for (const pmapi::SampleGroup& group : samples.groups) {
    CHECK(std::adjacent_find(group.instances.begin(), group.instances.end(),
                             std::greater_equal<>()) == group.instances.end());
  }
  const std::size_t ticks = samples.stamps.size();
  for (const pmapi::MetricSamples& metric : samples.metrics) {
    const auto group = static_cast<std::size_t>(metric.group);
    const std::size_t size = ticks * samples.groups[group].instances.size();
    CHECK(metric.after_mark.size() == ticks);
    CHECK(metric.bits.size() == size && metric.cells.size() == size);
  }
}

/// Replays all metrics from the start to the end. Damage may end it.
void ReplayAll(pmapi::ArchiveSource* source) {
  constexpr int kTicks = 9;
  const pmapi::Archive& archive = source->archive();
  const std::int64_t start = archive.start().ns;
  std::int64_t span = 0;
  // What a wounded label says may be later than the end, or far before it.
  if (__builtin_sub_overflow(archive.end().ns, start, &span)) return;
  if (span < kTicks) return;
  std::vector<pmapi::Want> wants;
  for (const auto& [pmid, desc] : archive.metadata().descriptors()) {
    wants.push_back({desc, {}});
  }
  const base::Duration step{span / (kTicks - 1)};
  const auto stream = *source->Open(wants, {{start}, step});
  pmapi::Samples samples;
  for (int done = 0; done < kTicks; done += samples.ticks()) {
    const auto fetched = stream->Fetch(4, &samples);
    if (!fetched) {
      CHECK(!fetched.error().message.empty());
      return;
    }
    CheckSamples(samples);
  }
}

/// Looking ahead as far as need be, and not at all: that is a survey's work.
void ReplayTwice(const ArchiveImage& image) {
  for (const std::size_t horizon : {std::size_t{1}, std::size_t{1} << 20}) {
    auto archive = OpenImage(image);
    CHECK(archive.has_value());
    pmapi::ArchiveReadingOptions options;
    options.horizon = horizon;
    pmapi::ArchiveSource source(*std::move(archive), options);
    ReplayAll(&source);
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
  ReplayTwice(image);
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
  for (const pmapi::Loss& loss : (*archive)->Losses()) {
    CHECK(!loss.path.empty() && !loss.what.empty());
    CHECK(!loss.until || loss.from);
  }
  return reading;
}

}  // namespace tests
