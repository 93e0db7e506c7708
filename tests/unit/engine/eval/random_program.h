// RandomProgram: nodes of every kind over made-up columns whose instances come
// and go. Repeatable: the same seed gives the same program anywhere.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_RANDOM_PROGRAM_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_RANDOM_PROGRAM_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "engine/program/operands.h"
#include "tests/unit/engine/eval/page.h"

namespace engine::eval {

/// std::mt19937 is the same everywhere; the distributions of <random> are not.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int Below(int n) {
    return static_cast<int>(engine_() % static_cast<unsigned>(n));
  }
  bool Chance(int percent) { return Below(100) < percent; }
  template <typename T>
  const T& Of(const std::vector<T>& choices) {
    return choices[Below(static_cast<int>(choices.size()))];
  }

 private:
  std::mt19937 engine_;
};

class RandomProgram {
 public:
  RandomProgram(unsigned seed, int nodes, int ticks)
      : dice_(seed), ticks_(ticks) {
    MakeLayouts();
    for (const int layout : {kHost, kFixed, kOpenA, kOpenB, kGroups}) {
      AddColumn(layout);
      AddColumn(layout);
    }
    AddPlain();
    while (static_cast<int>(program_.nodes.size()) < nodes) AddNode();
    SetLastUses();
    for (int t = 0; t < ticks; ++t) {
      // Not quite regular, as a clock that counts in microseconds is not.
      stamps_.push_back({(t * 10 + 1'000'000'000) * base::kNanosPerSecond +
                         dice_.Below(2) * base::kNanosPerMicro});
    }
  }

  int ticks() const { return ticks_; }
  const program::Program& program() const { return program_; }
  const std::vector<std::vector<pmapi::Lane>>& lanes() const { return lanes_; }
  const std::vector<Table>& tables() const { return tables_; }
  const std::vector<base::Timestamp>& stamps() const { return stamps_; }

 private:
  using NodeId = program::NodeId;
  /// The lane of an open layout that no column has.
  static constexpr pmapi::Lane kStandIn{0, pmapi::kNullInstance};
  enum { kPlain, kHost, kFixed, kOpenA, kOpenB, kHosts, kGroups };

  void AddLayout(expr::Layout::Kind kind, std::vector<int> sources,
                 std::vector<pmapi::Lane> lanes, int indom = -1) {
    expr::Layout layout;
    layout.kind = kind;
    layout.sources = std::move(sources);
    layout.indoms.assign(layout.sources.size(),
                         pmapi::InDom{static_cast<unsigned>(indom)});
    if (kind != expr::Layout::Kind::kOpen) {
      for (const pmapi::Lane& lane : lanes) {
        layout.labels.push_back(
            {lane.host, lane.instance, Page::InstanceText(lane)});
      }
    }
    program_.layouts.push_back(std::move(layout));
    lanes_.push_back(std::move(lanes));
  }

  void MakeLayouts() {
    using Kind = expr::Layout::Kind;
    AddLayout(Kind::kSingle, {}, {{-1, -1}});
    AddLayout(Kind::kSingle, {0}, {{0, -1}});
    AddLayout(Kind::kFixed, {0, 1}, {{0, 3}, {0, 1}, {0, 3}, {1, 2}});
    AddLayout(Kind::kOpen, {0, 1},
              {kStandIn, {0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 3}, {1, 7}}, 1);
    AddLayout(Kind::kOpen, {0}, {kStandIn, {0, 0}, {0, 1}, {0, 2}}, 2);
    AddLayout(Kind::kFixed, {0, 1}, {{0, -1}, {1, -1}});
    AddLayout(Kind::kOpen, {0, 1},
              {kStandIn,
               {0, 1},
               {0, 3},
               {0, pmapi::kRest},
               {1, 2},
               {1, 3},
               {1, pmapi::kRest}},
              static_cast<int>(pmapi::kGroupDomains));
  }

  double RandomValue() {
    static const std::vector<double> kValues = {
        0,
        0,
        1,
        1,
        2,
        3,
        -1,
        0.1,
        0.2,
        0.3,
        0.7,
        1e9,
        1e-9,
        -2.5,
        1e300,
        1e17,
        std::nan(""),
        std::numeric_limits<double>::infinity()};
    return dice_.Of(kValues);
  }

  Spot::State NextState(Spot::State now, bool open) {
    if (dice_.Chance(75)) return now;
    static constexpr Spot::State kStates[] = {Spot::kAbsent, Spot::kPresent,
                                              Spot::kUnknown, Spot::kKnown};
    if (open) return kStates[dice_.Below(4)];
    return dice_.Chance(30) ? Spot::kUnknown : Spot::kKnown;
  }

  // Lanes stay as they are for some ticks, so that windows fill and blocks
  // are dense now and then.
  void AddColumn(int layout) {
    const bool open = program_.layouts[layout].is_open();
    const std::size_t width = lanes_[layout].size();
    Table table;
    Spots row(width, Known(0));
    const bool never_changes = dice_.Chance(25);
    // All go at once, now and then.
    const bool often_empty = open && dice_.Chance(50);
    for (int t = 0; t < ticks_; ++t) {
      int present = 0;
      for (Spot& spot : row) {
        if (!never_changes) spot.state = NextState(spot.state, open);
        if (open && &spot == &row.front()) spot.state = Spot::kAbsent;
        if (IsRest(layout, static_cast<std::size_t>(&spot - row.data())) &&
            spot.state != Spot::kAbsent) {
          spot.state = Spot::kRest;
        }
        spot.value = dice_.Chance(40) ? spot.value : RandomValue();
        present += spot.present();
      }
      table.rows.push_back(row);
      if (often_empty && t % 9 > 5) {
        const bool rests = dice_.Chance(50);
        Spots& now = table.rows.back();
        for (std::size_t j = 0; j < width; ++j) {
          if (!rests || !now[j].rest()) now[j] = Spot{};
        }
        present = 0;
      }
      table.counts.push_back(present);
    }
    table.count_before = dice_.Below(4);
    Append(program::ReadColumn{static_cast<int>(tables_.size())}, layout,
           false);
    program_.columns.push_back({{}, {}, layout, false});
    tables_.push_back(std::move(table));
  }

  bool IsRest(int layout, std::size_t lane) const {
    return lanes_[layout][lane].instance == pmapi::kRest;
  }

  void AddPlain() {
    Append(program::Constant{0.3}, kPlain, false);
    Append(program::Constant{1}, kPlain, true);
    Append(program::ClockVariable{}, kPlain, false);
    Append(program::Never{}, kHost, true);
  }

  void Append(decltype(program::Node::op) op, int layout, bool truth) {
    program_.nodes.push_back({std::move(op), layout, program::kNoNode});
    is_truth_.push_back(truth);
  }

  int LayoutOf(NodeId node) const { return program_.nodes[node].layout; }
  // A random node that is no Retain: truths, numbers, or any (-1).
  NodeId Pick(int truth) {
    for (;;) {
      const auto at = static_cast<std::size_t>(
          dice_.Below(static_cast<int>(program_.nodes.size())));
      if (std::holds_alternative<program::Retain>(program_.nodes[at].op)) {
        continue;
      }
      if (truth < 0 || is_truth_[at] == (truth != 0)) {
        return static_cast<NodeId>(at);
      }
    }
  }

  void AddNode() {
    switch (dice_.Below(8)) {
      case 0:
        return AddUnary();
      case 1:
      case 2:
        return AddBinary();
      case 3:
        return AddLogic();
      case 4:
        return AddReduceLanes();
      case 5:
        return AddReduceSamples();
      case 6:
        return AddMatch();
      case 7:
        return dice_.Chance(50) ? AddDelay() : AddRetain();
    }
  }

  void AddUnary() {
    using Op = program::ast::UnaryOp;
    const bool truth = dice_.Chance(60);
    const NodeId operand = Pick(truth);
    const Op op =
        truth ? dice_.Of(std::vector{Op::kNot, Op::kRising, Op::kFalling})
              : dice_.Of(std::vector{Op::kNegate, Op::kRate});
    Append(program::Unary{op, operand}, LayoutOf(operand), truth);
  }

  void AddBinary() {
    const auto op = static_cast<program::ast::BinaryOp>(dice_.Below(10));
    AddPaired(op, Pick(0), Pick(0), op >= program::ast::BinaryOp::kLess);
  }

  void AddLogic() {
    using Op = program::ast::BinaryOp;
    AddPaired(dice_.Chance(50) ? Op::kAnd : Op::kOr, Pick(1), Pick(1), true);
  }

  bool HasRest(NodeId node) const {
    const std::vector<pmapi::Lane>& lanes = lanes_[LayoutOf(node)];
    return std::any_of(lanes.begin(), lanes.end(), [](const pmapi::Lane& lane) {
      return lane.instance == pmapi::kRest;
    });
  }

  bool IsSingle(NodeId node) const { return LayoutOf(node) <= kHost; }

  void AddPaired(program::ast::BinaryOp op, NodeId left, NodeId right,
                 bool truth) {
    bool left_leads = dice_.Chance(50);
    if (op >= program::ast::BinaryOp::kAnd && IsSingle(left) &&
        program_.LayoutOf(right).kind == expr::Layout::Kind::kOpen &&
        dice_.Chance(70)) {
      return Append(program::StandIn{{op, left, right, false}}, LayoutOf(right),
                    truth);
    }
    const bool by_position =
        !IsSingle(left) && !IsSingle(right) &&
        (LayoutOf(left) != LayoutOf(right) || LayoutOf(left) == kFixed ||
         LayoutOf(left) == kHosts);
    const bool either = by_position && op >= program::ast::BinaryOp::kAnd &&
                        program_.LayoutOf(left_leads ? left : right).kind ==
                            expr::Layout::Kind::kOpen;
    if (either) return AddEither(op, left, right, left_leads);
    if (by_position) {
      NodeId& other = left_leads ? right : left;
      const NodeId lead = left_leads ? left : right;
      Append(program::Align{other, lead}, LayoutOf(lead), is_truth_[other]);
      other = static_cast<NodeId>(program_.nodes.size()) - 1;
    } else if (IsSingle(left) != IsSingle(right)) {
      left_leads = IsSingle(right);
    }
    Append(program::Binary{op, left, right, left_leads},
           LayoutOf(left_leads ? left : right), truth);
  }

  void AddEither(program::ast::BinaryOp op, NodeId left, NodeId right,
                 bool left_leads) {
    const NodeId lead = left_leads ? left : right;
    const NodeId other = left_leads ? right : left;
    const expr::Layout layout =
        expr::EitherOf(program_.LayoutOf(lead), program_.LayoutOf(other));
    std::vector<pmapi::Lane> lanes;
    AddLanes(lead, 0, layout.parts, &lanes);
    AddLanes(other, program_.LayoutOf(lead).parts, layout.parts, &lanes);
    std::sort(lanes.begin(), lanes.end());
    program_.layouts.push_back(layout);
    lanes_.push_back(std::move(lanes));
    Append(program::Either{{op, left, right, left_leads, 1 + dice_.Below(2),
                            1 + dice_.Below(2)}},
           static_cast<int>(lanes_.size()) - 1, true);
  }

  void AddLanes(NodeId operand, int first, int parts,
                std::vector<pmapi::Lane>* lanes) const {
    const expr::Embedding embedding(program_.LayoutOf(operand), first, parts);
    int position = 0;
    for (const pmapi::Lane& lane : lanes_[LayoutOf(operand)]) {
      lanes->push_back({embedding.Host(lane.host),
                        embedding.Instance(lane.instance, position++)});
    }
  }

  program::Reduction RandomReduction(bool truth) {
    const auto reducer =
        truth ? dice_.Of(std::vector{Reducer::kCount, Reducer::kAll,
                                     Reducer::kSome, Reducer::kPercent})
              : dice_.Of(std::vector{Reducer::kSum, Reducer::kAvg,
                                     Reducer::kMin, Reducer::kMax,
                                     Reducer::kPercentile, Reducer::kStddev});
    const double percent = reducer == Reducer::kPercentile
                               ? 1 + dice_.Below(100)
                           : reducer == Reducer::kPercent
                               ? dice_.Of(std::vector{0., 30., 50., 67., 100.})
                               : 0;
    return {reducer, percent};
  }

  void AddReduceLanes() {
    const bool truth = dice_.Chance(50);
    const NodeId operand = Pick(truth);
    const program::Reduction reduction = RandomReduction(truth);
    const bool by_host = dice_.Chance(60);
    const int hosts = program_.LayoutOf(operand).hosts();
    const int layout = !by_host || hosts == 0 ? kPlain
                       : hosts == 1           ? kHost
                                              : kHosts;
    Append(program::ReduceLanes{reduction, operand, by_host}, layout,
           IsQuantifier(reduction.reducer));
  }

  void AddReduceSamples() {
    const bool truth = dice_.Chance(40);
    const NodeId operand = Pick(truth);
    // Of event records there are no samples.
    if (HasRest(operand)) return;
    const program::Reduction reduction = RandomReduction(truth);
    program::ReduceSamples window{reduction, operand, 1 + dice_.Below(6), {}};
    for (std::size_t c = 0; c < tables_.size(); ++c) {
      if (dice_.Chance(15)) window.open_columns.push_back(static_cast<int>(c));
    }
    Append(std::move(window), LayoutOf(operand),
           IsQuantifier(reduction.reducer));
  }

  void AddMatch() {
    const NodeId operand = Pick(1);
    auto pattern = base::Pattern::Compile(dice_.Chance(50) ? "[13]" : "2$");
    CHECK(pattern.has_value());
    Append(program::Match{*std::move(pattern), dice_.Chance(50), operand},
           LayoutOf(operand), true);
  }

  void AddDelay() {
    const NodeId operand = Pick(-1);
    Append(program::Delay{operand, 1 + dice_.Below(4)}, LayoutOf(operand),
           is_truth_[operand]);
  }

  void AddRetain() {
    const NodeId operand = Pick(-1);
    Append(program::Retain{operand, 2 + dice_.Below(5)}, LayoutOf(operand),
           false);
  }

  // Some are read after the run; the others free their memory as in earnest.
  void SetLastUses() {
    const bool all = dice_.Chance(30);
    for (program::Node& node : program_.nodes) {
      const bool keep = all || dice_.Chance(30) ||
                        std::holds_alternative<program::Retain>(node.op);
      const auto at = static_cast<std::size_t>(&node - program_.nodes.data());
      for (std::size_t user = at + 1; user < program_.nodes.size(); ++user) {
        if (Uses(program_.nodes[user], static_cast<NodeId>(at))) {
          node.last_use = static_cast<NodeId>(user);
        }
      }
      if (keep) node.last_use = program::kKept;
    }
  }

  static bool Uses(const program::Node& user, NodeId node) {
    program::Operation op = user.op;
    bool uses = false;
    program::ForEachOperand(
        &op, [&](NodeId operand) { uses = uses || operand == node; });
    return uses;
  }

  Dice dice_;
  int ticks_;
  program::Program program_;
  std::vector<bool> is_truth_;                   // a node each
  std::vector<std::vector<pmapi::Lane>> lanes_;  // a layout each: all ever
  std::vector<Table> tables_;                    // a column each
  std::vector<base::Timestamp> stamps_;
};

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_RANDOM_PROGRAM_H_
