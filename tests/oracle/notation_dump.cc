// notation_dump: what the small grammars make of texts, in lines that
// libpcp_notation.py also makes of libpcp's answers. A case is a line of fields
// with tabs between; in a text \t, \n, \\ stand for the characters, \0 for
// no text: interval|units|metric|host TEXT, or window START_US END_US NOW_S and
// the texts of -S -T -A -O.
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "pmapi/notation/host_spec.h"
#include "pmapi/notation/interval.h"
#include "pmapi/notation/metric_spec.h"
#include "pmapi/notation/time_window.h"
#include "pmapi/notation/units.h"

namespace {

namespace notation = pmapi::notation;

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\t') {
      escaped += "\\t";
    } else if (c == '\\') {
      escaped += "\\\\";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::optional<std::string> Unescaped(const std::string& text) {
  if (text == "\\0") return std::nullopt;
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return plain;
}

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

template <typename T>
bool PrintFault(const std::string& text, const notation::Parsed<T>& parsed) {
  if (parsed) return false;
  std::printf("error %s\n",
              Escaped(notation::FaultText(text, parsed.fault())).c_str());
  return true;
}

void Interval(const std::string& text) {
  const auto interval = notation::ParseInterval(text);
  if (PrintFault(text, interval)) return;
  std::printf("%" PRId64 "\n", (interval->ns + 500) / 1000);
}

void Units(const std::string& text) {
  const auto units = notation::ParseUnits(text);
  if (!units) {  // libpcp has no place for it
    std::printf("error %s\n", units.fault().reason.c_str());
  } else {
    std::printf("%08x %.12g\n", units->units.Word(), units->multiplier);
  }
}

void Metric(const std::string& text) {
  const auto spec = notation::ParseMetricSpec(text);
  if (PrintFault(text, spec)) return;
  using Kind = notation::MetricSpec::SourceKind;
  std::printf("%d %s|%s", spec->source_kind == Kind::kArchive,
              Escaped(spec->source).c_str(), Escaped(spec->metric).c_str());
  for (const std::string& name : spec->instances) {
    std::printf("|%s", Escaped(name).c_str());
  }
  std::printf("\n");
}

void Host(const std::string& text) {
  const auto spec = notation::ParseHostSpec(text);
  if (PrintFault(text, spec)) return;
  for (const auto& endpoint : spec->endpoints) {
    std::printf("%s", Escaped(endpoint.name).c_str());
    for (const int port : endpoint.ports) std::printf(":%d", port);
    std::printf("|");
  }
  std::printf("\n");
}

void Window(const std::vector<std::string>& fields) {
  notation::WindowFrame frame;
  frame.start.ns = std::stoll(fields[1]) * 1000;
  frame.end.ns = std::stoll(fields[2]) * 1000;
  frame.now.ns = std::stoll(fields[3]) * base::kNanosPerSecond;
  const auto window =
      notation::ResolveWindow({Unescaped(fields[4]), Unescaped(fields[5]),
                               Unescaped(fields[6]), Unescaped(fields[7])},
                              frame);
  if (!window) {
    std::printf("error %s\n", Escaped(window.fault().lines).c_str());
    return;
  }
  std::printf("%d %" PRId64 " %" PRId64 " %" PRId64 "\n",
              window->warning.empty(), window->start.ns / 1000,
              window->end.ns / 1000, window->first.ns / 1000);
}

void Dump(const std::vector<std::string>& fields) {
  if (fields[0] == "window") return Window(fields);
  const std::string text = Unescaped(fields[1]).value_or("");
  if (fields[0] == "interval") return Interval(text);
  if (fields[0] == "units") return Units(text);
  if (fields[0] == "metric") return Metric(text);
  Host(text);
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) Dump(Fields(line));
  return 0;
}
