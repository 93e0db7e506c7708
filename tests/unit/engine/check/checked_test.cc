// The world of engine/check's tests; see checked.h.
#include "tests/unit/engine/check/checked.h"

#include <utility>

#include "grammar/parser.h"
#include "grammar/source_text.h"
#include "tests/support/expr_dump.h"

namespace engine::check {
namespace {

constexpr pmapi::InDom kColours{(245u << 22) | 1};
constexpr pmapi::InDom kDisks{(245u << 22) | 2};
constexpr pmapi::InDom kAlone{(245u << 22) | 3};

pmapi::MetricDesc Desc(
    unsigned item, pmapi::Type type, pmapi::InDom indom = pmapi::kNullInDom,
    pmapi::Semantics semantics = pmapi::Semantics::kInstant) {
  pmapi::MetricDesc desc;
  desc.pmid = pmapi::Pmid{(245u << 22) | item};
  desc.type = type;
  desc.indom = indom;
  desc.semantics = semantics;
  return desc;
}

void Fill(tests::MemoryCatalog* catalog) {
  using pmapi::Type;
  constexpr auto kCounter = pmapi::Semantics::kCounter;
  catalog->AddMetric("t.s.gauge", Desc(1, Type::kDouble));
  catalog->AddMetric("t.s.cnt",
                     Desc(2, Type::kU64, pmapi::kNullInDom, kCounter));
  catalog->AddMetric("t.s.str", Desc(4, Type::kString));
  catalog->AddMetric("t.s.kb", Desc(5, Type::kU32));
  pmapi::MetricDesc kb = Desc(8, Type::kU32);
  kb.units = {.space = 1, .space_scale = pmapi::SpaceScale::kKbyte};
  catalog->AddMetric("t.u.kb", kb);
  kb.semantics = kCounter;
  catalog->AddMetric("t.u.rate", kb);
  pmapi::MetricDesc ms = Desc(9, Type::kU32);
  ms.units = {.time = 1, .time_scale = pmapi::TimeScale::kMsec};
  catalog->AddMetric("t.u.ms", ms);
  ms.semantics = kCounter;
  catalog->AddMetric("t.u.busy", ms);
  pmapi::MetricDesc count = Desc(10, Type::kU32);
  count.units = {.count = 1};
  catalog->AddMetric("t.u.count", count);
  catalog->AddMetric("t.s.none", Desc(6, Type::kNoSupport));
  catalog->AddMetric("t.s.event", Desc(7, Type::kEvent));
  catalog->AddMetric("t.i.gauge", Desc(20, Type::kDouble, kColours));
  catalog->AddMetric("t.i.cnt", Desc(21, Type::kU64, kColours, kCounter));
  catalog->AddMetric("t.i.str", Desc(22, Type::kString, kColours));
  catalog->AddMetric("t.d.gauge", Desc(30, Type::k32, kDisks));
  catalog->AddMetric("t.x.gauge", Desc(40, Type::k32, pmapi::InDom{77}));
  catalog->AddMetric("t.o.gauge", Desc(41, Type::k32, kAlone));
  catalog->AddInDom(kAlone, {{0, "only"}});
  catalog->AddInDom(kColours, {{0, "red"}, {1, "green"}, {2, "blue sky"}});
  catalog->AddInDom(kDisks, {{0, "d0"}, {1, "d1"}, {2, "d2"}, {3, "d3"}});
}

Checked CheckText(std::vector<SourceView> sources, const std::string& text) {
  const grammar::SourceText source("<stdin>", text);
  grammar::Parser parser;
  Checker checker(std::move(sources));
  return checker.Check(source, parser.Parse(source), 0);
}

}  // namespace

World::World() {
  Fill(&a_);
  Fill(&b_);
  a_.AddMetric("t.s.late", Desc(12, pmapi::Type::k32));
  a_.AddMetric("t.late.i", Desc(23, pmapi::Type::k32, kColours));
  a_.AddMetric("t.mix", Desc(50, pmapi::Type::kString));
  b_.AddMetric("t.mix", Desc(50, pmapi::Type::kDouble));
}

Checked World::Check(const std::string& text) const {
  return CheckText({{"hostA", "archives/a", &a_}, {"hostB", "b", &b_}}, text);
}

Checked World::CheckWaiting(const std::string& text) const {
  const auto live = [](const char* name, const tests::MemoryCatalog* catalog) {
    return SourceView{name, name, catalog, true, true};
  };
  return CheckText({live("hostA", &a_), live("hostB", &b_)}, text);
}

Checked World::CheckWithoutSources(const std::string& text) {
  return CheckText({}, text);
}

std::string World::Tree(const std::string& text) const {
  const Checked checked = Check(text);
  if (checked.statements.size() != 1) return PmieTextOf(checked);
  const auto* body = std::get_if<expr::Observe>(&checked.statements[0].body);
  return body ? expr::Dump(*body->expr) : expr::Dump(checked.statements[0]);
}

std::vector<std::string> NamesOf(const Checked& checked) {
  std::vector<std::string> names;
  for (const expr::Statement& statement : checked.statements) {
    names.push_back(statement.name);
  }
  return names;
}

std::string PmieTextOf(const Checked& checked) {
  std::string text;
  for (const grammar::Diagnostic& diagnostic : checked.diagnostics) {
    for (const std::string& line : diagnostic.pmie) text += line + "\n";
  }
  return text;
}

}  // namespace engine::check
