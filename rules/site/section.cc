// Line by line.
#include "rules/site/section.h"

#include <algorithm>
#include <utility>

#include "grammar/nearest.h"
#include "rules/site/parameter_reader.h"

namespace rules::site {
namespace {

constexpr std::string_view kMark = "--- ";
constexpr char kHint[] =
    "such as --- for each disk in disks, and --- end behind the rules";

std::vector<std::string> WordsOf(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line) {
    if (c != ' ' && c != '\t' && c != '\r') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

class Cutter {
 public:
  Cutter(std::size_t begin, grammar::FileFindings* findings)
      : findings_(*findings) {
    open_.begin = static_cast<std::uint32_t>(begin);
  }

  void ReadLine(std::string_view line, base::yaml::Place place);
  std::vector<Section> End(std::size_t end);

 private:
  void Begin(const std::vector<std::string>& words, base::yaml::Place place);
  void Close(std::uint32_t end, std::uint32_t next);

  grammar::FileFindings& findings_;
  Section open_;
  std::vector<Section> sections_;
};

void Cutter::Close(std::uint32_t end, std::uint32_t next) {
  open_.end = end;
  sections_.push_back(std::exchange(open_, {}));
  open_.begin = next;
}

void Cutter::Begin(const std::vector<std::string>& words,
                   base::yaml::Place place) {
  if (!open_.variable.empty()) {
    return findings_.Error(place, "a for each stands within another one",
                           "a table has several values in a row");
  }
  if (!IsParameterName(words[3])) {
    return findings_.Error(place, words[3] + " is no name of a variable",
                           "a name is a letter, and then letters, digits and "
                           "_");
  }
  Close(place.begin, place.end);
  open_.variable = words[3];
  open_.parameter = words[5];
  open_.place = place;
}

void Cutter::ReadLine(std::string_view line, base::yaml::Place place) {
  if (!line.starts_with(kMark)) return;
  const auto words = WordsOf(line);
  constexpr std::size_t kWords = 6;
  const bool begins = words.size() == kWords && words[1] == "for" &&
                      words[2] == "each" && words[4] == "in";
  if (begins) return Begin(words, place);
  if (words.size() != 2 || words[1] != "end") {
    return findings_.Error(place, "this line begins and ends nothing", kHint);
  }
  if (open_.variable.empty()) {
    return findings_.Error(place, "no for each stands above this", kHint);
  }
  Close(place.begin, place.end);
}

std::vector<Section> Cutter::End(std::size_t end) {
  if (!open_.variable.empty()) {
    findings_.Error(open_.place, "this for each has no end", kHint);
  }
  const auto last = static_cast<std::uint32_t>(end);
  Close(last, last);
  return std::move(sections_);
}

}  // namespace

std::vector<Section> ReadSections(std::string_view text, std::size_t begin,
                                  grammar::FileFindings* findings) {
  Cutter cutter(begin, findings);
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    cutter.ReadLine(
        text.substr(at, end - at),
        {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = end + 1;
  }
  return cutter.End(text.size());
}

void CheckSections(const std::vector<Section>& sections,
                   const std::vector<Parameter>& parameters,
                   grammar::FileFindings* findings) {
  std::vector<std::string> names;
  for (const Parameter& one : parameters) names.push_back(one.name);
  for (const Section& section : sections) {
    if (section.variable.empty()) continue;
    const auto of = std::find_if(
        parameters.begin(), parameters.end(),
        [&](const Parameter& one) { return one.name == section.parameter; });
    if (of == parameters.end()) {
      const std::string meant = grammar::Nearest(section.parameter, names);
      findings->Error(section.place,
                      "there is no parameter " + section.parameter,
                      meant.empty() ? "" : "did you mean " + meant + "?");
      continue;
    }
    if (of->type != Type::kList && of->type != Type::kTable) {
      findings->Error(
          section.place,
          "parameter " + section.parameter + " is neither a list nor a table",
          "type: list, of: glob");
      continue;
    }
    for (const std::string& variable : VariablesOf(section, *of)) {
      if (std::find(names.begin(), names.end(), variable) == names.end()) {
        continue;
      }
      findings->Error(section.place,
                      "$" + variable + " is a parameter of this template",
                      "give the variable another name");
    }
  }
}

std::string SectionText(std::string_view text, const Section& section) {
  std::string alone(text);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    const bool inside = i >= section.begin && i < section.end;
    if (!inside && alone[i] != '\n') alone[i] = ' ';
  }
  return alone;
}

std::vector<std::string> VariablesOf(const Section& section,
                                     const Parameter& parameter) {
  if (parameter.type == Type::kList) return {section.variable};
  std::vector<std::string> names;
  for (const Parameter& column : parameter.columns) {
    names.push_back(section.variable + '_' + column.name);
  }
  return names;
}

}  // namespace rules::site
