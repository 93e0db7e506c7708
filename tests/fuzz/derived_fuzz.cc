// Any bytes as a file of derived metrics, over a host with a metric of each
// type: definitions, binding, values. Nothing may crash, and blocks of any
// length give the same values.
#include <string>
#include <string_view>

#include "base/check.h"
#include "pmapi/derived/derived_source.h"
#include "tests/support/memory_source.h"

namespace {

using pmapi::Type;
using tests::Literal;

constexpr pmapi::TickGrid kGrid{base::Timestamp{0},
                                base::Duration{base::kNanosPerSecond}};
constexpr pmapi::InDom kMany{1};
constexpr int kTicks = 4;
constexpr std::size_t kMostMetrics = 8;

pmapi::MetricDesc Desc(Type type, pmapi::InDom indom, bool counter) {
  pmapi::MetricDesc desc;
  desc.type = type;
  desc.indom = indom;
  if (counter) desc.semantics = pmapi::Semantics::kCounter;
  desc.units.space = counter ? 1 : 0;
  return desc;
}

void Fill(tests::MemorySource* host) {
  const std::int64_t big = INT64_MAX;
  host->AddScalar("a", Desc(Type::k32, pmapi::kNullInDom, false),
                  {1, -2, Literal(), 2147483647});
  host->AddScalar("b", Desc(Type::k64, pmapi::kNullInDom, true),
                  {big, -big, 3, Literal()});
  host->AddScalar("c", Desc(Type::kDouble, pmapi::kNullInDom, false),
                  {0.0, -1e300, 1e300, 0.5});
  host->AddScalar("s", Desc(Type::kString, pmapi::kNullInDom, false),
                  {"x", "y", Literal(), "x"});
  host->Add("m", Desc(Type::kU32, kMany, false),
            {{1, 3}, {{1, 0}, {Literal(), 2}, {}, {3, 4}}});
  host->Add("n", Desc(Type::kU64, kMany, true),
            {{1, 3}, {{1, 0}, {5, big}, {Literal(), 2}, {3, 4}}});
  host->Add("f", Desc(Type::kFloat, pmapi::InDom{2}, false),
            {{7}, {{0.5}, {1e30}, {-1.0}, {}}});
  host->AddInDom(kMany, {{1, "one"}, {3, "three words here"}});
  host->AddInDom(pmapi::InDom{2}, {{7, "seven"}});
}

/// Everything that is fetched, as one text.
std::string Fetch(pmapi::Source* source, const std::vector<pmapi::Want>& wants,
                  int ticks) {
  auto stream = source->Open(wants, kGrid);
  CHECK(stream.has_value());
  std::vector<std::string> texts(wants.size());
  pmapi::Samples samples;
  for (int done = 0; done < kTicks; done += samples.ticks()) {
    CHECK((*stream)->Fetch(std::min(ticks, kTicks - done), &samples));
    CHECK(samples.metrics.size() == wants.size());
    for (std::size_t m = 0; m < wants.size(); ++m) {
      const pmapi::MetricSamples& metric = samples.metrics[m];
      const auto width = samples.groups[metric.group].instances.size();
      CHECK(metric.bits.size() ==
            width * static_cast<std::size_t>(samples.ticks()));
      CHECK(metric.cells.size() == metric.bits.size());
      for (std::size_t i = 0; i < metric.bits.size(); ++i) {
        if (metric.cells[i] != pmapi::kKnown) continue;
        const bool text = wants[m].desc.type == Type::kString;
        texts[m] += text ? samples.strings[metric.bits[i]]
                         : std::to_string(metric.bits[i]);
        texts[m] += ' ';
      }
    }
  }
  std::string all;
  for (const std::string& text : texts) all += text + '\n';
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  pmapi::notation::DerivedConfig config;
  config.Read("fuzz", {reinterpret_cast<const char*>(data), size});
  for (const auto& diagnostic : config.diagnostics()) {
    CHECK(DiagnosticText(diagnostic).back() == '\n');
  }
  tests::MemorySource host(kGrid);
  Fill(&host);
  pmapi::DerivedSource source(&config, &host, pmapi::OfNothing::kZero);
  std::vector<pmapi::Want> wants;
  for (const auto& definition : config.definitions()) {
    const auto desc = source.Catalog().Describe(definition.name);
    if (desc && wants.size() < kMostMetrics) wants.push_back({*desc, {}});
  }
  const std::string whole = Fetch(&source, wants, kTicks);
  CHECK(Fetch(&source, wants, 1) == whole);
  return 0;
}
