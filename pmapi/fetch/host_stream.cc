// Ticks that one source is ahead are kept until the others follow.
#include "pmapi/fetch/host_stream.h"

#include <algorithm>

#include "base/check.h"

namespace pmapi {
namespace {

/// Ticks [from, from + ticks) of `all`, without the strings, of which the
/// numbers are known.
Samples Slice(const Samples& all, int from, int ticks) {
  Samples part;
  part.stamps.assign(all.stamps.begin() + from,
                     all.stamps.begin() + from + ticks);
  part.groups = all.groups;
  for (const MetricSamples& metric : all.metrics) {
    const auto width =
        static_cast<std::ptrdiff_t>(all.groups[metric.group].instances.size());
    MetricSamples& to = part.metrics.emplace_back();
    to.group = metric.group;
    to.bits.assign(metric.bits.begin() + from * width,
                   metric.bits.begin() + (from + ticks) * width);
    to.cells.assign(metric.cells.begin() + from * width,
                    metric.cells.begin() + (from + ticks) * width);
    to.after_mark.assign(metric.after_mark.begin() + from,
                         metric.after_mark.begin() + from + ticks);
    to.dense = metric.dense;
    to.origin = metric.origin;
  }
  return part;
}

/// A tick of a source that could not be asked.
Samples NoValues(base::Timestamp stamp, const std::vector<Want>& wants) {
  Samples none;
  none.stamps = {stamp};
  for (const Want& want : wants) {
    MetricSamples& metric = none.metrics.emplace_back();
    metric.group = static_cast<int>(none.groups.size());
    metric.after_mark = {0};
    none.groups.push_back({want.desc.indom, {}});
  }
  return none;
}

/// What is in a derived counter's want shows after a mark, for its operands are
/// cut there.
bool OfInstances(const Want& want) {
  return !want.only.empty() && !IsDerived(want.desc.pmid);
}

std::vector<InstanceId> Union(const std::vector<InstanceId>& a,
                              const std::vector<InstanceId>& b) {
  std::vector<InstanceId> both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both));
  return both;
}

}  // namespace

int HostStream::AddWant(Want want) {
  const auto known = places_.equal_range(want.desc.pmid);
  for (auto at = known.first; at != known.second; ++at) {
    Want& one = wants_[at->second];
    if (one.desc != want.desc) continue;
    const bool join = OfInstances(one) && OfInstances(want);
    if (!join && one != want) continue;
    if (join) one.only = Union(one.only, want.only);
    return static_cast<int>(at->second);
  }
  want.across_marks =
      OfInstances(want) && want.desc.semantics == Semantics::kCounter;
  places_.emplace(want.desc.pmid, wants_.size());
  wants_.push_back(std::move(want));
  return static_cast<int>(wants_.size()) - 1;
}

base::Result<void> HostStream::Open(Source* source, const TickGrid& grid) {
  auto opened = source->Open(wants_, grid);
  if (!opened) return opened.error();
  stream_ = *std::move(opened);
  return {};
}

void HostStream::Ask(base::Timestamp now, base::Duration limit,
                     const std::function<void()>& ready) {
  asked_ = now;
  stream_->Ask(now, limit, ready);
}

/// Errors: the source's, but for a tick that was asked for, which is there
/// then without values.
base::Result<void> HostStream::FetchInto(int max_ticks) {
  filled_.stamps.clear();
  auto got = stream_->Fetch(max_ticks, &filled_);
  if (!asked_) return got;
  interruption_ = stream_->Interruption();
  failure_ = stream_->Shortfall();
  if (!got) {
    failure_ = got.error();
    filled_ = NoValues(*asked_, wants_);
  }
  return {};
}

base::Result<int> HostStream::Fill(int max_ticks, StringPool* strings) {
  if (used_ == filled_.ticks()) {
    used_ = 0;
    if (auto got = FetchInto(max_ticks); !got) {
      filled_ = Samples();
      return got.error();
    }
    CHECK(filled_.ticks() > 0 && filled_.ticks() <= max_ticks);
    end_ += filled_.ticks();
    numbers_.clear();
    for (const std::string& text : filled_.strings) {
      numbers_.push_back(strings->Intern(text, end_));
    }
  }
  return std::min(max_ticks, filled_.ticks() - used_);
}

void HostStream::Take(int ticks) {
  whole_ = used_ == 0 && ticks == filled_.ticks();
  if (!whole_) part_ = Slice(filled_, used_, ticks);
  used_ += ticks;
}

}  // namespace pmapi
