// Any bytes as a rule file over two hosts, and over none: no crash, every
// statement whole, every mistake told in words and in pmie's form.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "tests/support/expr_dump.h"
#include "tests/support/memory_source.h"

namespace {

constexpr pmapi::InDom kColours{(245u << 22) | 1}, kDisks{(245u << 22) | 2};

grammar::Limits SmallLimits() {
  grammar::Limits limits;
  limits.statement_tokens = 2000;
  limits.expansion_bytes = 10'000;
  return limits;
}

void Describe(const char* name, pmapi::Type type, pmapi::InDom indom,
              tests::MemoryCatalog* catalog) {
  pmapi::MetricDesc desc;
  desc.type = type;
  desc.indom = indom;
  desc.semantics = pmapi::Semantics::kCounter;
  catalog->AddMetric(name, desc);
}

// One letter a metric, so that mutations find them.
struct World {
  World() {
    for (tests::MemoryCatalog* host : {&a, &b}) {
      Describe("s", pmapi::Type::kU64, pmapi::kNullInDom, host);
      Describe("t", pmapi::Type::kString, pmapi::kNullInDom, host);
      Describe("i", pmapi::Type::kDouble, kColours, host);
      Describe("j", pmapi::Type::kString, kColours, host);
      Describe("d", pmapi::Type::k32, kDisks, host);
      Describe("e", pmapi::Type::kEvent, pmapi::kNullInDom, host);
      host->AddInDom(kColours, {{0, "r"}, {1, "g"}, {2, "b s"}});
      host->AddInDom(kDisks, {{0, "k"}});
    }
    Describe("m", pmapi::Type::k32, pmapi::kNullInDom, &a);
    Describe("m", pmapi::Type::kString, kDisks, &b);
  }

  tests::MemoryCatalog a, b;
  grammar::Parser parser{SmallLimits()};
};

void CheckAll(const grammar::SourceText& source, World* world,
              std::vector<engine::check::SourceView> views) {
  world->parser.Reset();
  engine::check::Checker checker(std::move(views));
  const auto checked = checker.Check(source, world->parser.Parse(source), 0);
  for (const auto& statement : checked.statements) {
    CHECK(!engine::expr::Dump(statement).empty());
    CHECK(statement.interval.ns > 0);
  }
  for (const auto& diagnostic : checked.diagnostics) {
    CHECK(diagnostic.span.end <= source.text().size());
    CHECK(!diagnostic.message.empty());
    CHECK(diagnostic.severity == grammar::Severity::kWarning ||
          !diagnostic.pmie.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static World world;
  const grammar::SourceText source(
      "fuzz", std::string(reinterpret_cast<const char*>(data), size));
  CheckAll(source, &world, {{"a", "x", &world.a}, {"b", "y", &world.b}});
  CheckAll(source, &world, {});
  return 0;
}
