// Templates whose values are the same on many hosts are bound for the first of
// them.
#include "cli/site_templates.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "rules/site/bound_rules.h"
#include "rules/site/render.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using rules::site::BoundPart;

bool HasError(const std::vector<grammar::Diagnostic>& all) {
  return std::any_of(all.begin(), all.end(), [](const auto& one) {
    return one.severity == grammar::Severity::kError;
  });
}

/// Of the texts that a template is made of, and of what its rules are.
std::string KeyOf(const rules::site::Template& from,
                  const std::vector<BoundPart>& parts) {
  std::string key;
  for (const rules::site::RulesText& text : from.texts) {
    key += text.source.name() + '\n' + std::string(text.source.text()) + '\0';
  }
  key += rules::site::StatementsText(parts);
  for (const BoundPart& part : parts) {
    for (const auto& one : part.parsed.diagnostics) key += '\0' + one.message;
  }
  return key;
}

/// What is hardly meant, as a write onto a full disk or a folder that is not
/// mounted leaves it: nothing, where `before` had something. None: all is
/// there.
struct Gone {
  std::string what;
  std::string of;  // the one of the paths
};
std::optional<Gone> GoneSince(const rules::site::Site& before,
                              const rules::site::Site& now,
                              const std::string& sets) {
  if (now.templates.empty() && !before.templates.empty()) {
    return Gone{"there are no templates in " + sets + ", and there were some",
                sets};
  }
  const std::string& file = now.file.source.name();
  if (now.file.source.text().empty() && !file.empty() &&
      !before.file.levels.empty()) {
    return Gone{file +
                    ": the file is empty, and had values: one line with a # "
                    "says that there are none",
                file};
  }
  for (const rules::site::Template& one : now.templates) {
    const bool emptied =
        one.source.text().empty() &&
        std::any_of(before.templates.begin(), before.templates.end(),
                    [&one](const rules::site::Template& was) {
                      return was.source.name() == one.source.name() &&
                             !was.source.text().empty();
                    });
    if (!emptied) continue;
    return Gone{one.source.name() +
                    ": the file is empty, and was not: one line with a // says "
                    "that there are no rules",
                one.source.name()};
  }
  return std::nullopt;
}

}  // namespace

/// Files are told of when they change, and folders when others come.
void SiteTemplates::Watch(const rules::site::Site& site, SitePlan* plan) const {
  std::error_code failed;
  const std::string sets = paths_.sets.value_or(rules::site::kSetsPath);
  for (fs::recursive_directory_iterator at(sets, failed), end;
       !failed && at != end; at.increment(failed)) {
    std::error_code none;
    if (at->is_directory(none)) plan->paths.insert(at->path().string());
  }
  for (const rules::site::Template& one : site.templates) {
    plan->paths.insert(one.source.name());
    for (const auto& text : one.texts) plan->paths.insert(text.source.name());
  }
}

void SiteTemplates::Read(const grammar::ReceiverNames& receivers,
                         SitePlan* plan) {
  const std::string sets = paths_.sets.value_or(rules::site::kSetsPath);
  plan->paths.insert({sets, paths_.site.value_or(rules::site::kSitePath)});
  std::string at_fault;
  auto read = rules::site::LoadSite(paths_, receivers, &at_fault);
  if (!read) {
    plan->problems.push_back(read.error().message);
    plan->wrong.insert(at_fault);
    return;
  }
  Watch(*read, plan);
  if (auto gone = site_ ? GoneSince(*site_, *read, sets) : std::nullopt) {
    plan->problems.push_back(std::move(gone->what));
    plan->wrong.insert(std::move(gone->of));
    return;
  }
  const bool wrong = read->IsWrong();
  for (rules::site::Findings& of : std::exchange(read->findings, {})) {
    const auto& source = plan->texts.emplace_back(std::move(of.source));
    if (HasError(of.diagnostics)) plan->wrong.insert(source.name());
    for (auto& one : of.diagnostics) {
      plan->diagnostics.push_back({&source, std::move(one)});
    }
  }
  if (wrong) return;
  if (site_ && site_->file.receivers != receivers) known_.clear();
  site_ = *std::move(read);
}

void SiteTemplates::Bind(const std::vector<std::string>& hosts) {
  const auto programs =
      rules::site::ResolveHosts(site_->templates, site_->file, hosts);
  hosts_.clear();
  programs_.clear();
  used_.clear();
  for (const rules::site::Program& one : programs.distinct) {
    programs_.push_back(BindOne(site_->templates[one.of], hosts[one.host]));
  }
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    hosts_[hosts[i]] = programs.of_hosts[i];
  }
  known_ = std::move(used_);
  sources_.clear();
}

RuleSet::Parsed SiteTemplates::BindOne(const rules::site::Template& from,
                                       const std::string& host) {
  auto parts = rules::site::BoundRules(from, site_->file, host);
  const std::string key = KeyOf(from, parts);
  auto& used = used_[key];
  if (used) return used;
  if (const auto at = known_.find(key); at != known_.end()) {
    return used = at->second;
  }
  std::vector<RuleSet::File> files;
  for (BoundPart& part : parts) {
    files.push_back(
        {CopyOf(part.source),
         std::make_shared<const grammar::ParsedFile>(std::move(part.parsed))});
  }
  return used = std::make_shared<const std::vector<RuleSet::File>>(
             std::move(files));
}

const SiteTemplates::Source& SiteTemplates::CopyOf(
    const grammar::SourceText* source) {
  Source& copy = sources_[source];
  if (!copy) copy = std::make_shared<const grammar::SourceText>(*source);
  return copy;
}

std::vector<RuleSet::Parsed> SiteTemplates::Of(const std::string& host) const {
  std::vector<RuleSet::Parsed> all;
  const auto at = hosts_.find(host);
  if (at == hosts_.end()) return all;
  for (const std::uint32_t index : at->second) {
    if (!programs_[index]->empty()) all.push_back(programs_[index]);
  }
  return all;
}

}  // namespace cli
