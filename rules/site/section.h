// Section: rules of a template that are made once, or once for each element of
// a list or row of a table. Source: FORMAT.md, "For each".
#ifndef TOCSIN_RULES_SITE_SECTION_H_
#define TOCSIN_RULES_SITE_SECTION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"
#include "grammar/settings/settings.h"
#include "rules/site/parameter.h"

namespace rules::site {

struct Section {
  std::uint32_t begin = 0;  // [begin, end) of the file
  std::uint32_t end = 0;
  std::string variable;       // of `for each`; empty: made once
  std::string parameter;      // whose elements these are
  base::yaml::Place place{};  // of its line
};

/// Cuts the rules of `text`, which begin at `begin`, at lines `--- for each
/// VARIABLE in PARAMETER` and `--- end`.
std::vector<Section> ReadSections(std::string_view text, std::size_t begin,
                                  grammar::FileFindings* findings);

/// Tells of sections for each element of what is neither a list nor a table of
/// `parameters`, and of variables that have the name of a parameter.
void CheckSections(const std::vector<Section>& sections,
                   const std::vector<Parameter>& parameters,
                   grammar::FileFindings* findings);

/// `text` with blanks for all but the section, so that each byte is where it
/// was.
std::string SectionText(std::string_view text, const Section& section);

/// What `$` stands before in a section: of a list `variable`, of a table for
/// each column `variable_column`.
std::vector<std::string> VariablesOf(const Section& section,
                                     const Parameter& parameter);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_SECTION_H_
