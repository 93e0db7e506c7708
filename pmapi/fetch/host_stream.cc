// Ticks that one source is ahead are kept until the others follow.
#include "pmapi/fetch/host_stream.h"

#include <algorithm>

#include "base/check.h"
#include "base/warm.h"
#include "pmapi/source/instance_sets.h"

namespace pmapi {
namespace {

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

/// Whether the two, with values of one form, can be one.
bool Join(const Want& a, const Want& b) {
  if (a.desc != b.desc || a.fold != b.fold) return false;
  return a == b || (OfInstances(a) && OfInstances(b));
}

}  // namespace

int HostStream::AddWant(Want want, const std::optional<NumberForm>& form) {
  const auto known = places_.equal_range(want.desc.pmid);
  for (auto at = known.first; at != known.second; ++at) {
    const auto& [place, its_form] = at->second;
    if (its_form != form || !Join(want, wants_[place])) continue;
    if (OfInstances(want)) {
      wants_[place].only = Union(wants_[place].only, want.only);
    }
    ++rows_[place].readers;
    return static_cast<int>(place);
  }
  want.across_marks =
      OfInstances(want) && want.desc.semantics == Semantics::kCounter;
  places_.emplace(want.desc.pmid, std::pair(wants_.size(), form));
  wants_.push_back(std::move(want));
  rows_.push_back({1, nullptr});
  if (form) rows_.back().rows = std::make_unique<NumberRows>(*form);
  return static_cast<int>(wants_.size()) - 1;
}

void HostStream::Continue(int want, const HostStream& before, int old) {
  NumberRows* rows = rows_[want].rows.get();
  if (rows != nullptr) rows->Continue(*before.rows_[old].rows);
}

base::Result<void> HostStream::Open(Source* source, const TickGrid& grid) {
  auto opened = source->Open(wants_, grid);
  if (!opened) return opened.error();
  places_.clear();
  wants_.shrink_to_fit();
  rows_.shrink_to_fit();
  stream_ = *std::move(opened);
  return {};
}

void HostStream::Ask(base::Timestamp now, base::Duration limit,
                     const std::function<void()>& ready) {
  asked_ = now;
  stream_->Ask(now, limit, ready);
}

/// Says where the rows of each want go.
void HostStream::Offer() {
  filled_.metrics.resize(wants_.size());
  for (std::size_t i = 0; i < wants_.size(); ++i) {
    filled_.metrics[i].numbers = rows_[i].rows.get();
  }
}

/// Errors: the source's, but for a tick that was asked for, which is there
/// then without values.
base::Result<void> HostStream::FetchInto(int max_ticks) {
  filled_.stamps.clear();
  Offer();
  auto got = stream_->Fetch(max_ticks, &filled_);
  if (!asked_) return got;
  interruption_ = stream_->Interruption();
  failure_ = stream_->Shortfall();
  if (got) return {};
  failure_ = got.error();
  filled_ = NoValues(*asked_, wants_);
  // To rates a late tick is none.
  if (late()) return {};
  Offer();
  for (const MetricSamples& metric : filled_.metrics) {
    PutNumbers(filled_, metric);
  }
  return {};
}

base::Result<int> HostStream::Fill(int max_ticks, StringPool* strings) {
  if (used_ == filled_.ticks()) {
    first_ = used_ = 0;
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

void HostStream::Warm() const {
  base::Warm(filled_.metrics);
  for (const Rows& one : rows_) {
    if (one.rows != nullptr) base::Warm(one.rows.get(), sizeof(NumberRows));
  }
  for (const Rows& one : rows_) {
    if (one.rows != nullptr) one.rows->Warm();
  }
}

void HostStream::Take(int ticks) {
  first_ = used_;
  used_ += ticks;
}

}  // namespace pmapi
