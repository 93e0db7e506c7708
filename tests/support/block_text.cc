// Words to cells and back; numbers in the shortest form that reads back.
#include "tests/support/block_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "base/check.h"
#include "engine/eval/undecided.h"

namespace tests {
namespace {

// Shows up wherever a cell that is not known is taken for one that is.
constexpr double kPoison = -987654.25;

std::string NumberText(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

void PutCell(const std::string& word, double* value, pmapi::Cell* cell) {
  *value = kPoison;
  *cell = word == "-"   ? pmapi::kAbsent
          : word == "+" ? pmapi::kPresent
          : word == "?" ? pmapi::kMember
          : word == "u" ? engine::eval::kUndecided
                        : pmapi::kKnown;
  if (*cell == pmapi::kKnown) *value = std::strtod(word.c_str(), nullptr);
}

void AppendCell(double value, pmapi::Cell cell, std::string* out) {
  if (!out->empty()) *out += ' ';
  switch (cell) {
    case pmapi::kAbsent:
      *out += '-';
      return;
    case pmapi::kPresent:
      *out += '+';
      return;
    case pmapi::kMember:
      *out += '?';
      return;
    case engine::eval::kUndecided:
      *out += 'u';
      return;
    case pmapi::kKnown:
      *out += NumberText(value);
      return;
  }
  CHECK(false);
}

}  // namespace

pmapi::LaneSet LaneSetOf(std::vector<pmapi::Lane> lanes) {
  return std::make_shared<const std::vector<pmapi::Lane>>(std::move(lanes));
}

pmapi::LaneSet InstancesOf(const std::vector<pmapi::InstanceId>& ids) {
  std::vector<pmapi::Lane> lanes;
  for (const pmapi::InstanceId id : ids) lanes.push_back({0, id});
  return LaneSetOf(std::move(lanes));
}

pmapi::Block BlockOf(pmapi::LaneSet lanes,
                     const std::vector<std::string>& rows) {
  pmapi::Block block;
  block.Reset(static_cast<int>(rows.size()), std::move(lanes));
  for (int t = 0; t < block.ticks(); ++t) {
    std::istringstream words(rows[t]);
    std::string word;
    for (int j = 0; j < block.width(); ++j) {
      CHECK(words >> word);
      PutCell(word, &block.row(t)[j], &block.cell_row(t)[j]);
    }
    CHECK(!(words >> word));
  }
  block.set_dense(
      std::all_of(block.cells(), block.cells() + block.size(),
                  [](pmapi::Cell c) { return c == pmapi::kKnown; }));
  return block;
}

std::vector<std::string> RowsOf(const pmapi::Block& block) {
  std::vector<std::string> rows;
  for (int t = 0; t < block.ticks(); ++t) {
    std::string& row = rows.emplace_back();
    for (int j = 0; j < block.width(); ++j) {
      const pmapi::Cell cell = block.cell_row(t)[j];
      CHECK(!block.dense() || cell == pmapi::kKnown);
      AppendCell(block.row(t)[j], cell, &row);
    }
  }
  return rows;
}

pmapi::Block Set(const std::vector<std::string>& rows) {
  std::vector<pmapi::InstanceId> ids = {0};
  for (const char c : rows.front()) {
    if (c == ' ') ids.push_back(static_cast<int>(ids.size()));
  }
  return BlockOf(InstancesOf(ids), rows);
}

pmapi::Block Single(const std::vector<std::string>& rows) {
  return BlockOf(InstancesOf({pmapi::kNullInstance}), rows);
}

}  // namespace tests
