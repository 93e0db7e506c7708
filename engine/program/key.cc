// Every operation with its fields.
#include "engine/program/key.h"

#include "base/overloaded.h"

namespace engine::program {
namespace {

std::int64_t Bits(double value) {
  std::int64_t bits;
  static_assert(sizeof bits == sizeof value);
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

Key FieldsOf(const Binary& b) {
  return {static_cast<int>(b.op), b.left,        b.right,
          b.left_leads,           b.left_enough, b.right_enough};
}

Key FieldsOf(const Reduction& r, NodeId operand) {
  return {static_cast<int>(r.reducer), Bits(r.percent), operand};
}

Key With(Key key, std::initializer_list<std::int64_t> more) {
  key.insert(key.end(), more);
  return key;
}

Key FieldsOf(const Operation& operation) {
  return std::visit(
      base::Overloaded{
          [](const Constant& c) { return Key{Bits(c.value)}; },
          [](const Text& t) { return Key{t.string}; },
          [](const Clock& c) { return Key{static_cast<int>(c.field)}; },
          [](const ReadColumn& c) { return Key{c.column}; },
          [](const Delay& d) {
            return Key{d.operand, d.ticks};
          },
          [](const Unary& u) {
            return Key{static_cast<int>(u.op), u.operand, u.lag};
          },
          [](const Binary& b) { return FieldsOf(b); },
          [](const Either& e) { return FieldsOf(e.logic); },
          [](const StandIn& s) { return FieldsOf(s.logic); },
          [](const Align& a) {
            return Key{a.operand, a.lead};
          },
          [](const ReduceLanes& r) {
            return With(FieldsOf(r.reduction, r.operand), {r.by_host});
          },
          // Its columns follow from the operand.
          [](const ReduceSamples& r) {
            return With(FieldsOf(r.reduction, r.operand),
                        {r.samples, r.fetched});
          },
          [](const Match& m) {
            return Key{m.text, m.negated, m.operand};
          },
          [](const Never&) { return Key{}; },
          [](const Retain& r) {
            return Key{r.operand, r.samples};
          }},
      operation);
}

}  // namespace

Key KeyOf(const Operation& operation, int layout) {
  return With(FieldsOf(operation),
              {layout, static_cast<std::int64_t>(operation.index())});
}

std::string KeyOf(const expr::Layout& layout) {
  std::string key = std::to_string(static_cast<int>(layout.kind)) + '/' +
                    std::to_string(layout.parts);
  for (const pmapi::InDom indom : layout.indoms) {
    key += ':' + std::to_string(static_cast<std::uint32_t>(indom));
  }
  for (const int source : layout.sources) key += ' ' + std::to_string(source);
  for (const expr::LaneLabel& label : layout.labels) {
    key += '|' + std::to_string(label.host) + ' ' +
           std::to_string(label.instance) + ' ' +
           std::to_string(label.name.size()) + label.name;
  }
  return key;
}

void ForEachOperand(Operation* operation,
                    const std::function<void(NodeId* operand)>& f) {
  const auto pair = [&](Binary* logic) {
    f(&logic->left);
    f(&logic->right);
  };
  std::visit(base::Overloaded{[](Constant&) {}, [](Text&) {}, [](Clock&) {},
                              [](ReadColumn&) {}, [](Never&) {},
                              [&](Binary& b) { pair(&b); },
                              [&](Either& e) { pair(&e.logic); },
                              [&](StandIn& s) { pair(&s.logic); },
                              [&](Align& a) {
                                f(&a.operand);
                                f(&a.lead);
                              },
                              [&](auto& unary) { f(&unary.operand); }},
             *operation);
}

}  // namespace engine::program
