// A command, headers a line each, an empty line, the body, a NUL.
#include "actions/stomp/frame.h"

#include <algorithm>

namespace actions {
namespace {

/// One character of a header. STOMP 1.0 ends a name at the first colon and
/// escapes nothing; CR is escaped since 1.2.
void AppendEscaped(char c, StompVersion version, bool in_name,
                   std::string* out) {
  const bool escapes = version != StompVersion::k10;
  switch (c) {
    case '\0':
      *out += '?';
      return;
    case '\r':
      *out += version == StompVersion::k12 ? "\\r" : "?";
      return;
    case '\n':
      *out += escapes ? "\\n" : "?";
      return;
    case ':':
      *out += escapes ? "\\c" : in_name ? "?" : ":";
      return;
    case '\\':
      *out += escapes ? "\\\\" : "\\";
      return;
    default:
      *out += c;
  }
}

}  // namespace

const std::string* StompFrame::Find(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(),
                   [name](const auto& one) { return one.first == name; });
  return found == headers.end() ? nullptr : &found->second;
}

std::string EscapedStomp(std::string_view value, StompVersion version) {
  std::string out;
  for (const char c : value) AppendEscaped(c, version, false, &out);
  return out;
}

std::string EncodeStomp(const StompFrame& frame, StompVersion version) {
  std::string out = frame.command + '\n';
  for (const auto& [name, value] : frame.headers) {
    for (const char c : name) AppendEscaped(c, version, true, &out);
    out += ':';
    out += EscapedStomp(value, version) + '\n';
  }
  out += '\n';
  out += frame.body;
  out += '\0';
  return out;
}

}  // namespace actions
