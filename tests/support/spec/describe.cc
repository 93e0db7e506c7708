// Lines about an archive.
#include "tests/support/spec/describe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "pmapi/metric/units.h"
#include "tests/support/spec/interpolate.h"

namespace spec {
namespace {

constexpr std::size_t kInstancesShown = 12;

std::string Number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", std::isfinite(value) ? value : 0);
  return text;
}

/// Safe between tabs and in a rule's quotes.
bool Plain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '$' &&
           c != '\'' && c != '%';
  });
}

std::string Typical(const pmapi::MetricDesc& desc, const Series& series) {
  const Point& middle = series[series.size() / 2];
  if (desc.type == pmapi::Type::kString) {
    return Plain(middle.value.text) ? middle.value.text : "";
  }
  const double factor = pmapi::CanonicalFactor(desc.units);
  if (desc.semantics != pmapi::Semantics::kCounter) {
    return Number(AsDouble(desc.type, middle.value) * factor);
  }
  const Point& first = series.front();
  const Point& last = series.back();
  const double seconds = (last.place.time - first.place.time).Seconds();
  const double grown =
      AsDouble(desc.type, last.value) - AsDouble(desc.type, first.value);
  return Number(seconds > 0 ? grown * factor / seconds : 0);
}

std::string MetricLine(const Log& log, const std::string& name,
                       pmapi::Pmid pmid) {
  const pmapi::MetricDesc* desc = log.archive->metadata().Find(pmid);
  const auto values = log.metrics.find(pmid);
  if (desc == nullptr || values == log.metrics.end()) return "";
  const bool usable =
      IsNumeric(desc->type) || desc->type == pmapi::Type::kString;
  if (!usable || !Plain(name) || name.find(' ') != std::string::npos) {
    return "";
  }
  std::size_t points = 0;
  const Series* longest = nullptr;
  for (const auto& [instance, series] : values->second) {
    points += series.size();
    if (longest == nullptr || series.size() > longest->size()) {
      longest = &series;
    }
  }
  return "metric\t" + name + "\t" + pmapi::TypeName(desc->type) + "\t" +
         std::to_string(static_cast<int>(desc->semantics)) + "\t" +
         pmapi::InDomText(desc->indom) + "\t" +
         std::to_string(log.names.at(desc->indom).size()) + "\t" +
         std::to_string(points) + "\t" + Typical(*desc, *longest) + "\n";
}

}  // namespace

std::string Describe(const Log& log) {
  std::string text = "archive\t" + log.archive->host() + "\t" +
                     std::to_string(log.start().ns) + "\t" +
                     std::to_string(log.end().ns) + "\t" +
                     std::to_string(log.marks.size()) + "\n";
  for (const auto& [name, pmid] : log.archive->metadata().names()) {
    text += MetricLine(log, name, pmid);
  }
  for (const auto& [indom, names] : log.names) {
    if (indom == pmapi::kNullInDom) continue;
    std::size_t shown = 0;
    for (const auto& [id, name] : names) {
      if (!Plain(name) || ++shown > kInstancesShown) continue;
      text += "instance\t" + pmapi::InDomText(indom) + "\t" + name + "\n";
    }
  }
  return text;
}

}  // namespace spec
