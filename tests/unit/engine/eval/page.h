// Page: docs/evaluation.md as functions, one cell at a time and without a
// memory: what State must give however the ticks are cut into blocks.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_PAGE_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_PAGE_H_

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/overloaded.h"
#include "base/stamp.h"
#include "engine/eval/lane_groups.h"
#include "engine/expr/either.h"
#include "engine/program/program.h"
#include "pmapi/block/lanes.h"
#include "pmapi/block/rest.h"
#include "tests/unit/engine/eval/spot.h"

namespace engine::eval {

/// A column as a table: all lanes that it ever has. Shape: [ticks][lanes].
struct Table {
  std::vector<Spots> rows;
  std::vector<int> counts;
  int count_before = 0;
};

class Page {
 public:
  /// `lanes` are all that each layout ever has.
  Page(const program::Program& program,
       const std::vector<std::vector<pmapi::Lane>>& lanes,
       const std::vector<Table>& tables,
       const std::vector<base::Timestamp>& stamps)
      : program_(program), lanes_(lanes), tables_(tables), stamps_(stamps) {}

  const Spots& At(program::NodeId node, int tick) {
    const auto found = memo_.find({node, tick});
    if (found != memo_.end()) return found->second;
    Spots spots = std::visit([&](const auto& op) { return Of(op, node, tick); },
                             program_.nodes[node].op);
    return memo_[{node, tick}] = std::move(spots);
  }

  const std::vector<pmapi::Lane>& LanesOf(program::NodeId node) const {
    return lanes_[program_.nodes[static_cast<std::size_t>(node)].layout];
  }

  static std::string InstanceText(const pmapi::Lane& lane) {
    const bool named = lane.instance >= 0 && lane.instance != pmapi::kRest;
    return named ? "i" + std::to_string(lane.instance) : "";
  }

 private:
  using UnaryOp = program::ast::UnaryOp;

  bool Is(program::NodeId node, expr::Layout::Kind kind) const {
    return program_.LayoutOf(node).kind == kind;
  }
  bool IsOpen(program::NodeId node) const {
    return Is(node, expr::Layout::Kind::kOpen);
  }
  bool IsSingle(program::NodeId node) const {
    return Is(node, expr::Layout::Kind::kSingle);
  }

  /// Also before the first tick: absent, or unknown where always a member.
  Spot SpotAt(program::NodeId node, int tick, std::size_t lane) {
    if (tick < 0) return IsOpen(node) ? Spot{} : Unknown();
    return At(node, tick)[lane];
  }

  template <typename F>
  Spots EachLane(program::NodeId node, F f) {
    Spots spots;
    for (std::size_t j = 0; j < LanesOf(node).size(); ++j) {
      spots.push_back(f(j));
    }
    return spots;
  }

  Spots Of(const program::Constant& c, program::NodeId, int) {
    return {Known(c.value)};
  }
  Spots Of(const program::Text& t, program::NodeId, int) {
    return {Known(t.string)};
  }
  Spots Of(const program::ClockVariable&, program::NodeId, int tick) {
    return {Known(static_cast<double>(tick))};
  }
  Spots Of(const program::Never&, program::NodeId, int) { return {Unknown()}; }
  Spots Of(const program::Awaits&, program::NodeId node, int) {
    return EachLane(node, [](std::size_t) { return Unknown(); });
  }
  Spots Of(const program::ReadColumn& c, program::NodeId, int tick) {
    return tables_[c.column].rows[tick];
  }
  Spots Of(const program::Retain& r, program::NodeId, int tick) {
    return At(r.operand, tick);
  }

  bool MemberSince(program::NodeId node, int from, int tick, std::size_t j) {
    for (int t = from; t <= tick; ++t) {
      if (!SpotAt(node, t, j).member()) return false;
    }
    return true;
  }

  Spots Of(const program::Delay& d, program::NodeId node, int tick) {
    return EachLane(node, [&](std::size_t j) {
      return MemberSince(d.operand, tick - d.ticks, tick, j)
                 ? SpotAt(d.operand, tick - d.ticks, j)
                 : NoMember(SpotAt(d.operand, tick, j));
    });
  }

  Spots Of(const program::Unary& u, program::NodeId node, int tick) {
    return EachLane(node, [&](std::size_t j) {
      const Spot now = SpotAt(u.operand, tick, j);
      switch (u.op) {
        case UnaryOp::kNegate:
          return Spot{now.state, -now.value};
        case UnaryOp::kNot:
          return Spot{now.state, now.value == 0 ? 1.0 : 0.0};
        case UnaryOp::kRate:
          return RateOf(u.operand, tick, j);
        case UnaryOp::kRising:
        case UnaryOp::kFalling:
          return EdgeOf(u, tick, j);
        case UnaryOp::kInstant:
          break;
      }
      return now;
    });
  }

  Spot RateOf(program::NodeId operand, int tick, std::size_t j) {
    const Spot now = SpotAt(operand, tick, j);
    const Spot before = SpotAt(operand, tick - 1, j);
    const bool rest = now.rest() && before.rest();
    if (!rest && (!now.member() || !before.member())) return NoMember(now);
    if (!rest && (!now.known() || !before.known())) return Unknown();
    const auto t = static_cast<std::size_t>(tick);
    return Spot{now.state, (now.value - before.value) /
                               (base::StampSeconds(stamps_[t]) -
                                base::StampSeconds(stamps_[t - 1]))};
  }

  Spot EdgeOf(const program::Unary& u, int tick, std::size_t j) {
    const Spot now = SpotAt(u.operand, tick, j);
    if (!now.member() && !now.rest()) return now;
    bool had_value = false;
    bool gap = false;  // it was not there, nor was that known
    for (int t = tick - 1; t >= 0; --t) {
      const Spot before = SpotAt(u.operand, t, j);
      const Spot last = before.present() ? before : RestOf(u.operand, t, j);
      gap = gap || !(before.present() || last.rest());
      if (gap && last.rest()) break;
      had_value = had_value || last.has_value() || last.rest();
      if (last.rest() || last.known()) {
        if (!now.known() && !now.rest()) break;
        return Spot{now.state, u.op == UnaryOp::kRising
                                   ? Double(now.value > last.value)
                                   : Double(now.value < last.value)};
      }
    }
    if (now.rest()) return {};
    return Unknown(now.has_value() && had_value);
  }

  static double Double(bool truth) { return truth ? 1 : 0; }

  /// That of the host of lane `j`.
  Spot RestOf(program::NodeId node, int tick, std::size_t j) {
    const std::vector<pmapi::Lane>& lanes = LanesOf(node);
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const bool rest = lanes[k].instance == pmapi::kRest;
      if (rest && lanes[k].host == lanes[j].host) return SpotAt(node, tick, k);
    }
    return {};
  }

  bool LeftLeads(const program::Binary& b, int tick) {
    if (IsSingle(b.left) != IsSingle(b.right)) return IsSingle(b.right);
    const int left = CountPresent(At(b.left, tick));
    const int right = CountPresent(At(b.right, tick));
    if (left >= b.left_enough) return true;
    if (right >= b.right_enough) return false;
    return left == right ? b.left_leads : left > right;
  }

  // Every lane of both operands, absent but for the lead's.
  Spots Of(const program::Either& e, program::NodeId node, int tick) {
    const program::Binary& b = e.logic;
    const bool left = LeftLeads(b, tick) != Yields(b, tick);
    const program::NodeId lead = left ? b.left : b.right;
    const Spots& own = At(lead, tick);
    Spots others = At(left ? b.right : b.left, tick);
    std::erase_if(others, [](const Spot& s) { return !s.present(); });
    const bool as_many = static_cast<int>(others.size()) == CountPresent(own);
    Spots spots(LanesOf(node).size());
    std::size_t k = 0;
    for (std::size_t j = 0; j < own.size(); ++j) {
      if (!own[j].present()) continue;
      const Spot other = as_many ? others[k++] : Unknown();
      spots[LaneIn(node, lead, left == b.left_leads, j)] =
          Logic(b.op, own[j], other);
    }
    return spots;
  }

  /// The one that leads by its number has nothing that is known, nor would
  /// the other have beside it.
  bool Yields(const program::Binary& b, int tick) {
    const bool left = LeftLeads(b, tick);
    const Spots& lead = At(left ? b.left : b.right, tick);
    const int others = CountPresent(At(left ? b.right : b.left, tick));
    return others != 0 && others != CountPresent(lead) &&
           std::none_of(lead.begin(), lead.end(),
                        [](const Spot& s) { return s.known(); });
  }

  /// Where lane `j` of `operand` is among those of an Either.
  std::size_t LaneIn(program::NodeId node, program::NodeId operand, bool first,
                     std::size_t j) {
    const expr::Layout& layout = program_.LayoutOf(operand);
    const int parts = program_.LayoutOf(node).parts;
    const expr::Embedding embedding(layout, first ? 0 : parts - layout.parts,
                                    parts);
    const pmapi::Lane& lane = LanesOf(operand)[j];
    const pmapi::Lane embedded = {
        embedding.Host(lane.host),
        embedding.Instance(lane.instance, static_cast<int>(j))};
    const std::vector<pmapi::Lane>& all = LanesOf(node);
    return static_cast<std::size_t>(
        std::find(all.begin(), all.end(), embedded) - all.begin());
  }

  Spots Of(const program::Binary& b, program::NodeId node, int tick) {
    const bool logic = b.op == BinaryOp::kAnd || b.op == BinaryOp::kOr;
    const bool left_leads = LeftLeads(b, tick);
    const bool both_lead = !IsSingle(b.left) && !IsSingle(b.right) &&
                           HasGroups(program_.LayoutOf(node));
    return EachLane(node, [&](std::size_t j) {
      const Spot x = SpotAt(b.left, tick, IsSingle(b.left) ? 0 : j);
      const Spot y = SpotAt(b.right, tick, IsSingle(b.right) ? 0 : j);
      if (!logic) return Strict(b.op, x, y);
      const bool left = both_lead ? x.present() || x.rest() : left_leads;
      return LogicOf(b.op, x, y, left ? x : y);
    });
  }

  Spots Of(const program::StandIn& s, program::NodeId node, int tick) {
    const Spot own = At(s.logic.left, tick).front();
    const Spots& set = At(s.logic.right, tick);
    Spots spots = EachLane(node, [&](std::size_t j) {
      return LogicOf(s.logic.op, own, set[j], set[j]);
    });
    const Spot alone = Logic(s.logic.op, own, Unknown());
    const bool rest = std::any_of(spots.begin(), spots.end(),
                                  [](const Spot& one) { return one.rest(); });
    if (CountPresent(set) == 0 && (alone.known() || !rest)) {
      spots.front() = alone;
    }
    return spots;
  }

  Spots Of(const program::Align& a, program::NodeId node, int tick) {
    Spots from = At(a.operand, tick);
    const Spots lead = At(a.lead, tick);
    from.erase(std::remove_if(from.begin(), from.end(),
                              [](const Spot& s) { return !s.present(); }),
               from.end());
    const bool as_many = static_cast<int>(from.size()) == CountPresent(lead);
    std::size_t k = 0;
    return EachLane(node, [&](std::size_t j) {
      if (!lead[j].present()) return Spot{};
      if (as_many) return from[k++];
      return lead[j].member() ? Unknown() : NoMember(lead[j]);
    });
  }

  Spots Of(const program::ReduceLanes& r, program::NodeId node, int tick) {
    const Spots& from = At(r.operand, tick);
    const std::vector<pmapi::Lane>& lanes = LanesOf(r.operand);
    const expr::Layout& layout = program_.LayoutOf(r.operand);
    const bool all = !r.by_host || layout.sources.empty();
    return EachLane(node, [&](std::size_t host) {
      Spots members;
      for (std::size_t j = 0; j < from.size(); ++j) {
        const int of_host = lanes[j].host / layout.parts;
        if (!all && of_host != static_cast<int>(host)) continue;
        if (from[j].member()) members.push_back(from[j]);
      }
      if (!members.empty()) return Reduced(r.reduction, members);
      if (IsNoneOf(r.reduction.reducer) && IsKnownToBeEmpty(r, host, tick)) {
        return Known(0);
      }
      const bool others = std::any_of(from.begin(), from.end(),
                                      [](const Spot& s) { return s.member(); });
      return Unknown(others && IsQuantifier(r.reduction.reducer));
    });
  }

  /// What is known of no groups, and 0.
  static bool IsNoneOf(Reducer reducer) {
    return reducer == Reducer::kSum || reducer == Reducer::kCount ||
           reducer == Reducer::kSome;
  }

  /// The rest is known of the host, or of all.
  bool IsKnownToBeEmpty(const program::ReduceLanes& r, std::size_t host,
                        int tick) {
    const Spots& from = At(r.operand, tick);
    const std::vector<pmapi::Lane>& lanes = LanesOf(r.operand);
    const auto hosts = static_cast<std::ptrdiff_t>(
        program_.LayoutOf(r.operand).sources.size());
    std::ptrdiff_t rests = 0;
    for (std::size_t j = 0; j < from.size(); ++j) {
      const bool counts = !r.by_host || lanes[j].host == static_cast<int>(host);
      rests += counts && from[j].rest();
    }
    return rests > 0 && (r.by_host || rests == hosts);
  }

  /// k mod T, begun anew with T - 1 (of what is computed: 0) where a count
  /// changes.
  int PhaseAt(const program::ReduceSamples& r, int tick) const {
    int phase = -1;
    for (int t = 0; t <= tick; ++t) {
      phase = (phase + 1) % r.samples;
      for (const int c : r.open_columns) {
        const Table& table = tables_[c];
        const int before = t == 0
                               ? table.count_before
                               : table.counts[static_cast<std::size_t>(t) - 1];
        if (table.counts[t] != before) {
          phase = r.fetched ? r.samples - 1 : 0;
        }
      }
    }
    return phase;
  }

  Spots Of(const program::ReduceSamples& r, program::NodeId node, int tick) {
    const int phase = PhaseAt(r, tick);
    return EachLane(node, [&](std::size_t j) {
      if (!MemberSince(r.operand, tick - r.samples + 1, tick, j)) {
        return NoMember(SpotAt(r.operand, tick, j));
      }
      if (tick < r.samples - 1) return Unknown();
      Spots samples;
      for (int age = phase + 1; age < r.samples; ++age) {
        samples.push_back(SpotAt(r.operand, tick - age, j));
      }
      for (int age = 0; age <= phase; ++age) {
        samples.push_back(SpotAt(r.operand, tick - age, j));
      }
      return Reduced(r.reduction, samples);
    });
  }

  std::string NameOf(program::NodeId node, std::size_t j) const {
    const pmapi::Lane& lane = LanesOf(node)[j];
    if (IsOpen(node)) {
      for (const expr::LaneLabel& label : program_.LayoutOf(node).labels) {
        if (pmapi::Lane{label.host, label.instance} == lane) return label.name;
      }
    }
    return InstanceText(lane);
  }

  Spots Of(const program::Match& m, program::NodeId node, int tick) {
    return EachLane(node, [&](std::size_t j) {
      const Spot now = SpotAt(m.operand, tick, j);
      const std::string name = NameOf(m.operand, j);
      if (now.rest()) return Rest(0);
      if (!now.present()) return now;
      const bool qualifies = m.pattern->Matches(name) != m.negated;
      if (name.empty() ? now.known() : !qualifies) return Known(0);
      return now.known() ? now : Unknown(true);
    });
  }

  const program::Program& program_;
  const std::vector<std::vector<pmapi::Lane>>& lanes_;
  const std::vector<Table>& tables_;
  const std::vector<base::Timestamp>& stamps_;
  std::map<std::pair<program::NodeId, int>, Spots> memo_;
};

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_PAGE_H_
