// Shows what engine/check makes of rule texts over archives, for
// check_test.py: `make FOLDER` writes reference_archives.h's, `world ARCHIVE`
// lists metrics, `ask ARCHIVE...` answers texts from standard input, each after
// a line with its length in bytes, with lines and then one with a dot.
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "pmapi/archive/archive.h"
#include "tests/support/reference_archives.h"

namespace {

using Archives = std::vector<std::unique_ptr<pmapi::Archive>>;

void MakeArchives(const std::string& folder) {
  tests::WriteImage(tests::ReferenceHost("hostA", 1), folder + "/hostA");
  tests::WriteImage(tests::ReferenceHost("hostB", 2), folder + "/hostB");
  tests::WriteImage(tests::OddHost(false), folder + "/oddhost");
  tests::WriteImage(tests::OddHost(true), folder + "/otherhost");
}

bool Open(const std::vector<std::string>& names, Archives* archives) {
  for (const std::string& name : names) {
    auto archive = pmapi::OpenArchive(name);
    if (!archive) {
      std::cerr << name << ": " << archive.error().message << '\n';
      return false;
    }
    archives->push_back(std::move(*archive));
  }
  return true;
}

// NAME TYPE INSTANCE... of each metric, with tabs.
void ShowWorld(const pmapi::MetricCatalog& catalog) {
  for (const std::string& name : catalog.MetricNames()) {
    const auto desc = catalog.Describe(name);
    if (!desc) continue;
    std::cout << name << '\t' << pmapi::TypeName(desc->type);
    if (!desc->singular()) {
      const auto instances = catalog.Instances(desc->indom);
      if (!instances) {
        std::cout << "\t?";
      } else {
        for (const auto& one : *instances) std::cout << '\t' << one.name;
      }
    }
    std::cout << '\n';
  }
}

// "name N" of what is right, "pmie L" of pmie's lines, "error".
void Answer(const std::string& text, const Archives& archives) {
  std::vector<engine::check::SourceView> views;
  for (const auto& archive : archives) {
    views.push_back({archive->host(), archive->name(), &archive->metadata()});
  }
  const grammar::SourceText source("<stdin>", text);
  grammar::Parser parser;
  engine::check::Checker checker(views);
  const auto checked = checker.Check(source, parser.Parse(source), 0);
  for (const auto& statement : checked.statements) {
    std::cout << "name " << statement.name << '\n';
  }
  for (const auto& diagnostic : checked.diagnostics) {
    if (diagnostic.severity == grammar::Severity::kError) {
      std::cout << "error\n";
    }
    for (const std::string& line : diagnostic.pmie) {
      std::cout << "pmie " << line << '\n';
    }
  }
  std::cout << "." << std::endl;
}

void AnswerAll(const Archives& archives) {
  std::string length;
  while (std::getline(std::cin, length)) {
    std::string text(std::stoul(length), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    Answer(text, archives);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string what = argv[1];
  const std::vector<std::string> names(argv + 2, argv + argc);
  if (what == "make") {
    MakeArchives(names[0]);
    return 0;
  }
  Archives archives;
  if (!Open(names, &archives)) return 1;
  if (what == "world") {
    ShowWorld(archives[0]->metadata());
  } else {
    AnswerAll(archives);
  }
  return 0;
}
