// Feeds that nobody wants now are not read.
#include "pmapi/records/record_hub.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pmapi::records {

RecordHub::RecordHub(std::vector<std::unique_ptr<RecordFeed>> feeds) {
  for (auto& feed : feeds) {
    const auto metrics = feed->Metrics();
    for (const RecordMetric& one : metrics) {
      const bool known =
          std::find(metrics_.begin(), metrics_.end(), one) != metrics_.end();
      if (!known) metrics_.push_back(one);
    }
    const RecordMetric& records = metrics.front();
    feeds_.push_back(
        {std::move(feed), records.name, records.desc.pmid, false, {}});
  }
}

void RecordHub::Join(EventWants* wants) {
  all_.insert(wants);
  for (Feed& one : feeds_) {
    if (one.begun || !wants->Wants(one.pmid)) continue;
    one.begun = true;
    one.feed->Begin();
  }
}

bool RecordHub::IsWanted(Pmid pmid) const {
  return std::any_of(all_.begin(), all_.end(), [pmid](const EventWants* one) {
    return one->Wants(pmid);
  });
}

void RecordHub::Read(base::Timestamp now) {
  for (Feed& one : feeds_) {
    one.wrong.clear();
    if (IsWanted(one.pmid)) ReadFeed(now, &one);
  }
}

void RecordHub::ReadFeed(base::Timestamp now, Feed* one) {
  base::Result<void> done;
  bool gave = false;
  {
    const auto take = [&](base::Bytes array) {
      for (EventWants* wants : all_) {
        const auto added = wants->Add(one->pmid, kNullInstance, now, array);
        if (!added) wants->Lose(one->pmid);
      }
    };
    RecordSink sink(now, take, one->feed->MostOfTick());
    done = one->feed->Read(&sink);
    gave = sink.has_given();
  }
  if (const auto trouble = one->feed->Trouble()) {
    one->wrong.push_back(trouble->message);
  }
  if (done) return;
  one->wrong.push_back(one->name + " is not read: " + done.error().message);
  // It would not be given again.
  if (gave) return;
  for (EventWants* wants : all_) wants->Lose(one->pmid);
}

std::optional<base::Error> RecordHub::shortfall() const {
  std::string all;
  for (const Feed& one : feeds_) {
    for (const std::string& wrong : one.wrong) {
      if (!all.empty()) all += "; ";
      all += wrong;
    }
  }
  if (all.empty()) return std::nullopt;
  return base::Error{base::ErrorCode::kIncomplete, std::move(all)};
}

}  // namespace pmapi::records
