// Look-ups and their memory. A failed look-up is remembered as well.
#include "engine/check/metrics.h"

#include <utility>

#include "pmapi/block/rest.h"
#include "pmapi/source/event_names.h"

namespace engine::check {
namespace {

constexpr int kMaxHints = 50;

std::string_view LastPart(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

std::string_view FirstWord(std::string_view name) {
  return name.substr(0, name.find(' '));
}

}  // namespace

const pmapi::Instance* InstanceTable::Find(std::string_view wanted) const {
  if (by_word_.empty()) {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      by_word_[FirstWord(instances_[i].name)].push_back(i);
    }
  }
  const auto candidates = by_word_.find(FirstWord(wanted));
  if (candidates == by_word_.end()) return nullptr;
  for (const std::size_t i : candidates->second) {
    if (pmapi::InstanceNameMatches(instances_[i].name, wanted)) {
      return &instances_[i];
    }
  }
  return nullptr;
}

Metrics::Metrics(std::vector<SourceView> sources)
    : sources_(std::move(sources)), known_(sources_.size()) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const SourceView& view = sources_[i];
    // Of two with one name the first is meant.
    const std::string& name = !view.live          ? view.host
                              : view.name.empty() ? view.context
                                                  : view.name;
    by_host_.emplace(name, static_cast<int>(i));
  }
}

/// Also of names: they are advice where a metric is missing, which is told of
/// once.
void Metrics::Forget() {
  defined_ = grammar::DefinedNames();
  for (Known& known : known_) {
    const bool changed = known.changed;
    known = Known();
    known.changed = changed;
  }
}

void Metrics::Change(int source, SourceView view) {
  const auto place = static_cast<std::size_t>(source);
  sources_[place] = std::move(view);
  known_[place] = Known();
  known_[place].changed = true;
}

std::optional<int> Metrics::FindHost(std::string_view host) const {
  const auto found = by_host_.find(std::string(host));
  if (found == by_host_.end()) return std::nullopt;
  return found->second;
}

const base::Result<pmapi::MetricDesc>& Metrics::Describe(
    int source, const std::string& metric) {
  auto& metrics = known_[source].metrics;
  const auto found = metrics.find(metric);
  if (found != metrics.end()) return found->second;
  const auto* catalog = sources_[source].catalog;
  auto desc = catalog->Describe(metric);
  const bool missing = !desc && desc.error().code == base::ErrorCode::kNoMetric;
  if (missing && pmapi::IsEventName(metric)) desc = pmapi::EventNameDesc();
  return metrics.emplace(metric, std::move(desc)).first->second;
}

const Metrics::Table& Metrics::Instances(int source, pmapi::InDom indom) {
  auto& domains = known_[source].domains;
  const auto found = domains.find(indom);
  if (found != domains.end()) return found->second;
  const auto* catalog = sources_[source].catalog;
  auto instances = catalog->Instances(indom);
  Table table =
      instances
          ? Table(std::make_unique<InstanceTable>(std::move(instances).value()))
          : Table(instances.error());
  return domains.emplace(indom, std::move(table)).first->second;
}

std::string Metrics::HintForName(const std::string& name) {
  std::string hint = defined_.HintFor(name);
  return hint.empty() || ++hints_ > kMaxHints ? std::string() : hint;
}

std::string Metrics::HintForMetric(int source, const std::string& metric,
                                   bool is_group) {
  const std::string of_name = HintForName(metric);
  if (!of_name.empty()) return of_name;
  if (++hints_ > kMaxHints) return {};
  const auto& names = Names(source);
  return is_group ? MetricsBelow(metric, names)
                  : suggester_.DidYouMean(metric, names);
}

const std::vector<std::string>& Metrics::Names(int source) {
  auto& names = known_[source].names;
  if (!names) names = sources_[source].catalog->MetricNames();
  return *names;
}

/// Of one agent: those of its domain.
std::vector<std::string> Metrics::Parameters(int source, pmapi::Pmid like,
                                             const std::string& name) {
  if (name.find('.') != name.npos) {
    return Describe(source, name) ? std::vector<std::string>{name}
                                  : std::vector<std::string>();
  }
  std::vector<std::string> found;
  for (const std::string& one : Names(source)) {
    if (LastPart(one) != name) continue;
    const auto& desc = Describe(source, one);
    const bool same =
        desc && pmapi::DomainOf(desc->pmid) == pmapi::DomainOf(like);
    if (same) found.push_back(one);
  }
  return found;
}

std::vector<std::string> Metrics::NamedTexts(int source, pmapi::Pmid like) {
  std::vector<std::string> found;
  for (const char* one :
       {"systemd.journal.field.string", "systemd.journal.field.blob",
        "kmsg.field", "logger.field"}) {
    const auto& desc = Describe(source, one);
    const bool same =
        desc && pmapi::DomainOf(desc->pmid) == pmapi::DomainOf(like);
    if (same) found.emplace_back(one);
  }
  return found;
}

const std::vector<std::string>* Metrics::NamesOfTexts(int source,
                                                      pmapi::Pmid records) {
  for (const auto& [metric, names] : sources_[source].text_names) {
    const auto& desc = Describe(source, metric);
    if (desc && desc->pmid == records) return &names;
  }
  return nullptr;
}

std::shared_ptr<events::GroupTable> Metrics::Groups(
    int source, pmapi::Pmid records, const std::vector<std::string>& by) {
  auto& table = groups_[{source, records, by}];
  if (!table) {
    table =
        std::make_shared<events::GroupTable>(pmapi::GroupDomain(++domains_));
  }
  return table;
}

std::string Metrics::HintForParameter(int source, pmapi::Pmid records,
                                      const std::string& name) {
  if (++hints_ > kMaxHints) return {};
  const std::vector<std::string>* of_texts = NamesOfTexts(source, records);
  std::vector<std::string> all =
      of_texts != nullptr ? *of_texts : std::vector<std::string>();
  for (const std::string& one : Names(source)) {
    const auto& desc = Describe(source, one);
    if (!desc || pmapi::DomainOf(desc->pmid) != pmapi::DomainOf(records)) {
      continue;
    }
    all.emplace_back(LastPart(one));
  }
  return suggester_.DidYouMean(name, all);
}

std::string Metrics::HintForInstance(const std::string& name,
                                     const InstanceTable& table) {
  if (++hints_ > kMaxHints) return {};
  std::vector<std::string> names;
  for (const pmapi::Instance& instance : table.all()) {
    names.push_back(instance.name);
  }
  return suggester_.DidYouMean(name, names);
}

std::string Metrics::HintForHost(std::string_view host) {
  if (++hints_ > kMaxHints) return {};
  std::vector<std::string> names;
  for (const SourceView& view : sources_) names.push_back(view.host);
  std::string hint = suggester_.DidYouMean(host, names);
  if (!hint.empty()) return hint;
  hint = "the hosts are:";
  for (const std::string& name : names) hint += " " + name;
  return hint;
}

}  // namespace engine::check
