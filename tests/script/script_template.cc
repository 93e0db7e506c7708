// The values become a site's file, so that they are read as a site's are.
#include "tests/script/script_template.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "rules/site/bound_rules.h"
#include "rules/site/resolve.h"
#include "rules/site/site_file.h"
#include "rules/site/template_file.h"

namespace tests {
namespace {

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void ExpectNone(const std::vector<grammar::Diagnostic>& diagnostics,
                const grammar::SourceText& text) {
  for (const grammar::Diagnostic& one : diagnostics) {
    ADD_FAILURE() << Render(one, text);
  }
}

std::string SiteText(const std::string& name,
                     const std::vector<std::string>& values) {
  // Some are off by default.
  std::string text = "site:\n  values:\n    " + name + ".enabled: yes\n";
  for (const std::string& one : values) {
    text.append("    ").append(name).append(".").append(one).append("\n");
  }
  return text;
}

}  // namespace

std::vector<ParsedRules> BoundTemplate(const std::string& sets,
                                       const Script& script) {
  const std::string path = sets + '/' + script.set + ".rules";
  const auto file = rules::site::ReadTemplate(path, TextOf(path));
  ExpectNone(file.diagnostics, file.read.source);
  const auto site = rules::site::ReadSite(
      "site.yaml", SiteText(file.read.name, script.values));
  ExpectNone(site.diagnostics, site.source);
  ExpectNone(rules::site::CheckSite(site, {file.read}), site.source);
  std::vector<ParsedRules> rules;
  for (auto& part : rules::site::BoundRules(file.read, site, "web1")) {
    ExpectNone(part.parsed.diagnostics, *part.source);
    rules.push_back({*part.source, std::move(part.parsed)});
  }
  return rules;
}

}  // namespace tests
