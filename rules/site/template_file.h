// TemplateFile: rules with parameters. A file of rules whose head, between two
// lines of ---, says in YAML what the site may set, and which other files it
// includes. Source: FORMAT.md, "A template".
#ifndef TOCSIN_RULES_SITE_TEMPLATE_FILE_H_
#define TOCSIN_RULES_SITE_TEMPLATE_FILE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "grammar/diagnostic.h"
#include "grammar/source_text.h"
#include "rules/site/parameter.h"
#include "rules/site/parameter_reader.h"
#include "rules/site/section.h"

namespace rules::site {

/// The rules of a file, in sections that follow one another.
struct RulesText {
  grammar::SourceText source;
  std::vector<Section> sections;
};

struct Template {
  std::string name;  // of the file, without its folder and ending
  std::string summary;
  std::string advice;    // what to do about it
  std::string severity;  // info, warning or critical
  std::string replaces;  // rules of pmieconf's, with commas; may be empty
  /// Those of files that are included, too.
  std::vector<Parameter> parameters;
  grammar::SourceText source;
  /// Of files that are included, and then its own.
  std::vector<RulesText> texts;

  /// Null where there is none.
  const Parameter* Find(std::string_view parameter) const;
};

/// What is wrong with one file.
struct Findings {
  grammar::SourceText source;
  std::vector<grammar::Diagnostic> diagnostics;
};

struct TemplateFile {
  Template read;
  std::vector<grammar::Diagnostic> diagnostics;
  std::vector<Findings> included;  // what is wrong with files that are
};

/// The text of the file at a path.
using FileReader =
    std::function<base::Result<std::string>(const std::string& path)>;

/// Files that are open at once: the template, one that it includes, one that
/// this includes and so on.
inline constexpr std::size_t kMostOpen = 64;

/// Reads the `text` of the file `path`, and by `read` those that it includes.
/// Errors: told in what is returned, at their places; among them an include by
/// which more than kMostOpen files would be open.
TemplateFile ReadTemplate(const std::string& path, const std::string& text,
                          const FileReader& read = {});

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_TEMPLATE_FILE_H_
