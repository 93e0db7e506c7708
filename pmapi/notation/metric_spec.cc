// The part before the bracket is cut at its last ':' or '/'; the list in the
// bracket is read by a grammar.
#include "pmapi/notation/metric_spec.h"

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// "host:metric" or "archive/metric": the last of the two signs counts.
Parsed<MetricSpec> ParseHead(std::string_view head) {
  MetricSpec spec;
  const std::size_t sign = head.find_last_of(":/");
  const bool has_source = sign != std::string_view::npos;
  const std::size_t begin = has_source ? sign + 1 : 0;
  const std::string_view metric = Trimmed(head.substr(begin));
  if (metric.empty()) {
    return Fault{head.size(), "performance metric name expected"};
  }
  const std::size_t gap = metric.find_first_of(kBlanks);
  if (gap != std::string_view::npos) {
    const std::size_t more = metric.find_first_not_of(kBlanks, gap);
    return Fault{static_cast<std::size_t>(metric.data() - head.data()) + more,
                 "unexpected extra characters"};
  }
  spec.metric = metric;
  if (!has_source) return spec;
  const bool host = head[sign] == ':';
  spec.source_kind =
      host ? MetricSpec::SourceKind::kHost : MetricSpec::SourceKind::kArchive;
  spec.source = Trimmed(head.substr(0, sign));
  if (spec.source.empty()) {
    return Fault{0, host ? "host name expected" : "archive name expected"};
  }
  return spec;
}

/// Reads "[a, b]" from `at`; why it is none, or nothing.
const char* ReadInstances(const char*& at, const char* end,
                          std::vector<std::string>* instances) {
  std::string name;
  const auto keep = [&name](auto& context) { name += x3::_attr(context); };
  const auto add = [&](auto&) {
    instances->push_back(name);
    name.clear();
  };
  const auto escaped = '\\' >> x3::char_[keep];
  const auto quoted =
      '"' >> *(escaped | (x3::char_ - x3::char_("\"\\"))[keep]) >> '"';
  const auto bare =
      !x3::lit('"') >>
      +(escaped | (x3::char_ - x3::char_(" \t\n\v\f\r,]\\"))[keep]);
  const auto separators = x3::omit[*(terminal::kSpace | ',')];
  x3::parse(
      at, end,
      '[' >> separators >> *((quoted | bare) >> x3::eps[add] >> separators));
  if (!x3::parse(at, end, ']')) {
    const bool open_quote = at != end && *at == '"';
    at = end;
    return open_quote ? "closing \" and ] expected" : "closing ] expected";
  }
  x3::parse(at, end, separators);
  return at == end ? nullptr : "unexpected extra characters";
}

}  // namespace

Parsed<MetricSpec> ParseMetricSpec(std::string_view text) {
  const std::size_t bracket = text.find('[');
  const auto head = ParseHead(text.substr(0, bracket));
  if (!head || bracket == std::string_view::npos) return head;

  MetricSpec spec = *head;
  const char* at = text.data() + bracket;
  const char* const end = text.data() + text.size();
  if (const char* reason = ReadInstances(at, end, &spec.instances)) {
    return Fault{static_cast<std::size_t>(at - text.data()), reason};
  }
  return spec;
}

}  // namespace pmapi::notation
