// The cells of each kind of expression, as docs/evaluation.md has them.
#include "tests/support/spec/members.h"

#include <algorithm>
#include <optional>

#include "tests/support/spec/arithmetic.h"

namespace spec {
namespace {

/// The cells of `operand` with nothing known yet.
Cells Blank(const Cells& operand) {
  Cells blank = operand;
  for (Cell& cell : blank) {
    cell.known = cell.undecided = false;
    cell.value = 0;
    cell.text.clear();
    cell.extreme = {};
  }
  return blank;
}

double Code(const Cell* cell) {
  return cell != nullptr && cell->known ? cell->value : kUnknown;
}

void SetCode(double code, Cell* cell) {
  cell->known = code != kUnknown;
  cell->value = code;
}

bool IsLogic(const Node& node) {
  return node.op == Op::kAnd || node.op == Op::kOr;
}

/// The lanes of `node` are of several sets, one of which leads at a time.
bool OfSeveralSets(const Node& node) {
  const bool group = node.is_reduction() && node.domain != ast::Domain::kSample;
  const Node* lead = LeadOf(node);
  if (group || lead == nullptr) return false;
  return EitherLeads(node) || OfSeveralSets(*lead);
}

bool SameHostsAndDomain(const Node& a, const Node& b) {
  if (OfSeveralSets(a) || OfSeveralSets(b)) return false;
  const Node* left = MetricsOf(a);
  const Node* right = MetricsOf(b);
  if (left == nullptr || right == nullptr) return false;
  const auto same = [](const HostMetric& x, const HostMetric& y) {
    return x.log == y.log && x.desc.indom == y.desc.indom;
  };
  return std::equal(left->metrics.begin(), left->metrics.end(),
                    right->metrics.begin(), right->metrics.end(), same);
}

/// How many ticks ago the newest value in `node` was fetched; none if it has
/// no metric.
std::optional<int> LagOf(const Node& node) {
  if (node.op == Op::kFetch) return 0;
  if (node.op == Op::kDelay) return node.first;
  if (!node.left) return std::nullopt;
  const auto left = LagOf(*node.left);
  const auto right = node.right ? LagOf(*node.right) : std::nullopt;
  if (!left || !right) return left ? left : right;
  return std::min(*left, *right);
}

}  // namespace

Layout LayoutOf(const Node& node) {
  if (node.op == Op::kFetch) {
    if (node.is_open()) return Layout::kOpen;
    return node.dims.width() == 1 ? Layout::kSingle : Layout::kFixed;
  }
  if (node.is_reduction() && node.domain == ast::Domain::kHost) {
    return Layout::kSingle;
  }
  if (node.is_reduction() && node.domain == ast::Domain::kInst) {
    return node.dims.hosts > 1 ? Layout::kFixed : Layout::kSingle;
  }
  const Node* lead = LeadOf(node);
  return lead == nullptr ? Layout::kSingle : LayoutOf(*lead);
}

bool EitherLeads(const Node& node) {
  if (!IsLogic(node)) return false;
  const bool left = LeadOf(node) == node.left.get();
  const Node& other = left ? *node.right : *node.left;
  return LayoutOf(*LeadOf(node)) == Layout::kOpen &&
         LayoutOf(other) != Layout::kSingle &&
         !(LayoutOf(other) == Layout::kOpen &&
           SameHostsAndDomain(*node.left, *node.right));
}

bool StandsIn(const Node& node) {
  return IsLogic(node) && LeadOf(node) == node.right.get() &&
         LayoutOf(*node.right) == Layout::kOpen &&
         LayoutOf(*node.left) == Layout::kSingle &&
         MetricsOf(*node.left) != nullptr && !node.left->dims.collapsed();
}

const Cells& MemberMachine::At(const Node& node, int age) const {
  static const Cells none;
  const auto& ticks = streams_.at(&node).ticks;
  const int tick = sampler_->tick() - age;
  return tick < 0 ? none : ticks[tick];
}

const Cell* MemberMachine::Find(const Node& node, int age,
                                const LaneKey& key) const {
  for (const Cell& cell : At(node, age)) {
    if (cell.key == key) return &cell;
  }
  return nullptr;
}

const Cell* MemberMachine::FindMember(const Node& node, int age,
                                      const LaneKey& key) const {
  const Cell* cell = Find(node, age, key);
  return cell != nullptr && cell->member ? cell : nullptr;
}

void MemberMachine::Evaluate(const Node& root) {
  if (root.left) Evaluate(*root.left);
  if (root.right) Evaluate(*root.right);
  stamps_.resize(static_cast<std::size_t>(sampler_->tick()) + 1,
                 EpochSeconds(sampler_->asked()));
  Cells cells = Compute(root);
  streams_[&root].ticks.push_back(std::move(cells));
}

Cells MemberMachine::Compute(const Node& node) {
  switch (node.op) {
    case Op::kNumber:
    case Op::kTruth:
    case Op::kString:
    case Op::kClock:
      return Constant(node);
    case Op::kFetch:
      return node.is_open() ? FetchOpen(node) : FetchFixed(node);
    case Op::kDelay:
      return Delay(node);
    case Op::kNegate:
    case Op::kNot:
      return Unary(node);
    case Op::kInstant:
      return At(*node.left, 0);
    case Op::kRate:
      return Rate(node);
    case Op::kRising:
    case Op::kFalling:
      return Change(node);
    case Op::kMatch:
      return Match(node);
    case Op::kReduce:
      return Reduce(node);
    default:  // arithmetic, relations, && and ||
      return Binary(node);
  }
}

Cells MemberMachine::Reduce(const Node& node) {
  if (node.domain == ast::Domain::kSample) return ReduceSamples(node);
  return node.domain == ast::Domain::kHost ? ReduceHosts(node)
                                           : ReduceInstances(node);
}

Cells MemberMachine::Constant(const Node& node) const {
  Cell cell;
  cell.known = true;
  cell.value =
      node.op == Op::kClock ? sampler_->ClockValue(node.field) : node.number;
  cell.text = node.text;
  return {cell};
}

Cells MemberMachine::Delay(const Node& node) const {
  Cells cells;
  for (const Cell& now : At(*node.left, 0)) {
    Cell cell = Blank({now}).front();
    const Cell* then = FindMember(*node.left, node.first, now.key);
    if (then != nullptr) cell = *then;
    for (int age = 0; age <= node.first; ++age) {
      cell.member = cell.member && FindMember(*node.left, age, now.key);
    }
    if (LayoutOf(node) != Layout::kOpen) cell.member = true;
    cell.known = cell.known && cell.member;
    cells.push_back(std::move(cell));
  }
  return cells;
}

Cells MemberMachine::Unary(const Node& node) const {
  Cells cells = At(*node.left, 0);
  for (Cell& cell : cells) {
    if (node.op == Op::kNegate) {
      cell.value = -cell.value;
    } else {
      SetCode(LogicalNot(Code(&cell)), &cell);
    }
  }
  return cells;
}

double MemberMachine::SecondsPassed(const Node& operand) const {
  auto lag = static_cast<std::size_t>(LagOf(operand).value_or(0));
  const std::size_t ticks = stamps_.size();
  if (!LagOf(operand) && !sampler_->switches().passing_time) return 0;
  if (ticks < 2) return 0;
  // Nothing was fetched yet so long ago: of the ticks themselves.
  if (ticks < lag + 2) lag = 0;
  return stamps_[ticks - 1 - lag] - stamps_[ticks - 2 - lag];
}

Cells MemberMachine::Rate(const Node& node) const {
  Cells cells;
  const double seconds = SecondsPassed(*node.left);
  for (const Cell& now : At(*node.left, 0)) {
    const Cell* before = FindMember(*node.left, 1, now.key);
    Cell cell = Blank({now}).front();
    if (LayoutOf(node) == Layout::kOpen) {
      cell.member = now.member && before != nullptr;
    }
    if (before != nullptr && before->known && now.known) {
      cell.known = true;
      cell.value = (now.value - before->value) / seconds;
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

Cells MemberMachine::Change(const Node& node) {
  Cells cells;
  auto& last_known = streams_[&node].last_known;
  auto& had = streams_[&node].had_value;
  const auto changed = [&](double was, double now) {
    return (node.op == Op::kRising ? now > was : now < was) ? kTrue : kFalse;
  };
  for (const Cell& now : At(*node.left, 0)) {
    Cell cell = Blank({now}).front();
    const auto last = last_known.find(now.key);
    if (!sampler_->switches().rising) {
      const Cell* before = Find(*node.left, 1, now.key);
      if (before != nullptr) {
        SetCode(changed(Code(before), Code(&now)), &cell);
      }
    } else if (now.known && last != last_known.end()) {
      SetCode(changed(last->second, now.value), &cell);
    }
    cell.undecided = !cell.known && HasValue(now) && had.count(now.key) != 0;
    if (now.known) last_known[now.key] = now.value;
    if (HasValue(now)) had.insert(now.key);
    cells.push_back(std::move(cell));
  }
  return cells;
}

void MemberMachine::Combine(const Node& node, const Cell* left,
                            const Cell* right, Cell* result) const {
  if (IsLogic(node)) {
    SetCode(node.op == Op::kAnd ? LogicalAnd(Code(left), Code(right))
                                : LogicalOr(Code(left), Code(right)),
            result);
    const bool value = (left != nullptr && HasValue(*left)) ||
                       (right != nullptr && HasValue(*right));
    result->undecided = value && !result->known;
  } else if (left != nullptr && right != nullptr && left->known &&
             right->known) {
    result->known = true;
    result->value = node.left->sort == Sort::kString
                        ? CompareTexts(node.op, left->text, right->text)
                        : Calculate(node.op, left->value, right->value);
  }
}

bool MemberMachine::LeftLeadsByNumber(const Node& node) const {
  const bool left = LeadOf(node) == node.left.get();
  const bool open = LayoutOf(*node.left) == Layout::kOpen &&
                    LayoutOf(*node.right) == Layout::kOpen;
  if (!EitherLeads(node) && !(IsLogic(node) && open)) return left;
  const auto present = static_cast<int>(At(*node.left, 0).size());
  const auto others = static_cast<int>(At(*node.right, 0).size());
  // pmie counts the values of all samples.
  if (present * node.left->dims.depth() > 1) return true;
  if (others * node.right->dims.depth() > 1) return false;
  return present == others ? left : present > others;
}

bool MemberMachine::LeftLeads(const Node& node) const {
  const bool left = LeftLeadsByNumber(node);
  const Cells& lead = At(left ? *node.left : *node.right, 0);
  const Cells& other = At(left ? *node.right : *node.left, 0);
  if (!EitherLeads(node) || lead.size() == other.size()) return left;
  // The other one would be unknown throughout; is then all?
  const bool known = std::any_of(lead.begin(), lead.end(),
                                 [](const Cell& cell) { return cell.known; });
  return known || other.empty() ? left : !left;
}

/// Of a set that is empty.
Cells MemberMachine::StandIn(const Node& node) const {
  const Cell& own = At(*node.left, 0).front();
  Cell cell;
  cell.key = kStandInKey;
  cell.lane = {MetricsOf(*node.right)->metrics.front().log, true, false, ""};
  Combine(node, &own, nullptr, &cell);
  return {cell};
}

Cells MemberMachine::Binary(const Node& node) const {
  if (StandsIn(node) && At(*node.right, 0).empty()) return StandIn(node);
  const bool left_leads = LeftLeads(node);
  const Node& lead = left_leads ? *node.left : *node.right;
  const Node& other = left_leads ? *node.right : *node.left;
  const Cells& leads = At(lead, 0);
  const Cells& others = At(other, 0);
  const bool logic = IsLogic(node);
  const bool by_lane =
      LayoutOf(lead) == Layout::kOpen && LayoutOf(other) == Layout::kOpen &&
      SameHostsAndDomain(lead, other) && sampler_->switches().pairing;
  Cells cells;
  for (std::size_t i = 0; i < leads.size(); ++i) {
    const Cell* partner = nullptr;
    if (LayoutOf(other) == Layout::kSingle) {
      partner = &others.front();
    } else if (by_lane) {
      partner = Find(other, 0, leads[i].key);
      if (partner == nullptr && !logic) continue;
    } else if (leads.size() == others.size()) {
      partner = &others[i];
    }
    Cell cell = Blank({leads[i]}).front();
    if (logic) {
      cell.member = true;
    } else if (partner != nullptr) {
      cell.member = cell.member && partner->member;
    }
    Combine(node, left_leads ? &leads[i] : partner,
            left_leads ? partner : &leads[i], &cell);
    if (EitherLeads(node)) cell.key.push_back(left_leads ? 0 : 1);
    cells.push_back(std::move(cell));
  }
  return cells;
}

Cells MemberMachine::Match(const Node& node) const {
  const MatchPattern pattern(node.text);
  Cells cells = At(*node.left, 0);
  for (Cell& cell : cells) {
    cell.member = true;
    const bool fits = cell.lane.has_instance &&
                      pattern.Matches(cell.lane.name) != node.negated;
    if (!cell.lane.has_instance) {
      if (cell.known) cell.value = kFalse;
    } else if (!fits) {
      SetCode(kFalse, &cell);
    } else if (!cell.known && !sampler_->switches().match) {
      SetCode(kTrue, &cell);
    }
    cell.undecided = !cell.known;
  }
  return cells;
}

}  // namespace spec
