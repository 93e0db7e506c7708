// TemplateFile: rules with parameters. A file of rules whose head, between two
// lines of ---, says in YAML what the site may set.
// Source: FORMAT.md, "A template".
#ifndef TOCSIN_RULES_SITE_TEMPLATE_FILE_H_
#define TOCSIN_RULES_SITE_TEMPLATE_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source_text.h"
#include "rules/site/parameter.h"

namespace rules::site {

/// The parameter that each template has: whether its rules are in force.
inline constexpr char kEnabled[] = "enabled";

struct Template {
  std::string name;  // of the file, without its folder and ending
  std::string summary;
  std::string advice;    // what to do about it
  std::string severity;  // info, warning or critical
  std::string replaces;  // a rule of pmieconf's, may be empty
  std::vector<Parameter> parameters;
  /// All of the file, and its rules alone, at the same places.
  grammar::SourceText source;
  grammar::SourceText rules;

  /// Null where there is none.
  const Parameter* Find(std::string_view parameter) const;
};

struct TemplateFile {
  Template read;
  std::vector<grammar::Diagnostic> diagnostics;
};

/// Reads the `text` of the file `path`.
TemplateFile ReadTemplate(const std::string& path, const std::string& text);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_TEMPLATE_FILE_H_
