// Column by column; a cell's records are words.
#include "tests/script/event_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"
#include "tests/script/script_metric.h"
#include "tests/support/archive_writer.h"

namespace tests {
namespace {

using pmapi::MetricDesc;
using pmapi::Type;

/// All metrics are one agent's.
constexpr std::uint32_t kDomain = 100u << 22;

/// Divides at `separator`, but not within quotes.
std::vector<std::string> Divided(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == separator && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  std::erase(parts, "");
  return parts;
}

std::string Unquoted(const std::string& word) {
  return word.size() > 1 && word.front() == '"'
             ? word.substr(1, word.size() - 2)
             : word;
}

std::uint64_t BitsOf(const std::string& number, Type type) {
  if (type == Type::kDouble) {
    return std::bit_cast<std::uint64_t>(std::stod(number));
  }
  return static_cast<std::uint64_t>(std::stoll(number));
}

class ArchiveMaker {
 public:
  ArchiveMaker(const ScriptHost& host, const pmapi::TickGrid& grid)
      : host_(host), grid_(grid), writer_(Options(host, grid)) {}

  ArchiveImage Make() {
    for (const Series& series : host_.series) Describe(series);
    for (const auto& [indom, instances] : instances_) {
      writer_.Members(grid_.start, indom, instances);
    }
    std::size_t ticks = 0;
    for (const Series& series : host_.series) {
      ticks = std::max(ticks, series.values.size());
    }
    for (std::size_t t = 0; t < ticks; ++t) WriteTick(t);
    return writer_.Image();
  }

 private:
  static ArchiveOptions Options(const ScriptHost& host,
                                const pmapi::TickGrid& grid) {
    ArchiveOptions options;
    options.start = grid.start;
    options.host = host.name;
    return options;
  }

  void Describe(const Series& series) {
    const auto [at, is_new] = metrics_.try_emplace(series.metric);
    if (is_new) {
      MetricDesc& desc = at->second;
      desc.pmid = pmapi::Pmid{kDomain | static_cast<unsigned>(metrics_.size())};
      desc.type = Type::kDouble;
      const std::string first =
          series.metric.substr(0, series.metric.find('.'));
      if (!series.instance.empty()) {
        desc.indom = pmapi::InDom{
            kDomain |
            domains_.try_emplace(first, domains_.size() + 1).first->second};
      }
      for (const std::string& word : series.attributes) {
        EXPECT_TRUE(SetAttribute(word, &desc)) << word;
      }
      writer_.Metric(series.metric, desc);
    }
    if (!series.instance.empty()) IdOf(at->second.indom, series.instance);
  }

  pmapi::InstanceId IdOf(pmapi::InDom indom, const std::string& name) {
    std::vector<pmapi::Instance>& known = instances_[indom];
    for (const pmapi::Instance& one : known) {
      if (one.name == name) return one.id;
    }
    known.push_back({static_cast<int>(known.size()), name});
    return known.back().id;
  }

  void WriteTick(std::size_t t) {
    const base::Timestamp at = grid_.At(static_cast<std::int64_t>(t));
    if (std::count(host_.marks.begin(), host_.marks.end(), t) > 0) {
      writer_.Mark({at.ns - grid_.step.ns / 2});
    }
    std::map<std::string, ValuesOf> sets;
    for (const Series& series : host_.series) {
      if (t >= series.values.size()) continue;
      const std::string& cell = series.values[t];
      if (cell.empty() || cell == "-") continue;
      const MetricDesc& desc = metrics_.at(series.metric);
      const pmapi::InstanceId id = series.instance.empty()
                                       ? pmapi::kNullInstance
                                       : IdOf(desc.indom, series.instance);
      auto& values = sets.try_emplace(series.metric,
                                      ValuesOf(series.metric,
                                               std::vector<InstanceValue>()))
                         .first->second.values;
      values.push_back({id, ValueOf(cell, desc.type, at)});
    }
    std::vector<ValuesOf> all;
    for (const auto& [name, set] : sets) all.push_back(set);
    if (!all.empty()) writer_.Record(at, all);
  }

  Value ValueOf(const std::string& cell, Type type, base::Timestamp at) {
    if (type == Type::kString) return Unquoted(cell);
    if (!pmapi::IsEvent(type)) return std::stod(cell);
    const auto array = Array(cell == "damaged" ? "point" : cell, type, at);
    const std::size_t size = array.size() - (cell == "damaged" ? 1 : 0);
    return std::string(array.begin(), array.begin() + size);
  }

  std::vector<std::uint8_t> Array(const std::string& cell, Type type,
                                  base::Timestamp at) {
    pmapi::EventWriter writer(type);
    for (const std::string& record : Divided(cell, ';')) {
      AddRecord(Divided(record, ' '), at, &writer);
    }
    return writer.Finish();
  }

  void AddRecord(const std::vector<std::string>& words, base::Timestamp at,
                 pmapi::EventWriter* writer) {
    static const std::map<std::string, std::uint32_t> kFlags = {
        {"point", pmapi::kEventPoint},
        {"start", pmapi::kEventStart},
        {"end", pmapi::kEventEnd},
        {"id", pmapi::kEventId}};
    std::uint32_t flags = 0;
    for (const std::string& word : words) {
      const auto flag = kFlags.find(word);
      if (flag != kFlags.end()) flags |= flag->second;
      if (word.front() == '@') {
        at.ns += std::stoll(word.substr(1)) * base::kNanosPerSecond;
      }
      if (word.starts_with("missed=")) {
        const auto count =
            static_cast<std::uint32_t>(std::stoul(word.substr(7)));
        return writer->AddMissed(at, count);
      }
    }
    writer->BeginRecord(at, flags);
    for (const std::string& word : words) {
      const std::size_t equal = word.find('=');
      if (equal != word.npos) {
        AddParameter(word.substr(0, equal), word.substr(equal + 1), writer);
      }
    }
  }

  /// The metric of which `name` is the last part; a number of another type
  /// than its own stands behind that: double:2.5.
  void AddParameter(const std::string& name, const std::string& value,
                    pmapi::EventWriter* writer) {
    const auto metric = std::find_if(
        metrics_.begin(), metrics_.end(),
        [&name](const auto& one) { return one.first.ends_with("." + name); });
    ASSERT_NE(metric, metrics_.end()) << name;
    MetricDesc desc = metric->second;
    if (value.front() == '"') {
      return writer->AddText(desc.pmid, Unquoted(value));
    }
    const std::size_t colon = value.find(':');
    if (colon != value.npos) {
      ASSERT_TRUE(SetAttribute(value.substr(0, colon), &desc)) << value;
    }
    const std::string number =
        colon == value.npos ? value : value.substr(colon + 1);
    writer->AddNumber(desc.pmid, desc.type, BitsOf(number, desc.type));
  }

  const ScriptHost& host_;
  pmapi::TickGrid grid_;
  ArchiveWriter writer_;
  std::map<std::string, MetricDesc> metrics_;
  std::map<std::string, unsigned> domains_;
  std::map<pmapi::InDom, std::vector<pmapi::Instance>> instances_;
};

}  // namespace

bool HasEvents(const ScriptHost& host) {
  return std::any_of(host.series.begin(), host.series.end(),
                     [](const Series& one) { return one.is_events(); });
}

std::unique_ptr<pmapi::Source> EventHost(const ScriptHost& host,
                                         const pmapi::TickGrid& grid) {
  auto archive = OpenImage(ArchiveMaker(host, grid).Make());
  EXPECT_TRUE(archive) << host.name;
  return std::make_unique<pmapi::ArchiveSource>(*std::move(archive),
                                                pmapi::ArchiveReadingOptions());
}

}  // namespace tests
