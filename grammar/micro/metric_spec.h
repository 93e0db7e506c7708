// Metrics as tools' command lines name them: "host:metric[instance,...]" and
// "archive/metric[...]", PCP's pmParseMetricSpec. Rules have their own form.
#ifndef TOCSIN_GRAMMAR_MICRO_METRIC_SPEC_H_
#define TOCSIN_GRAMMAR_MICRO_METRIC_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

#include "grammar/micro/parsed.h"

namespace grammar::micro {

struct MetricSpec {
  enum class SourceKind { kNone, kHost, kArchive };

  SourceKind source_kind = SourceKind::kNone;
  std::string source;  // a host specification, or an archive's name
  std::string metric;
  std::vector<std::string> instances;  // none: all

  friend bool operator==(const MetricSpec&, const MetricSpec&) = default;
};

/// Instances are separated by blanks or commas; one with either in it is in
/// double quotes, or has a backslash before it.
/// Errors: "performance metric name expected", "host name expected", "archive
/// name expected", "closing ] expected", "closing \" and ] expected",
/// "unexpected extra characters".
Parsed<MetricSpec> ParseMetricSpec(std::string_view text);

}  // namespace grammar::micro

#endif  // TOCSIN_GRAMMAR_MICRO_METRIC_SPEC_H_
