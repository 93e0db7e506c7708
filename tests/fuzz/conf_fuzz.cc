// Fuzz target: what pmieconf's commands read and write: a rules file, a
// modification file and a session, one behind the other, with lines "----"
// between. Whatever comes, mistakes are told; a file that is written is read
// back as it was, and what a word may become is a line that is read.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "rules/pmieconf/completion.h"
#include "rules/pmieconf/generate.h"
#include "rules/pmieconf/modifications.h"
#include "rules/pmieconf/rules_file.h"
#include "rules/pmieconf/session.h"

namespace {

using rules::pmieconf::Catalog;
using rules::pmieconf::Preserved;
using rules::pmieconf::Session;

/// Takes what stands before the next mark.
std::string_view TakePart(std::string_view* text) {
  constexpr std::string_view kMark = "\n----\n";
  const std::size_t end = std::min(text->find(kMark), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + kMark.size(), text->size()));
  return part;
}

bool Read(std::string_view rules, std::string_view modifications,
          Catalog* catalog, Preserved* preserved) {
  const auto done = rules::pmieconf::ReadRules(rules, "rules", catalog);
  if (!done) {
    CHECK(!done.error().message.empty());
    return false;
  }
  auto read =
      rules::pmieconf::ReadModifications(modifications, "file", catalog);
  CHECK(read || !read.error().message.empty());
  if (read) *preserved = *std::move(read);
  return read.has_value();
}

/// A word that is completed is one word, and what was typed stays.
void CheckCompletion(std::string_view line, const Catalog& catalog,
                     const std::string& last) {
  const auto found = rules::pmieconf::Complete(line, catalog, last);
  CHECK(found.begin <= line.size());
  if (found.words.empty()) return;
  const std::string whole =
      std::string(line.substr(0, found.begin)) + found.words.front();
  CHECK(whole.starts_with(line));
  const auto words = rules::pmieconf::WordsOf(whole);
  CHECK(words && !words->empty());
}

void Talk(std::string_view lines, Catalog* catalog) {
  Session session(
      catalog,
      {.file = "file",
       .out = [](const std::string&) {},
       .error = [](const std::string& message) { CHECK(!message.empty()); }});
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    CheckCompletion(line, *catalog, session.last_target());
    const auto words = rules::pmieconf::WordsOf(line);
    if (words) session.Run(*words);
  }
}

/// Empty where the rules cannot be generated.
std::string Written(const Catalog& catalog, const Preserved& preserved) {
  std::vector<std::string> warnings;
  const auto rules = rules::pmieconf::GenerateRules(catalog, &warnings);
  if (!rules) {
    CHECK(!rules.error().message.empty());
    return "";
  }
  return rules::pmieconf::ModificationFile(catalog, {"rules", "date", false},
                                           *rules, preserved.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view rules = TakePart(&text);
  const std::string_view modifications = TakePart(&text);
  Catalog catalog;
  Preserved preserved;
  if (!Read(rules, modifications, &catalog, &preserved)) return 0;
  Talk(text, &catalog);
  const std::string file = Written(catalog, preserved);
  // A rule whose text looks like the head of another one is its author's.
  const bool feigned = rules.find("\ndelta = ") != rules.npos;
  if (file.empty() || feigned) return 0;
  Catalog again;
  CHECK(Read(rules, file, &again, &preserved));
  CHECK(preserved.deprecated.empty());
  CHECK(Written(again, preserved) == file);
  return 0;
}
