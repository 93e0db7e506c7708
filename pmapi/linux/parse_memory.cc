// Memory, line by line.
#include "pmapi/linux/parse_memory.h"

#include <algorithm>
#include <string>

#include "pmapi/linux/scan.h"

namespace pmapi::lnx {

void ParseBuddyinfo(std::string_view text, std::uint64_t page_bytes,
                    Table* blocks) {
  constexpr int kOrders = 64;
  std::string_view line;
  while (NextLine(&text, &line)) {
    if (NextWord(&line) != "Node") continue;
    const auto node = Number(NextWord(&line));
    NextWord(&line);  // "zone"
    const std::string_view zone = NextWord(&line);
    if (!node || zone.empty()) continue;
    for (int order = 0; order < kOrders; ++order) {
      const auto count = Number(NextWord(&line));
      if (!count) break;
      const std::size_t row =
          blocks->AddRow(std::string(zone) + "::order" + std::to_string(order) +
                         "::node" + std::to_string(*node));
      blocks->Set(row, 0, *count);
      blocks->Set(row, 1, (*count << order) * page_bytes);
    }
  }
}

void ParseSlabinfo(std::string_view text, std::uint64_t page_bytes,
                   Table* caches) {
  constexpr std::size_t kObjects = 5;  // numbers after the name
  constexpr std::size_t kPagesPerSlab = 4;
  constexpr std::size_t kActiveSlabs = 5;
  constexpr std::size_t kSlabs = 6;
  constexpr std::size_t kTotalSize = 7;
  constexpr std::string_view kSlabData = ": slabdata";
  std::string_view line;
  while (NextLine(&text, &line)) {
    const std::string_view name = NextWord(&line);
    const std::size_t data = line.find(kSlabData);
    if (name.empty() || name[0] == '#' || data == std::string_view::npos) {
      continue;
    }
    std::string_view slabs = line.substr(data + kSlabData.size());
    const std::size_t row = caches->AddRow(name);
    for (std::size_t i = 0; i < kObjects; ++i) {
      if (const auto value = Number(NextWord(&line)))
        caches->Set(row, i, *value);
    }
    for (const std::size_t i : {kActiveSlabs, kSlabs}) {
      if (const auto value = Number(NextWord(&slabs))) {
        caches->Set(row, i, *value);
      }
    }
    caches->Set(row, kTotalSize,
                caches->Integer(row, kSlabs) *
                    caches->Integer(row, kPagesPerSlab) * page_bytes);
  }
}

namespace {

/// The lines of one zone. What a zone without memory has is said of no zone.
bool HasMemory(std::string_view lines) {
  std::string_view line;
  while (NextLine(&lines, &line)) {
    if (NextWord(&line) == "present") {
      return Number(NextWord(&line)).value_or(0) > 0;
    }
  }
  return false;
}

/// "(0, 3019, 16331)", by the zone that it protects from.
void ReadProtection(const std::string& zone, std::string_view numbers,
                    Table* protection) {
  constexpr int kZones = 64;
  for (int from = 0; from < kZones; ++from) {
    const std::size_t digit = numbers.find_first_of("0123456789");
    if (digit == std::string_view::npos) return;
    numbers.remove_prefix(digit);
    const auto value = Number(numbers);
    if (!value) return;
    const std::size_t row =
        protection->AddRow(zone + "::lowmem_reserved" + std::to_string(from));
    protection->Set(row, 0, *value);
    numbers.remove_prefix(
        std::min(numbers.find_first_not_of("0123456789"), numbers.size()));
  }
}

void ReadZone(const std::string& node, const std::string& zone,
              std::string_view lines, Table* zones, Table* protection) {
  const bool has_memory = HasMemory(lines);
  bool shown = false;
  std::size_t row = 0;
  std::string_view line;
  while (NextLine(&lines, &line)) {
    std::string_view key = NextWord(&line);
    if (key == "pagesets") return;
    if (key == "per-node") {
      shown = true;
      row = zones->AddRow(node);
    }
    if (key == "pages") {
      key = NextWord(&line);
      shown = has_memory;
      if (shown) row = zones->AddRow(zone);
    }
    if (key == "protection:") ReadProtection(zone, line, protection);
    if (shown) zones->SetNamed(row, key, Number(NextWord(&line)));
  }
}

}  // namespace

void ParseZoneinfo(std::string_view text, Table* zones, Table* protection) {
  constexpr std::string_view kBegins = "\nNode ";
  std::string_view line;
  while (NextLine(&text, &line)) {
    if (NextWord(&line) != "Node") continue;
    const std::string_view lines = text.substr(0, text.find(kBegins));
    const auto number = Number(NextWord(&line));
    NextWord(&line);  // "zone"
    const std::string_view zone = NextWord(&line);
    if (!number || zone.empty()) continue;
    const std::string node = "node" + std::to_string(*number);
    ReadZone(node, std::string(zone) + "::" + node, lines, zones, protection);
  }
}

}  // namespace pmapi::lnx
