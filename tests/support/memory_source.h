// MemoryCatalog and MemorySource: the fakes of the seams of pmapi/source, with
// metrics and values given as literal tables. No files, no interpolation.
#ifndef TOCSIN_TESTS_SUPPORT_MEMORY_SOURCE_H_
#define TOCSIN_TESTS_SUPPORT_MEMORY_SOURCE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pmapi/source/source.h"

namespace tests {

/// Metrics by name and instances by domain; a name that is only a prefix of
/// others is no leaf.
class MemoryCatalog : public pmapi::MetricCatalog {
 public:
  void AddMetric(std::string name, const pmapi::MetricDesc& desc);
  void RemoveMetric(const std::string& name) { metrics_.erase(name); }
  /// `instances` newest first, as MetricCatalog::Instances gives them.
  void AddInDom(pmapi::InDom indom, std::vector<pmapi::Instance> instances);

  base::Result<pmapi::MetricDesc> Describe(
      std::string_view name) const override;
  base::Result<std::vector<pmapi::Instance>> Instances(
      pmapi::InDom indom) const override;
  std::vector<std::string> MetricNames() const override;

 private:
  std::map<std::string, pmapi::MetricDesc, std::less<>> metrics_;
  std::map<pmapi::InDom, std::vector<pmapi::Instance>> indoms_;
};

/// One value of a table, in the metric's own type; {} is an absent value.
class Literal {
 public:
  Literal() = default;
  Literal(int value) : value_(std::int64_t{value}) {}
  Literal(std::int64_t value) : value_(value) {}
  Literal(std::uint64_t value) : value_(value) {}
  Literal(double value) : value_(value) {}
  Literal(const char* value) : value_(std::string(value)) {}

  bool absent() const { return std::holds_alternative<Nothing>(value_); }
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  /// The bits of MetricSamples. REQUIRES: a number.
  std::uint64_t Bits(pmapi::Type type) const;

 private:
  struct Nothing {};
  std::variant<Nothing, std::int64_t, std::uint64_t, double, std::string>
      value_;
};

/// One metric's values. `rows[k][i]` is, at the k-th row of the source's
/// grid, the value of `instances[i]` (ascending; empty for a singular metric,
/// whose rows have one value). A missing row or a short one is absent.
struct MemoryTable {
  std::vector<pmapi::InstanceId> instances;
  std::vector<std::vector<Literal>> rows;
};

/// A host whose values are what its tables say.
///
/// Row k is the truth from `grid.At(k)` until the next row; outside the rows
/// there is nothing. Streams may have another grid than the rows.
class MemorySource : public pmapi::Source {
 public:
  explicit MemorySource(pmapi::TickGrid rows, std::string host = "host");

  /// Adds a metric with an identifier of its own where `desc` has none.
  void Add(std::string name, pmapi::MetricDesc desc, MemoryTable table);
  /// A singular metric: one value a row.
  void AddScalar(std::string name, pmapi::MetricDesc desc,
                 const std::vector<Literal>& values);
  void AddInDom(pmapi::InDom indom, std::vector<pmapi::Instance> instances) {
    catalog_.AddInDom(indom, std::move(instances));
  }
  /// A mark stands between row - 1 and `row`.
  void AddMark(int row) { marks_.insert(row); }
  /// Every tick in `row` or later fails.
  void FailFrom(int row, base::Error error) { failure_ = {row, error}; }
  /// Values from `row` on are of another origin. For fetches of one tick.
  void BeginAnewFrom(int row) { anew_from_ = row; }
  /// No fetch gives more ticks than this, whatever is asked for.
  void set_block_limit(int ticks) { block_limit_ = ticks; }

  const pmapi::MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return host_; }
  const std::string& ContextName() const override { return host_; }
  base::Result<std::unique_ptr<pmapi::SampleStream>> Open(
      std::vector<pmapi::Want> wants, pmapi::TickGrid grid) override;

 private:
  friend class MemoryStream;
  struct Failure {
    int row;
    base::Error error;
  };

  /// The row that holds at `time`; negative before the first.
  std::int64_t RowAt(base::Timestamp time) const;

  pmapi::TickGrid grid_;
  std::string host_;
  MemoryCatalog catalog_;
  std::map<pmapi::Pmid, MemoryTable> tables_;
  std::set<int> marks_;
  std::optional<Failure> failure_;
  int block_limit_ = 1 << 30;
  std::optional<int> anew_from_;
  std::uint32_t next_pmid_ = 1;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_MEMORY_SOURCE_H_
