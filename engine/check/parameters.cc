// Metrics of one agent, and names that agents have in common.
#include "engine/check/parameters.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace engine::check {
namespace {

constexpr std::size_t kMostShown = 12;

}  // namespace

std::string ParametersThereAre(int source, pmapi::Pmid records,
                               Metrics* metrics) {
  const auto of_texts = metrics->NamedTexts(source, records);
  const auto* names = metrics->NamesOfTexts(source, records);
  if (!of_texts.empty() && names == nullptr) return {};
  std::set<std::string> all;
  if (names != nullptr) all.insert(names->begin(), names->end());
  for (const auto& one : metrics->sources()[source].catalog->MetricNames()) {
    const auto& desc = metrics->Describe(source, one);
    if (!desc || pmapi::IsEvent(desc->type) ||
        pmapi::DomainOf(desc->pmid) != pmapi::DomainOf(records) ||
        std::find(of_texts.begin(), of_texts.end(), one) != of_texts.end()) {
      continue;
    }
    all.insert(one.substr(one.rfind('.') + 1));
  }
  if (all.empty() || all.size() > kMostShown) return {};
  std::string list;
  for (const std::string& one : all) {
    list += (list.empty() ? "there are: " : ", ") + one;
  }
  return list;
}

std::optional<pmapi::Units> UnitsOfOwn(events::OwnField field) {
  switch (field) {
    case events::OwnField::kId:
    case events::OwnField::kParent:
      return std::nullopt;
    case events::OwnField::kTime:
    case events::OwnField::kAge:
      return pmapi::Units{.time = 1, .time_scale = pmapi::TimeScale::kSec};
    case events::OwnField::kMissed:
      return pmapi::Units{.count = 1};
    default:
      return pmapi::Units{};
  }
}

bool AreMoments(const std::string& metric) {
  return metric == "kmsg.records" || metric == "systemd.journal.records" ||
         !LogFileIn(metric).empty();
}

std::string LogFileIn(const std::string& metric) {
  constexpr std::string_view kBefore = "logger.perfile.";
  constexpr std::string_view kBehind = ".records";
  if (!metric.starts_with(kBefore) || !metric.ends_with(kBehind) ||
      metric.size() <= kBefore.size() + kBehind.size()) {
    return {};
  }
  return metric.substr(kBefore.size(),
                       metric.size() - kBefore.size() - kBehind.size());
}

}  // namespace engine::check
