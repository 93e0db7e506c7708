// Files to columns: where a metric's values stand is found when the files have
// changed; a tick then only loads them.
#include "pmapi/mmv/mmv_stream.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pmapi/mmv/value.h"

namespace pmapi::mmv {
namespace {

bool Wanted(const std::vector<InstanceId>& only, InstanceId id) {
  return only.empty() || std::binary_search(only.begin(), only.end(), id);
}

}  // namespace

MmvStream::MmvStream(std::shared_ptr<Folder> folder, std::vector<Want> wants,
                     TickGrid grid, std::shared_ptr<const KnownFacts> known)
    : folder_(std::move(folder)), grid_(grid), known_(std::move(known)) {
  for (Want& want : wants) {
    Plan& plan = plans_.emplace_back();
    plan.group = GroupOf(want.desc.indom);
    plan.want = std::move(want);
    if (plan.want.desc.singular()) plan.want.only.clear();
    std::sort(plan.want.only.begin(), plan.want.only.end());
  }
  Locate();
}

MmvStream::~MmvStream() { folder_->troubles().Set(this, std::nullopt); }

std::size_t MmvStream::GroupOf(InDom indom) {
  const auto at = std::find(groups_.begin(), groups_.end(), indom);
  if (at == groups_.end()) {
    groups_.push_back(indom);
    return groups_.size() - 1;
  }
  return static_cast<std::size_t>(at - groups_.begin());
}

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
  for (Plan& plan : plans_) {
    plan.source = folder_->Find(plan.want.desc.pmid);
    if (plan.source == nullptr) continue;
    more = more || !plan.source->held->wanted;
    plan.source->held->wanted = true;
    plan.last = plan.source->held;
  }
  return more;
}

/// Looked for only where the folder has changed.
bool MmvStream::Changed() {
  if (compared_ == folder_->changes()) return false;
  compared_ = folder_->changes();
  return (known_ && known_->Differ()) ||
         std::any_of(plans_.begin(), plans_.end(), [](const Plan& plan) {
           return plan.source != nullptr && plan.source->desc != plan.want.desc;
         });
}

/// Files that are wanted are kept though they are gone.
void MmvStream::TellOfLost() {
  const auto lost =
      std::find_if(plans_.begin(), plans_.end(), [](const Plan& plan) {
        return plan.source == nullptr && plan.last != nullptr &&
               !plan.last->file.usable();
      });
  folder_->troubles().Set(this, lost == plans_.end()
                                    ? std::nullopt
                                    : std::optional(lost->last->file.why()));
}

base::Result<void> MmvStream::Fetch(int /*max_ticks*/, Samples* samples) {
  auto read = folder_->Refresh();
  if (Locate()) {
    // Of what nobody wanted the values have not been copied.
    read = folder_->Refresh();
    Locate();
  }
  samples->stamps.assign(1, now_.value_or(grid_.At(next_)));
  now_.reset();
  ++next_;
  changed_ = changed_ || Changed();
  if (changed_) {
    return base::Error{base::ErrorCode::kChanged,
                       "metrics of mapped files have changed"};
  }
  if (!read) return read;
  TellOfLost();
  samples->strings.clear();
  samples->groups.resize(groups_.size());
  samples->metrics.resize(plans_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    samples->groups[g].indom = groups_[g];
    samples->groups[g].instances.clear();
    if (groups_[g] == kNullInDom) {
      samples->groups[g].instances.push_back(kNullInstance);
    }
  }
  for (Plan& plan : plans_) {
    Collect(&plan, samples);
    Join(plan, &samples->groups[plan.group].instances);
  }
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    Fill(plans_[i], samples->groups[plans_[i].group].instances,
         &samples->metrics[i]);
  }
  return {};
}

/// The values that are there now, of those that are wanted.
void MmvStream::Collect(Plan* plan, Samples* samples) const {
  plan->got.clear();
  if (plan->source == nullptr) return;
  const Metric& metric = *plan->source->metric;
  const base::Bytes bytes = plan->source->held->file.bytes();
  const std::uint32_t flags = plan->source->held->file.layout().header.flags;
  const bool text = plan->want.desc.type == Type::kString;
  for (const ValuePlace& place : metric.values) {
    if (!Wanted(plan->want.only, place.instance)) continue;
    if (text) {
      if (const auto got = StringAt(bytes, place.at, flags)) {
        plan->got.push_back({place.instance, samples->strings.size()});
        samples->strings.emplace_back(*got);
      }
    } else if (const auto got = NumberAt(bytes, place.at, metric.type, flags,
                                         samples->stamps.front())) {
      plan->got.push_back({place.instance, *got});
    }
  }
}

/// Mostly all metrics of a domain have the same instances.
void MmvStream::Join(const Plan& plan, std::vector<InstanceId>* all) {
  ids_.clear();
  for (const Got& got : plan.got) ids_.push_back(got.instance);
  if (std::includes(all->begin(), all->end(), ids_.begin(), ids_.end())) return;
  union_.clear();
  std::set_union(all->begin(), all->end(), ids_.begin(), ids_.end(),
                 std::back_inserter(union_));
  all->swap(union_);
}

void MmvStream::Fill(const Plan& plan, const std::vector<InstanceId>& ids,
                     MetricSamples* metric) {
  metric->group = static_cast<int>(plan.group);
  metric->bits.assign(ids.size(), 0);
  metric->cells.assign(ids.size(), kAbsent);
  std::size_t at = 0;
  for (const Got& got : plan.got) {
    while (ids[at] != got.instance) ++at;
    metric->bits[at] = got.bits;
    metric->cells[at] = kKnown;
  }
  metric->origin = plan.source == nullptr ? 0 : plan.source->held->origin;
  metric->after_mark.assign(1, 0);
  metric->dense = plan.got.size() == ids.size();
}

}  // namespace pmapi::mmv
