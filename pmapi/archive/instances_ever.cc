// Follows the records of a domain forward, newest name last.
#include "pmapi/archive/instances_ever.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>

namespace pmapi {
namespace {

/// What is known of one instance while the records are followed forward.
struct Trace {
  InstanceId id = kNullInstance;
  std::string_view name;
  std::size_t first = 0;
  /// The last record that has the instance and its place there.
  std::size_t last = 0;
  std::int32_t rank = 0;
  /// The full record since which the instance has been a member.
  std::size_t chain = SIZE_MAX;
};

/// Follows full records, each with a chain of deltas, in time order. What a
/// chain does not mention again is seen to be there when the chain ends.
class Follower {
 public:
  explicit Follower(const std::vector<InDomRecord>& records)
      : records_(records) {}

  std::vector<Trace> Follow() && {
    for (std::size_t k = 0; k < records_.size(); ++k) {
      if (records_[k].delta) {
        ApplyDelta(k);
      } else {
        EndChain(k);
        ApplyFull(k);
      }
    }
    EndChain(records_.size());
    std::vector<Trace> traces;
    traces.reserve(traces_.size());
    for (const auto& [id, trace] : traces_) traces.push_back(trace);
    return traces;
  }

 private:
  bool Present(const Trace& trace) const { return trace.chain == chain_; }

  void ApplyFull(std::size_t k) {
    chain_ = k;
    const InDomRecord& record = records_[k];
    for (std::int32_t i = 0; i < record.count; ++i) {
      Appear(k, record.id(i), record.name(i), i);
    }
  }

  void ApplyDelta(std::size_t k) {
    has_deltas_ = true;
    const InDomRecord& record = records_[k];
    for (std::int32_t i = 0; i < record.count; ++i) {
      if (record.deleted(i)) {
        Vanish(k, record.id(i));
      } else {
        Appear(k, record.id(i), record.name(i), record.id(i));
      }
    }
  }

  void Appear(std::size_t k, InstanceId id, std::string_view name,
              std::int32_t rank) {
    const auto [found, fresh] = traces_.try_emplace(id);
    Trace& trace = found->second;
    if (fresh) trace.first = k;
    // Of an identifier that a record has twice, its first name counts.
    if (Present(trace) && trace.last == k) return;
    if (!Present(trace)) members_.push_back(&trace);
    trace = Trace{id, name, trace.first, k, rank, chain_};
  }

  void Vanish(std::size_t k, InstanceId id) {
    const auto found = traces_.find(id);
    if (found == traces_.end() || !Present(found->second)) return;
    StoodUntil(k - 1, &found->second);
    found->second.chain = SIZE_MAX;
  }

  /// An instance unmentioned since its last record was there up to `k`; the
  /// members of an expanded delta stand in ascending order.
  static void StoodUntil(std::size_t k, Trace* trace) {
    if (trace->last >= k) return;
    trace->last = k;
    trace->rank = trace->id;
  }

  /// A full record at `k`, or the end, says nothing of who left before it.
  void EndChain(std::size_t k) {
    if (has_deltas_) {
      for (Trace* trace : members_) {
        if (Present(*trace)) StoodUntil(k - 1, trace);
      }
    }
    members_.clear();
    has_deltas_ = false;
  }

  const std::vector<InDomRecord>& records_;
  std::pmr::monotonic_buffer_resource room_;
  std::pmr::unordered_map<InstanceId, Trace> traces_{&room_};
  /// The traces of the chain's members, past ones too.
  std::vector<Trace*> members_;
  std::size_t chain_ = 0;
  bool has_deltas_ = false;
};

}  // namespace

std::vector<InstanceLife> InstancesEver(
    const std::vector<InDomRecord>& records) {
  std::vector<Trace> traces = Follower(records).Follow();
  std::sort(traces.begin(), traces.end(), [](const Trace& a, const Trace& b) {
    return a.last != b.last ? a.last > b.last : a.rank < b.rank;
  });
  std::vector<InstanceLife> lives;
  lives.reserve(traces.size());
  for (const Trace& trace : traces) {
    InstanceLife life{trace.id, trace.name, records[trace.first].time, {}};
    if (trace.last + 1 < records.size()) {
      life.death = records[trace.last + 1].time;
    }
    lives.push_back(life);
  }
  return lives;
}

bool EverAsLargeAs(const std::vector<InDomRecord>& records, std::int32_t size) {
  std::unordered_set<InstanceId> members;
  for (std::size_t k = 0; k < records.size(); ++k) {
    const InDomRecord& record = records[k];
    const bool delta_follows = k + 1 < records.size() && records[k + 1].delta;
    if (!record.delta) {
      if (record.count >= size) return true;
      if (!delta_follows) continue;  // nobody asks who these are
      members.clear();
    }
    for (std::int32_t i = 0; i < record.count; ++i) {
      if (record.delta && record.deleted(i)) {
        members.erase(record.id(i));
      } else {
        members.insert(record.id(i));
      }
    }
    if (static_cast<std::int64_t>(members.size()) >= size) return true;
  }
  return false;
}

}  // namespace pmapi
