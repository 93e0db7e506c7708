// Files to columns: where a metric's values stand is found when the files have
// changed; a tick then only loads them.
#include "pmapi/mmv/mmv_stream.h"

#include <algorithm>
#include <utility>

#include "pmapi/mmv/value.h"

namespace pmapi::mmv {

MmvStream::MmvStream(std::shared_ptr<Folder> folder, std::vector<Want> wants,
                     TickGrid grid, std::shared_ptr<const KnownFacts> known)
    : folder_(std::move(folder)), grid_(grid), known_(std::move(known)) {
  for (const Want& want : wants) {
    metrics_.push_back({want.desc});
    tick_.AddWant(want);
  }
  Locate();
}

MmvStream::~MmvStream() { folder_->shortfalls().Set(this, std::nullopt); }

void MmvStream::Ask(base::Timestamp now, base::Duration /*limit*/,
                    const std::function<void()>& ready) {
  now_ = now;
  ready();
}

/// True if a file is wanted now that was not.
bool MmvStream::Locate() {
  if (located_ == folder_->changes()) return false;
  located_ = folder_->changes();
  bool more = false;
  for (WantedMetric& metric : metrics_) {
    metric.source = folder_->Find(metric.desc.pmid);
    if (metric.source == nullptr) continue;
    more = more || !metric.source->holder->wanted;
    metric.source->holder->wanted = true;
    metric.last = metric.source->holder;
  }
  return more;
}

/// True if metrics are not what they were; they are compared only where the
/// folder has changed.
bool MmvStream::Changed() {
  if (compared_ == folder_->changes()) return false;
  compared_ = folder_->changes();
  return (known_ && known_->Differ()) ||
         std::any_of(metrics_.begin(), metrics_.end(),
                     [](const WantedMetric& metric) {
                       return metric.source != nullptr &&
                              metric.source->desc != metric.desc;
                     });
}

/// Notes why a file that is wanted, and therefore kept, cannot be used.
void MmvStream::TellOfLost() {
  const auto lost = std::find_if(
      metrics_.begin(), metrics_.end(), [](const WantedMetric& metric) {
        return metric.source == nullptr && metric.last != nullptr &&
               !metric.last->file.usable();
      });
  folder_->shortfalls().Set(this, lost == metrics_.end()
                                      ? std::nullopt
                                      : std::optional(lost->last->file.why()));
}

base::Result<void> MmvStream::Fetch(int /*max_ticks*/, Samples* samples) {
  auto read = folder_->Refresh();
  if (Locate()) {
    // Values of files that were not wanted have not been copied.
    read = folder_->Refresh();
    Locate();
  }
  const base::Timestamp stamp = now_.value_or(grid_.At(next_));
  now_.reset();
  ++next_;
  changed_ = changed_ || Changed();
  if (changed_) {
    return base::Error{base::ErrorCode::kChanged,
                       "metrics of mapped files have changed"};
  }
  if (!read) return read;
  TellOfLost();
  for (std::size_t i = 0; i < metrics_.size(); ++i) Load(i, stamp);
  tick_.Finish(stamp, samples);
  return {};
}

/// The values that are there now, of those that are wanted.
void MmvStream::Load(std::size_t want, base::Timestamp stamp) {
  const WantedMetric& wanted = metrics_[want];
  tick_.SetOrigin(want,
                  wanted.source == nullptr ? 0 : wanted.source->holder->origin);
  if (wanted.source == nullptr) return;
  const DeclaredMetric& metric = *wanted.source->metric;
  const base::Bytes bytes = wanted.source->holder->file.bytes();
  const std::uint32_t flags = wanted.source->holder->file.layout().header.flags;
  const bool text = wanted.desc.type == Type::kString;
  for (const ValuePlace& place : metric.values) {
    if (!tick_.Wants(want, place.instance)) continue;
    if (text) {
      const auto value = StringAt(bytes, place.at, flags);
      if (value) tick_.PutText(want, place.instance, *value);
    } else {
      const auto bits = NumberAt(bytes, place.at, metric.type, flags, stamp);
      if (bits) tick_.Put(want, place.instance, *bits);
    }
  }
}

}  // namespace pmapi::mmv
