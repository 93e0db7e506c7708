// Rows are placed where a domain's instances are, once all rows are there.
#include "pmapi/source/event_wants.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "pmapi/source/instance_sets.h"

namespace pmapi {
namespace {

/// Makes of a row of `from`'s instances one of `all`, of which those are some.
void Spread(const std::vector<InstanceId>& from,
            const std::vector<InstanceId>& all, MetricSamples* metric) {
  std::vector<std::uint64_t> bits(all.size(), 0);
  std::vector<Cell> cells(all.size(), kAbsent);
  ForEachPlace(from, all, [&](std::size_t i, std::size_t to) {
    bits[to] = metric->bits[i];
    cells[to] = metric->cells[i];
  });
  metric->bits = std::move(bits);
  metric->cells = std::move(cells);
  metric->dense &= from.size() == all.size();
}

/// Adds `instances` to those of a group, and room for them to its metrics.
void Widen(int group, const std::vector<InstanceId>& instances,
           Samples* samples) {
  std::vector<InstanceId>& known = samples->groups[group].instances;
  if (Includes(known, instances)) return;
  std::vector<InstanceId> all = Union(known, instances);
  for (MetricSamples& metric : samples->metrics) {
    if (metric.group == group) Spread(known, all, &metric);
  }
  known = std::move(all);
}

void Place(const EventRow& row, const std::vector<InstanceId>& all,
           MetricSamples* metric) {
  metric->bits = row.bits;
  metric->cells = row.cells;
  metric->cells.resize(row.bits.size(), kKnown);
  metric->after_mark.assign(1, 0);
  metric->dense = row.cells.empty();
  Spread(row.instances, all, metric);
}

}  // namespace

InDom LaneDomainOf(const Want& want) {
  const auto own =
      want.fold != nullptr ? want.fold->LaneDomain() : std::nullopt;
  return own.value_or(want.desc.indom);
}

std::vector<std::vector<std::size_t>> WantsTogether(
    const std::vector<Want>& wants) {
  std::vector<std::vector<std::size_t>> all;
  std::map<std::pair<Pmid, std::vector<InstanceId>>, std::size_t> places;
  for (std::size_t i = 0; i < wants.size(); ++i) {
    if (wants[i].fold == nullptr) continue;
    const auto [at, added] =
        places.try_emplace({wants[i].desc.pmid, wants[i].only}, all.size());
    if (added) all.emplace_back();
    all[at->second].push_back(i);
  }
  return all;
}

EventFolds FoldsOf(const std::vector<Want>& wants,
                   const std::vector<std::size_t>& together) {
  EventFolds folds;
  for (const std::size_t want : together) folds.push_back(wants[want].fold);
  return folds;
}

base::Timestamp DueTimes::Coming(base::Timestamp at) {
  if (step_.ns <= 0 || !last_) return at;
  const std::int64_t steps =
      std::llround((at - *last_).Seconds() / step_.Seconds());
  return *last_ + base::Duration{std::max<std::int64_t>(steps, 1) * step_.ns};
}

base::Timestamp DueTimes::Pass(base::Timestamp at) {
  last_ = Coming(at);
  return *last_;
}

EventWants::EventWants(
    const std::vector<Want>& wants, base::Duration step,
    const std::function<std::vector<InstanceId>(InDom indom)>& ids_of)
    : due_(step) {
  for (const std::vector<std::size_t>& together : WantsTogether(wants)) {
    const Want& want = wants[together.front()];
    Wanted& wanted = tallies_.emplace_back();
    wanted.wants = together;
    wanted.pmid = want.desc.pmid;
    wanted.indom = want.desc.indom;
    std::vector<InstanceId> instances = {kNullInstance};
    if (!want.desc.singular()) {
      wanted.only = want.only;
      std::sort(wanted.only.begin(), wanted.only.end());
      instances = wanted.only.empty() ? ids_of(wanted.indom) : wanted.only;
    }
    wanted.tally = want.fold->BeginAll(FoldsOf(wants, together), want.desc.type,
                                       instances);
  }
}

bool EventWants::Wants(Pmid pmid) const {
  return std::any_of(tallies_.begin(), tallies_.end(),
                     [pmid](const Wanted& one) { return one.pmid == pmid; });
}

base::Result<void> EventWants::Add(Pmid pmid, InstanceId instance,
                                   base::Timestamp at, base::Bytes array) {
  const base::Timestamp due = due_.Coming(at);
  for (Wanted& one : tallies_) {
    if (one.pmid != pmid) continue;
    const InstanceId id = one.indom == kNullInDom ? kNullInstance : instance;
    const bool wanted =
        one.only.empty() ||
        std::binary_search(one.only.begin(), one.only.end(), id);
    if (!wanted) continue;
    auto added = one.tally->Add(id, due, array);
    if (!added) return added;
  }
  return {};
}

void EventWants::Lose() {
  for (Wanted& one : tallies_) one.tally->Lose();
}

void EventWants::Lose(Pmid pmid) {
  for (Wanted& one : tallies_) {
    if (one.pmid == pmid) one.tally->Lose();
  }
}

/// All columns of a domain share its lanes: those of the rows are added to the
/// group's.
void EventWants::Finish(base::Timestamp at, Samples* samples) {
  struct Placed {
    std::size_t want;
    const EventRow* row;
  };
  std::vector<Placed> all;
  const base::Timestamp due = due_.Pass(at);
  for (Wanted& one : tallies_) {
    const std::span<const EventRow> rows = one.tally->Finish(due);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      all.push_back({one.wants[i], &rows[i]});
    }
  }
  for (const auto& [want, row] : all) {
    Widen(samples->metrics[want].group, row->instances, samples);
  }
  for (const auto& [want, row] : all) {
    MetricSamples& metric = samples->metrics[want];
    Place(*row, samples->groups[metric.group].instances, &metric);
  }
}

}  // namespace pmapi
