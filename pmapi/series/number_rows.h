// NumberRows: the rows of a metric as numbers, made of native ones as these
// come: values in canonical units, or rates from row to row. Where rows come
// from is pmapi/source's business, which columns are made of them
// pmapi/fetch's. Source: docs/pmie.md, "Canonical units", "Rates";
// docs/pmie-differences.md, "Rates beyond 2^53 and over wraps".
#ifndef TOCSIN_PMAPI_SERIES_NUMBER_ROWS_H_
#define TOCSIN_PMAPI_SERIES_NUMBER_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pmapi/block/cell.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// What the environment may change about rates; cli reads it.
struct RateOptions {
  /// PCP_COUNTER_WRAP: a counter that went backwards has wrapped, and 2^32 or
  /// 2^64 (by type; floating ones never wrap) makes up for it in raw units.
  bool counter_wrap = false;

  friend bool operator==(const RateOptions&, const RateOptions&) = default;
};

/// What numbers are made of a metric's values. REQUIRES: `type` is numeric.
struct NumberForm {
  Type type = Type::kDouble;
  /// To canonical units (CanonicalFactor).
  double factor = 1;
  /// A counter's growth a second instead of the value.
  bool rate = false;
  RateOptions options = {};

  friend bool operator==(const NumberForm&, const NumberForm&) = default;
};

/// When a row was taken, as far as rates ask for it.
struct RowTime {
  /// As pmie holds it (base::StampSeconds). Units: seconds since the epoch.
  double seconds = 0;
  /// As MetricSamples::origin.
  std::int64_t origin = 0;
  /// A mark lies between this row and the one before.
  bool marked = false;
  /// Some value is none that was read but lies between two: a double, which
  /// for a large counter is not the integer that it would be.
  bool between = false;
};

/// A value is converted to double, then times the factor. It is a rate where
/// the lane has one now and in the row before: both as such values subtracted,
/// or as integers where doubles may not hold them exactly and both were read,
/// then divided by the time between them. Unknown is a rate where the counter
/// went backwards (and no wrap is corrected), over a mark, between two origins,
/// and where no time has passed. A first value is only present.
///
/// Blocks of rows: Begin(), rows, Finish(). Rates go on from block to block.
class NumberRows {
 public:
  explicit NumberRows(NumberForm form) : form_(form) {}

  /// A block begins. REQUIRES: `ids`, the columns, ascend, each once; there
  /// will be at most `room` rows.
  void Begin(const std::vector<InstanceId>& ids, std::size_t room);
  /// The next row; all columns have a value. Shape: `bits`, as those of
  /// MetricSamples, [columns].
  void PutKnown(const RowTime& time, const std::uint64_t* bits);
  /// The next row; columns of which the cell is not kKnown have no value. What
  /// is no rate keeps its cell. Shape: `bits` and `cells` [columns].
  void Put(const RowTime& time, const std::uint64_t* bits, const Cell* cells);
  /// The next row, of counters between two records: those of interpolate
  /// (base/kernels). False where that is not to be had in one pass; then there
  /// was no row. All columns have a value. Shape: `prior` and `next` [columns].
  bool PutBetween(const RowTime& time, const std::uint64_t* prior,
                  const std::uint64_t* next, double since, double whole);
  /// There are more columns, so far without values, and room for `room` rows.
  /// REQUIRES: as Begin(); the ones before are among them.
  void Widen(const std::vector<InstanceId>& ids, std::size_t room);
  /// A value of `row` that came late; `before` is that of the row before, null
  /// where there is none. What is no rate keeps its `cell`. REQUIRES: the
  /// column was without a value in both, and the block has been widened since
  /// its last row.
  void PutLate(std::size_t row, std::size_t column, std::uint64_t bits,
               const std::uint64_t* before, Cell cell = kKnown);
  /// Forgets all rows but the first `rows`, of which rates do not know.
  void Truncate(std::size_t rows);
  /// No further row comes into the block.
  void Finish() { FillCells(); }

  /// Goes on from the last row of `before`, which is of the same metric and
  /// form. REQUIRES: there was no row yet.
  void Continue(const NumberRows& before);

  /// Rows come soon, after a pause (base/warm.h).
  void Warm() const;

  // Of the block, once it is finished. Lifetime: the next Begin().
  std::size_t rows() const { return rows_; }
  std::size_t width() const { return ids_.size(); }
  /// Every cell is kKnown.
  bool known() const { return known_; }
  /// Zero where nothing is known. Shape: at least [rows][width]; what is
  /// beyond is unspecified. Who takes the rows may swap other memory in.
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }
  /// kAbsent, kPresent (a first value), kMember (unknown) or kKnown. Shape: as
  /// values().
  std::vector<Cell>& cells() { return cells_; }
  const std::vector<Cell>& cells() const { return cells_; }

 private:
  /// A row as rates need it afterwards. Shape: [columns].
  struct Kept {
    std::vector<std::uint64_t> bits;
    std::vector<Cell> cells;  // where not all have a value
    std::vector<double> scaled;
    bool all = false;
    /// Some value may be more than a double holds exactly.
    bool wide = false;

    bool has(std::size_t i) const { return all || cells[i] == kKnown; }
  };

  /// A row as it comes. Shape: [columns].
  struct Row {
    const std::uint64_t* bits = nullptr;
    const Cell* cells = nullptr;  // null: all have a value
    const double* scaled = nullptr;
    bool wide = false;  // as in Kept

    bool has(std::size_t i) const {
      return cells == nullptr || cells[i] == kKnown;
    }
  };

  double* NextRow() { return values_.data() + rows_ * ids_.size(); }
  Cell* NextCells();
  void FillCells();
  /// From the row before to this one.
  struct Step {
    double seconds = 0;    // 0: they are not to be compared
    bool between = false;  // one of them is, as in RowTime
  };

  Step StepTo(const RowTime& time) const;
  void Pass(const RowTime& time, Row row);
  void PassScaled(const RowTime& time, Row row, double* scaled);
  void Keep(const RowTime& time);
  void RateRow(const Row& now);
  void RateLanes(const Row& now, bool rated, double* values, Cell* cells) const;
  template <typename Native>
  double Difference(Native, std::uint64_t now, std::uint64_t before,
                    bool between) const;
  template <typename Native>
  Cell LaneRate(Native native, std::uint64_t now, const std::uint64_t* before,
                Step step, double* rate) const;
  void Move(const std::vector<InstanceId>& ids);

  NumberForm form_;
  std::vector<InstanceId> ids_;
  std::size_t rows_ = 0;
  std::size_t filled_ = 0;  // rows whose cells are there
  bool known_ = true;
  std::vector<double> values_;
  std::vector<Cell> cells_;

  // Of rates alone.
  Kept before_;
  RowTime last_;
  bool begun_ = false;       // there was a row
  std::vector<Step> steps_;  // of the block
  // Room for the next row, where it is not on the stack.
  std::vector<std::uint64_t> next_bits_;
  std::vector<double> next_scaled_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SERIES_NUMBER_ROWS_H_
