// A host starts from what the site gives all of them, and only templates for
// which more is given are looked at again.
#include "rules/site/programs.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "rules/site/level_index.h"

namespace rules::site {
namespace {

/// No program.
constexpr auto kNone = static_cast<std::uint32_t>(-1);

/// A value that a level gives, all by their numbers.
struct Given {
  std::uint32_t of;         // a template
  std::uint32_t parameter;  // of which one
  std::uint32_t value;      // equal numbers: equal texts
};

/// A value of a parameter, of all instances or of those of a glob.
struct Assigned {
  std::uint32_t glob;  // 0: all
  std::uint32_t parameter;
  std::uint32_t value;
};

/// The numbers of texts, from 1.
class Numbers {
 public:
  std::uint32_t Of(const std::string& text) {
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.emplace(text, next).first->second;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// One level as numbers, its settings in the order of templates.
struct NumberedLevel {
  std::uint32_t glob = 0;
  std::vector<Given> given;
};

class Resolver {
 public:
  Resolver(const std::vector<Template>& templates, const SiteFile& site);

  void Add(const std::string& host, std::uint32_t index);
  Programs Take() { return std::move(programs_); }

 private:
  void NumberLevels(const std::vector<Template>& templates);
  void Assign(std::uint32_t glob, const Given& given);
  std::uint32_t ProgramOf(std::uint32_t of, std::uint32_t host);

  const SiteFile& site_;
  LevelIndex levels_of_;
  std::vector<NumberedLevel> levels_;
  std::vector<std::uint32_t> none_;  // of each template: with no levels at all
  std::vector<std::vector<Assigned>> assigned_;  // of each template, reused
  std::vector<std::uint32_t> touched_;           // templates with some
  std::unordered_map<std::string, std::uint32_t> known_;
  Programs programs_;
};

Resolver::Resolver(const std::vector<Template>& templates, const SiteFile& site)
    : site_(site), levels_of_(site), assigned_(templates.size()) {
  none_.assign(templates.size(), kNone);
  NumberLevels(templates);
}

void Resolver::NumberLevels(const std::vector<Template>& templates) {
  std::unordered_map<std::string, std::uint32_t> names;
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    names.emplace(templates[i].name, i);
  }
  Numbers texts;
  Numbers globs;
  for (const Level& level : site_.levels) {
    NumberedLevel numbered;
    if (!level.instances.empty()) numbered.glob = globs.Of(level.instances);
    for (const Setting& one : level.settings) {
      const auto of = names.find(one.rule);
      if (of == names.end()) continue;
      const auto& parameters = templates[of->second].parameters;
      const auto parameter = std::find_if(
          parameters.begin(), parameters.end(),
          [&](const Parameter& two) { return two.name == one.parameter; });
      if (parameter == parameters.end()) continue;
      numbered.given.push_back(
          {of->second,
           static_cast<std::uint32_t>(parameter - parameters.begin()),
           texts.Of(one.Text())});
    }
    levels_.push_back(std::move(numbered));
  }
}

/// A later value takes the place of an earlier one, but of instances the order
/// of globs stays what counts.
void Resolver::Assign(std::uint32_t glob, const Given& given) {
  auto& all = assigned_[given.of];
  if (all.empty()) touched_.push_back(given.of);
  const auto same = std::find_if(all.begin(), all.end(), [&](const auto& one) {
    return one.glob == glob && one.parameter == given.parameter;
  });
  if (same != all.end() && glob == 0) {
    same->value = given.value;
  } else {
    all.push_back({glob, given.parameter, given.value});
  }
}

std::uint32_t Resolver::ProgramOf(std::uint32_t of, std::uint32_t host) {
  auto& all = assigned_[of];
  // Levels for all instances come first.
  const auto end = std::find_if(all.begin(), all.end(),
                                [](const auto& one) { return one.glob != 0; });
  std::sort(all.begin(), end, [](const auto& a, const auto& b) {
    return a.parameter < b.parameter;
  });
  std::string key(reinterpret_cast<const char*>(&of), sizeof of);
  key.append(reinterpret_cast<const char*>(all.data()),
             all.size() * sizeof(Assigned));
  all.clear();
  const auto next = static_cast<std::uint32_t>(programs_.distinct.size());
  const auto [at, is_new] = known_.emplace(std::move(key), next);
  if (is_new) programs_.distinct.push_back({of, host});
  return at->second;
}

void Resolver::Add(const std::string& host, std::uint32_t index) {
  for (const std::uint32_t level : levels_of_.For(host)) {
    const NumberedLevel& numbered = levels_[level];
    for (const Given& given : numbered.given) Assign(numbered.glob, given);
  }
  std::vector<std::uint32_t> programs(none_.size());
  for (const std::uint32_t of : touched_) {
    programs[of] = ProgramOf(of, index) + 1;
  }
  touched_.clear();
  for (std::uint32_t of = 0; of < none_.size(); ++of) {
    if (programs[of] != 0) {
      --programs[of];
      continue;
    }
    if (none_[of] == kNone) none_[of] = ProgramOf(of, index);
    programs[of] = none_[of];
  }
  programs_.of_hosts.push_back(std::move(programs));
}

}  // namespace

Programs ResolveHosts(const std::vector<Template>& templates,
                      const SiteFile& site,
                      const std::vector<std::string>& hosts) {
  Resolver resolver(templates, site);
  for (std::uint32_t i = 0; i < hosts.size(); ++i) resolver.Add(hosts[i], i);
  return resolver.Take();
}

}  // namespace rules::site
