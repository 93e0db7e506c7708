// Fuzz target: templates and the file of a site: a template, a file that it may
// include as other.rules, and a site's file, with lines "----" between.
// Whatever comes, mistakes have places; what is right is rendered, is read as
// the same rules, and is the same on hosts that share a program.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "grammar/parser.h"
#include "rules/site/diff.h"
#include "rules/site/level_index.h"
#include "rules/site/lint.h"
#include "rules/site/programs.h"
#include "rules/site/render.h"
#include "rules/site/resolve.h"

namespace {

using rules::site::Findings;
using rules::site::Site;

/// Takes what stands before the next mark.
std::string TakePart(std::string_view* text) {
  constexpr std::string_view kMark = "\n----\n";
  const std::size_t end = std::min(text->find(kMark), text->size());
  const std::string part(text->substr(0, end));
  text->remove_prefix(std::min(end + kMark.size(), text->size()));
  return part;
}

void CheckFindings(const std::vector<Findings>& all) {
  for (const Findings& of : all) {
    for (const auto& one : of.diagnostics) {
      CHECK(!one.message.empty());
      CHECK(one.span.begin <= of.source.text().size());
      CHECK(!Render(one, of.source).empty());
    }
  }
}

Site Read(const std::string& own, const std::string& other,
          const std::string& yaml) {
  Site site;
  auto file =
      rules::site::ReadTemplate("own.rules", own, [&](const std::string& path) {
        using Text = base::Result<std::string>;
        if (path == "other.rules") return Text(other);
        return Text(base::Error{base::ErrorCode::kNotFound, "no such file"});
      });
  site.findings = std::move(file.included);
  site.findings.push_back({file.read.source, std::move(file.diagnostics)});
  site.templates.push_back(std::move(file.read));
  site.file = rules::site::ReadSite("site.yaml", yaml);
  site.findings.push_back({site.file.source, site.file.diagnostics});
  site.findings.push_back(
      {site.file.source, CheckSite(site.file, site.templates)});
  return site;
}

std::vector<Findings> WrongRules(const Site& site, const std::string& host) {
  std::vector<Findings> wrong;
  for (auto& part : BoundRules(site.templates[0], site.file, host)) {
    wrong.push_back({*part.source, std::move(part.parsed.diagnostics)});
  }
  return wrong;
}

/// What is rendered has as many statements, and no mistakes.
void CheckRendered(const Site& site, const std::string& host) {
  const auto parts = BoundRules(site.templates[0], site.file, host);
  std::size_t count = 0;
  for (const auto& part : parts) {
    for (const auto& one : part.parsed.statements) {
      count += one.statement.expr != nullptr ? 1 : 0;
    }
  }
  const std::string text = RenderRules(site.templates[0], site.file, host);
  const auto again =
      grammar::Parser().Parse(grammar::SourceText("rendered", text));
  std::size_t evaluated = 0;
  for (const auto& one : again.statements) {
    evaluated += one.statement.expr != nullptr ? 1 : 0;
  }
  CHECK(evaluated == count);
}

void CheckPrograms(const Site& site) {
  auto hosts = HostsOf(site.file);
  hosts.push_back("other");
  const auto programs = ResolveHosts(site.templates, site.file, hosts);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const auto& shared = programs.distinct.at(programs.of_hosts[i][0]);
    CHECK(rules::site::DiffRules({&site, hosts[i]}, {&site, hosts[shared.host]})
              .empty());
  }
}

bool HasErrors(const std::vector<Findings>& all) {
  Site site;
  site.findings = all;
  return site.IsWrong();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string own = TakePart(&text);
  const std::string other = TakePart(&text);
  const Site site = Read(own, other, std::string(text));
  CheckFindings(site.findings);
  if (site.IsWrong()) return 0;
  CheckFindings(LintSite(site, {}));
  for (const char* host : {"db1", "other"}) {
    const auto wrong = WrongRules(site, host);
    CheckFindings(wrong);
    if (!HasErrors(wrong)) CheckRendered(site, host);
  }
  CheckPrograms(site);
  return 0;
}
