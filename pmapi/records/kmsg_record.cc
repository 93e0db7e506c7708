// Numbers with commas up to a semicolon, then lines.
#include "pmapi/records/kmsg_record.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "pmapi/records/number_in.h"

namespace pmapi::records {
namespace {

constexpr std::uint64_t kPriorities = 8;

/// Cuts off what stands before the first `end`, and that.
std::string_view TakeUntil(char end, std::string_view* text) {
  const std::size_t at = text->find(end);
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(at == text->npos ? text->size() : at + 1);
  return part;
}

/// The byte of "\xNN" at the start of `text`.
std::optional<char> EscapedByte(std::string_view text) {
  if (text.size() < 4 || !text.starts_with("\\x")) return std::nullopt;
  unsigned byte = 0;
  const auto [rest, error] =
      std::from_chars(text.data() + 2, text.data() + 4, byte, 16);
  if (error != std::errc() || rest != text.data() + 4) return std::nullopt;
  return static_cast<char>(byte);
}

std::string Unescaped(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto byte = EscapedByte(text);
    const char next = byte.value_or(text.front());
    plain += next == '\0' ? ' ' : next;
    text.remove_prefix(byte ? 4 : 1);
  }
  return plain;
}

base::Duration Microseconds(std::uint64_t count) {
  constexpr auto kMost = static_cast<std::uint64_t>(
      std::numeric_limits<std::int64_t>::max() / base::kNanosPerMicro);
  return {static_cast<std::int64_t>(std::min(count, kMost)) *
          base::kNanosPerMicro};
}

}  // namespace

std::optional<KmsgRecord> ParseKmsg(std::string_view text) {
  const std::size_t semicolon = text.find(';');
  if (semicolon == text.npos) return std::nullopt;
  std::string_view head = text.substr(0, semicolon);
  text.remove_prefix(semicolon + 1);
  const auto level = NumberIn(TakeUntil(',', &head));
  const auto sequence = NumberIn(TakeUntil(',', &head));
  const auto time = NumberIn(TakeUntil(',', &head));
  if (!level || !sequence || !time) return std::nullopt;
  if (*level > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;

  KmsgRecord record;
  record.priority = static_cast<std::uint32_t>(*level % kPriorities);
  record.facility = static_cast<std::uint32_t>(*level / kPriorities);
  record.sequence = *sequence;
  record.since_boot = Microseconds(*time);
  record.message = Unescaped(TakeUntil('\n', &text));
  while (!text.empty()) {
    std::string_view line = TakeUntil('\n', &text);
    if (!line.starts_with(' ') || line.find('=') == line.npos) continue;
    line.remove_prefix(1);
    const std::string_view name = TakeUntil('=', &line);
    record.fields.emplace_back(Unescaped(name), Unescaped(line));
  }
  return record;
}

}  // namespace pmapi::records
