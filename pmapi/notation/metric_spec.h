// Metrics as tools' command lines name them: "host:metric[instance,...]" and
// "archive/metric[...]", PCP's pmParseMetricSpec. Rules have their own form.
#ifndef TOCSIN_PMAPI_NOTATION_METRIC_SPEC_H_
#define TOCSIN_PMAPI_NOTATION_METRIC_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

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

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_METRIC_SPEC_H_
