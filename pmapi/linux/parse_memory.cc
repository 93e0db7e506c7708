// Memory, line by line.
#include "pmapi/linux/parse_memory.h"

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

}  // namespace pmapi::lnx
