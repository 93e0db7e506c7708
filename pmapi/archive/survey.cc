// What was noted, found again.
#include "pmapi/archive/survey.h"

#include <algorithm>
#include <utility>

#include "pmapi/archive/survey_parts.h"

namespace pmapi {
namespace {

Return Look(const SurveyedMetric& metric, std::int32_t rank, double since) {
  const auto at = std::lower_bound(
      metric.notes.begin(), metric.notes.end(), std::pair(rank, since),
      [](const auto& note, const std::pair<std::int32_t, double>& key) {
        return std::pair(note.rank, note.since) < key;
      });
  const bool noted =
      at != metric.notes.end() && at->rank == rank && at->since == since;
  if (!noted) return {Return::Kind::kSoon, {}};
  return {Return::Kind::kFar, at->place};
}

}  // namespace

Survey::Survey(const ReplayReader& reader, const std::vector<Start>& starts,
               const SurveyOptions& options) {
  SurveyWalk walk(reader, starts);
  RecordPlace place{-1, -1, 0};
  while (walk.Step()) {
    const RecordPlace here = walk.walker().record().place;
    const bool entered =
        here.volume != place.volume || here.member != place.member;
    place = here;
    // Of what is left in the volume then.
    if (entered && options.threads > 1) WalkTogether(options, &walk);
    if (walk.ended()) break;
  }
  metrics_ = walk.Finish();
}

Return Survey::Lane(std::int32_t subscription, InstanceId id,
                    double since) const {
  const SurveyedMetric& metric =
      metrics_[static_cast<std::size_t>(subscription)];
  if (!metric.any || since >= metric.last.t) return {};
  if (metric.layouts == nullptr) return Look(metric, -1, since);
  const std::int32_t rank = RankOf(*metric.layouts, id);
  const bool ended = !metric.gone.empty() &&
                     metric.gone[static_cast<std::size_t>(rank)].t == since;
  if (ended) return {};
  return Look(metric, rank, since);
}

Return Survey::Metric(std::int32_t subscription, double since) const {
  const SurveyedMetric& metric =
      metrics_[static_cast<std::size_t>(subscription)];
  if (!metric.any || since >= metric.last.t) return {};
  return Look(metric, -1, since);
}

}  // namespace pmapi
