// A PatternFilter for each field that filters look at.
#include "engine/events/event_guards.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "base/overloaded.h"

namespace engine::events {
namespace {

bool IsSame(const Field& a, const Field& b) {
  return std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(),
                    b.metrics.end(),
                    [](const Field::Metric& one, const Field::Metric& other) {
                      return one.pmid == other.pmid && one.key == other.key;
                    });
}

}  // namespace

EventGuards::EventGuards(const std::vector<const EventFilter*>& filters)
    : found_(filters.size(), 0) {
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const auto terms = filters[i] != nullptr ? filters[i]->Guards()
                                             : std::vector<const Term*>();
    if (terms.empty()) always_.push_back(i);
    for (const Term* term : terms) Add(*term, i);
  }
  for (const auto& one : fields_) one->patterns.Compile();
}

EventGuards::OfField& EventGuards::PatternsOf(const Field& field) {
  for (const auto& one : fields_) {
    if (IsSame(one->field, field)) return *one;
  }
  fields_.push_back(std::make_unique<OfField>());
  fields_.back()->field = field;
  return *fields_.back();
}

void EventGuards::Add(const Term& term, std::size_t filter) {
  OfField& of = PatternsOf(term.field);
  const auto literal = [&](const std::string& text) {
    of.patterns.AddLiteral(text);
    of.whose.push_back(filter);
  };
  std::visit(base::Overloaded{[&](const Comparison& one) {
                                literal(std::get<std::string>(one.constant));
                              },
                              [&](const Matches& one) {
                                of.patterns.Add(*one.pattern);
                                of.whose.push_back(filter);
                              },
                              [&](const Contains& one) { literal(one.text); },
                              [&](const Starts& one) { literal(one.text); },
                              [&](const Among& one) {
                                for (const Constant& constant : one.constants) {
                                  literal(std::get<std::string>(constant));
                                }
                              },
                              [](const Between&) {}},
             term.test);
}

void EventGuards::AddPossible(std::size_t filter) {
  if (found_[filter] != 0) return;
  found_[filter] = 1;
  possible_.push_back(filter);
}

const std::vector<std::size_t>& EventGuards::Possible(const Arrival& arrival) {
  possible_ = always_;
  for (const auto& of : fields_) {
    for (const pmapi::EventParameter& parameter : arrival.parameters) {
      const Field::Metric* metric = of->field.Find(parameter.pmid);
      const auto value =
          metric != nullptr ? ValueOf(parameter, *metric) : std::nullopt;
      if (!value || !std::holds_alternative<std::string_view>(*value)) continue;
      for (const int number :
           of->patterns.Find(std::get<std::string_view>(*value), &scratch_)) {
        AddPossible(of->whose[static_cast<std::size_t>(number)]);
      }
    }
  }
  for (std::size_t i = always_.size(); i < possible_.size(); ++i) {
    found_[possible_[i]] = 0;
  }
  return possible_;
}

}  // namespace engine::events
