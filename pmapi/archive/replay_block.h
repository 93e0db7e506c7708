// ReplayBlock: lays the rows of some ticks out as Samples: a group's columns
// are guessed at the block's start and widened when a lane turns up that they
// lack. Rows come from replay_metric.h.
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_BLOCK_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_BLOCK_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pmapi/archive/replay_metric.h"
#include "pmapi/source/samples.h"

namespace pmapi {

/// Makes one Samples after the other, tick by tick.
class ReplayBlock {
 public:
  /// `groups[m]` is the group of metric `m`, `indoms` are the groups'.
  ReplayBlock(std::vector<InDom> indoms, std::vector<int> groups,
              std::size_t max_bytes);

  /// Starts a block of at most `ticks` ticks in `out`. `columns[g]` are the
  /// instances that group `g` will most likely need.
  /// Lifetime: borrows `out` until Finish().
  void Start(int ticks, std::vector<std::vector<InstanceId>> columns,
             Samples* out);

  /// How many ticks fit; may shrink when columns are added.
  int limit() const { return limit_; }

  /// Adds a tick at the end. The rows of all metrics follow by Put().
  void AddTick(base::Timestamp stamp);
  /// The last tick's row of `metric`.
  void Put(int metric, ReplayRow* row, bool after_mark);
  /// All rows of the last tick are there.
  void EndTick();
  /// Forgets the last tick.
  void DropTick();

  /// The block ends: `out` is as SampleStream::Fetch() promises.
  void Finish();

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  /// A value whose column is still to be made.
  struct Stray {
    int metric;
    int tick;
    InstanceId id;
    std::uint64_t bits;
    Cell cell = kKnown;
  };
  /// Where the lanes of a layout are among the columns.
  struct Mapped {
    LayoutRef layout;
    Transition columns;
  };
  struct MetricGroup {
    std::vector<int> metrics;
    std::vector<Stray> strays;
    /// Metrics of one domain may be wanted of other instances each, and then
    /// have layouts of their own.
    std::array<Mapped, 8> mapped;
    std::size_t next_mapped = 0;

    void ForgetMapped() { mapped = {}; }
  };

  /// Where one row goes, and what of it is there.
  struct RowOut {
    std::uint64_t* bits;
    Cell* cells;
    const std::uint64_t* from;
    const Cell* from_cells = nullptr;  // null: all are kKnown
    std::size_t filled = 0;

    void Copy(std::int32_t lane, std::int32_t column, std::int32_t length);
    void Set(std::size_t column, std::uint64_t value);
  };

  int tick() const { return out_->ticks() - 1; }
  std::size_t Width(int group) const {
    return out_->groups[group].instances.size();
  }
  const Transition& Map(int group, const LaneLayout& layout);
  bool IsWhole(int group, const ReplayRow& row);
  void PutNumbers(int metric, ReplayRow* row, bool after_mark);
  static bool PutCounters(const ReplayRow& row, const RowTime& time,
                          NumberRows* numbers);
  void PutLanes(int metric, const ReplayRow& row, RowOut* to);
  void PutStrays(int metric, const ReplayRow& row, const Transition& columns,
                 const RowOut& to);
  void PutSingles(int metric, const ReplayRow& row, RowOut* to);
  const std::uint64_t* Interned(const ReplayRow& row);
  std::uint64_t Intern(std::string_view text);
  void Widen(int group);
  void PutStray(const Stray& stray, const Stray* before, std::size_t column);
  void SetLimit(int ticks);
  void MakeRoom(int metric, std::size_t width);

  std::size_t max_bytes_;
  std::vector<InDom> indoms_;
  std::vector<int> group_of_;
  std::vector<MetricGroup> groups_;
  Samples* out_ = nullptr;
  int limit_ = 0;
  std::unordered_map<std::string, std::uint64_t, TextHash, std::equal_to<>>
      interned_;
  std::vector<std::uint64_t> text_numbers_;
  std::vector<std::uint64_t> text_bits_;
  double seconds_ = 0;                   // of the last tick
  std::vector<std::uint64_t> row_bits_;  // of a row that is not whole
  std::vector<Cell> row_cells_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_BLOCK_H_
