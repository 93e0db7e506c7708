// Every case of every *.test beside this file, however the sources cut their
// ticks into blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "tests/script/event_host.h"
#include "tests/script/script_file.h"
#include "tests/script/script_metric.h"
#include "tests/script/script_template.h"
#include "tests/support/memory_source.h"
#include "tests/support/run_rules.h"

namespace tests {
namespace {

// Monday, the first of January 2024, 09:59:50 UTC.
constexpr base::Timestamp kStart{1'704'103'190 * base::kNanosPerSecond};

Literal ValueOf(const std::string& word, pmapi::Type type) {
  if (word == "-") return {};
  if (word[0] == '"') return word.substr(1, word.size() - 2).c_str();
  if (type == pmapi::Type::kU64) return std::uint64_t{std::stoull(word)};
  if (type == pmapi::Type::kFloat || type == pmapi::Type::kDouble) {
    return std::stod(word);
  }
  return std::int64_t{std::stoll(word)};
}

/// A host of a script as a source. Metrics whose names begin with the same
/// word share an instance domain, or those that name one ("@disk"); instances
/// count from 0 as they appear.
class HostMaker {
 public:
  HostMaker(const ScriptHost& host, std::map<std::string, unsigned>* domains)
      : host_(host), domains_(*domains) {}

  void Fill(MemorySource* source) {
    for (const Series& series : host_.series) Add(series);
    for (const std::string& metric : order_) {
      Metric& made = metrics_[metric];
      source->Add(metric, made.desc, std::move(made.table));
    }
    for (auto& [indom, instances] : instances_) {
      source->AddInDom(indom, instances);
    }
    for (const int mark : host_.marks) source->AddMark(mark);
  }

 private:
  struct Metric {
    pmapi::MetricDesc desc;
    MemoryTable table;
  };

  void Add(const Series& series) {
    const auto [at, is_new] = metrics_.try_emplace(series.metric);
    Metric& metric = at->second;
    if (is_new) {
      order_.push_back(series.metric);
      metric.desc = DescOf(series);
    }
    if (!series.instance.empty()) {
      metric.table.instances.push_back(
          IdOf(metric.desc.indom, series.instance));
    }
    auto& rows = metric.table.rows;
    const std::size_t column =
        series.instance.empty() ? 0 : metric.table.instances.size() - 1;
    rows.resize(std::max(rows.size(), series.values.size()));
    for (std::size_t t = 0; t < series.values.size(); ++t) {
      rows[t].resize(column + 1);
      rows[t][column] = ValueOf(series.values[t], metric.desc.type);
    }
  }

  pmapi::MetricDesc DescOf(const Series& series) {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    std::string domain = series.metric.substr(0, series.metric.find('.'));
    for (const std::string& word : series.attributes) {
      if (word[0] == '@') {
        domain = word.substr(1);
      } else {
        EXPECT_TRUE(SetAttribute(word, &desc)) << word;
      }
    }
    if (!series.instance.empty()) {
      desc.indom = pmapi::InDom{
          domains_.try_emplace(domain, domains_.size() + 1).first->second};
    }
    return desc;
  }

  pmapi::InstanceId IdOf(pmapi::InDom indom, const std::string& name) {
    std::vector<pmapi::Instance>& known = instances_[indom];
    for (const pmapi::Instance& one : known) {
      if (one.name == name) return one.id;
    }
    known.push_back({static_cast<int>(known.size()), name});
    return known.back().id;
  }

  const ScriptHost& host_;
  std::map<std::string, unsigned>& domains_;
  std::vector<std::string> order_;
  std::map<std::string, Metric> metrics_;
  std::map<pmapi::InDom, std::vector<pmapi::Instance>> instances_;
};

std::size_t TicksOf(const Script& script) {
  std::size_t ticks = 1;
  for (const ScriptHost& host : script.hosts) {
    for (const Series& series : host.series) {
      ticks = std::max(ticks, series.values.size());
    }
  }
  return ticks;
}

RulesRun RunOver(const Script& script,
                 const std::vector<pmapi::Source*>& sources,
                 const RunOptions& options) {
  if (script.set.empty()) return RunRules(script.rules, sources, options);
  return RunParsed(BoundTemplate(TOCSIN_SETS_FOLDER, script), sources, options);
}

RulesRun RunScript(const Script& script, int block_limit) {
  std::vector<std::unique_ptr<pmapi::Source>> hosts;
  std::vector<pmapi::Source*> sources;
  std::map<std::string, unsigned> domains;
  const pmapi::TickGrid grid{
      kStart, base::Duration{script.step * base::kNanosPerSecond}};
  for (const ScriptHost& host : script.hosts) {
    if (HasEvents(host)) {
      hosts.push_back(EventHost(host, grid));
    } else {
      auto source = std::make_unique<MemorySource>(grid, host.name);
      HostMaker(host, &domains).Fill(source.get());
      source->set_block_limit(block_limit);
      hosts.push_back(std::move(source));
    }
    sources.push_back(hosts.back().get());
  }
  RunOptions options;
  options.start = kStart;
  options.end = grid.At(static_cast<std::int64_t>(TicksOf(script)) - 1);
  options.counter_wrap = script.counter_wrap;
  return RunOver(script, sources, options);
}

struct NamedScript {
  std::string name;
  Script script;
};

void PrintTo(const NamedScript& named, std::ostream* out) {
  *out << named.name;
}

std::vector<NamedScript> AllScripts() {
  std::vector<NamedScript> all;
  const std::filesystem::path folder(TOCSIN_SCRIPT_FOLDER);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".test") continue;
    auto scripts = ReadScripts(entry.path());
    if (!scripts) {
      ADD_FAILURE() << scripts.error().message;
      continue;
    }
    for (Script& script : *scripts) {
      const auto file = entry.path().lexically_relative(folder);
      std::string name = file.parent_path().string() + file.stem().string() +
                         '_' + script.name;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return !std::isalnum(c); },
          '_');
      all.push_back({std::move(name), std::move(script)});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

class ScriptTest : public ::testing::TestWithParam<NamedScript> {};

TEST_P(ScriptTest, IsAsExpected) {
  const Script& script = GetParam().script;
  ASSERT_FALSE(script.expected.empty());
  for (const int block_limit : {1 << 30, 1, 2, 3, 7}) {
    const RulesRun run = RunScript(script, block_limit);
    EXPECT_EQ(run.diagnostics, "");
    EXPECT_EQ(run.error.has_value(), !script.ends.empty());
    if (run.error) {
      EXPECT_THAT(run.error->message, ::testing::HasSubstr(script.ends));
    }
    EXPECT_EQ(run.rows.size(), script.expected.size());
    EXPECT_THAT(run.rows, ::testing::IsSupersetOf(script.expected))
        << "in blocks of " << block_limit;
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScriptTest, ::testing::ValuesIn(AllScripts()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace tests
