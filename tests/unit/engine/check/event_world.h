// EventWorld: a host with a log of event records, for tests of what is asked of
// them.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_CHECK_EVENT_WORLD_H_
#define TOCSIN_TESTS_UNIT_ENGINE_CHECK_EVENT_WORLD_H_

#include <string>
#include <utility>
#include <vector>

#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "grammar/source_text.h"
#include "tests/support/memory_source.h"

namespace engine::check {

/// app.log has the instances "x" and "y", and parameters size (in Kbyte), unit
/// and two that are called code; kernel.load is another agent's; kmsg.records
/// has texts NAME=VALUE.
class EventWorld {
 public:
  EventWorld() {
    using pmapi::Type;
    constexpr pmapi::InDom kLogs{(245u << 22) | 1};
    Add("app.log", 245, Type::kEvent, kLogs);
    Add("app.param.size", 245, Type::kU32, pmapi::kNullInDom,
        {.space = 1, .space_scale = pmapi::SpaceScale::kKbyte});
    Add("app.param.unit", 245, Type::kString);
    Add("app.param.code", 245, Type::kU32);
    Add("app.other.code", 245, Type::k64);
    Add("kernel.load", 246, Type::kU32);
    Add("kmsg.records", 509, Type::kHighresEvent);
    Add("kmsg.priority", 509, Type::kU32);
    Add("kmsg.field", 509, Type::kString);
    catalog_.AddInDom(kLogs, {{0, "x"}, {1, "y"}});
  }

  Checked Check(const std::string& text) const {
    return Check(text, {{"host", "an archive", &catalog_}});
  }

  /// "message: hint" of all that is said of `text`.
  std::vector<std::string> Told(const std::string& text) const {
    return Told(text, {{"host", "an archive", &catalog_}});
  }
  /// The same of records of app.log that meet `condition`.
  static std::vector<std::string> ToldWhere(const std::string& condition) {
    return EventWorld().Told("count_event ( app.log where " + condition +
                             " );");
  }
  /// Where the texts NAME=VALUE of kmsg.records have these NAMEs alone.
  std::vector<std::string> ToldWithNames(
      const std::string& text, const std::vector<std::string>& names) const {
    SourceView view{"host", "an archive", &catalog_};
    view.text_names = {{"kmsg.records", names}};
    return Told(text, {view});
  }
  /// Where it is this host, and no pmcd.
  std::vector<std::string> ToldOfThisHost(const std::string& text) const {
    SourceView view{"host", "an archive", &catalog_};
    view.title = "this host";
    return Told(text, {view});
  }
  static std::vector<std::string> ToldWithoutSources(const std::string& text) {
    return Told(text, {});
  }

 private:
  void Add(const std::string& name, unsigned domain, pmapi::Type type,
           pmapi::InDom indom = pmapi::kNullInDom, pmapi::Units units = {}) {
    pmapi::MetricDesc desc;
    desc.pmid = pmapi::Pmid{(domain << 22) | ++items_};
    desc.type = type;
    desc.indom = indom;
    desc.units = units;
    catalog_.AddMetric(name, desc);
  }

  static Checked Check(const std::string& text,
                       std::vector<SourceView> sources) {
    const grammar::SourceText source("<stdin>", text);
    grammar::Parser parser;
    Checker checker(std::move(sources));
    return checker.Check(source, parser.Parse(source), 0);
  }

  static std::vector<std::string> Told(const std::string& text,
                                       std::vector<SourceView> sources) {
    std::vector<std::string> told;
    for (const auto& one : Check(text, std::move(sources)).diagnostics) {
      told.push_back(one.message + ": " + one.hint);
    }
    return told;
  }

  tests::MemoryCatalog catalog_;
  unsigned items_ = 0;
};

}  // namespace engine::check

#endif  // TOCSIN_TESTS_UNIT_ENGINE_CHECK_EVENT_WORLD_H_
