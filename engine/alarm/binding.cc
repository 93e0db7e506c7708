// The walk that finds which member an action speaks of.
#include "engine/alarm/binding.h"

#include "base/number.h"
#include "engine/expr/selectors.h"
#include "grammar/record_text.h"

namespace engine::alarm {
namespace {

bool IsSelector(char c) {
  return expr::kSelectors.find(c) != expr::kSelectors.npos;
}

/// What the %{NAME} or %n at `at` of `text` shows; null: it is none of those
/// that are known.
const std::pair<const std::string, std::string>* RecordAt(std::string_view text,
                                                          std::size_t at,
                                                          const Bound& bound) {
  if (bound.records.empty()) return nullptr;
  const auto found = bound.records.find(grammar::RecordSelectorAt(text, at));
  return found == bound.records.end() ? nullptr : &*found;
}

/// The same set is known of all lanes.
bool HasSelector(std::string_view text, const std::vector<Bound>& lanes) {
  if (expr::Selects(text, expr::kSelectors)) return true;
  if (lanes.empty()) return false;
  for (std::size_t at = text.find('%'); at != text.npos;
       at = text.find('%', at + 1)) {
    if (RecordAt(text, at, lanes.front()) != nullptr) return true;
  }
  return false;
}

std::string_view Selected(char selector, const Bound& bound) {
  switch (selector) {
    case 'h':
      return bound.host.value_or("<%h undefined>");
    case 'i':
      return bound.instance.value_or("<%i undefined>");
    case 'c':
      return bound.context.value_or("<%c undefined>");
    default:
      return bound.value;
  }
}

void AppendSelected(char selector, const Bound& bound, Expansion* out) {
  ByteRange place;
  place.begin = out->text.size();
  out->text += Selected(selector, bound);
  place.end = out->text.size();
  if (selector == 'v' && bound.quoted) {
    ++place.begin;
    --place.end;
  }
  out->values.push_back(place);
}

void AppendExpanded(std::string_view text, const Bound& bound, Expansion* out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto* record = text[i] == '%' ? RecordAt(text, i, bound) : nullptr;
    if (text[i] == '%' && i + 1 < text.size() && IsSelector(text[i + 1])) {
      AppendSelected(text[++i], bound, out);
    } else if (record != nullptr) {
      const std::size_t begin = out->text.size();
      out->text += record->second;
      out->values.push_back({begin, out->text.size()});
      i += record->first.size() - 1;
    } else {
      out->text += text[i];
    }
  }
}

int FindLane(const Reading& values, const pmapi::Lane& lane) {
  for (int k = 0; k < values.width(); ++k) {
    if (values.lane(k) == lane) return k;
  }
  return -1;
}

/// The lane of `values` that belongs to lane `i` of `lanes`, or -1.
int ValueLane(const Reading& lanes, const Reading& values, int i) {
  if (values.layout().kind == expr::Layout::Kind::kSingle) return 0;
  pmapi::Lane lane = lanes.lane(i);
  const int parts = lanes.layout().parts;
  if (parts == 1) {
    // The lane of what stands in is the first, before the others.
    const int k = i - (lanes.width() - values.width());
    const bool there = k >= 0 && k < values.width() && values.lane(k) == lane;
    return there || k == i ? k : FindLane(values, lane);
  }
  const bool numbered = values.layout().kind == expr::Layout::Kind::kFixed;
  if (numbered && lane.instance != pmapi::kNullInstance) return lane.instance;
  lane.host /= parts;
  return FindLane(values, lane);
}

void AppendValue(const Reading& values, int k, Bound* bound) {
  values.AppendValue(k, &bound->value);
  bound->reading.emplace(values);
  bound->lane = k;
  bound->quoted = values.view().sort == expr::Sort::kString &&
                  values.samples() == 1 && values.cell(k) == pmapi::kKnown;
}

/// The value of lane `i` of `lanes`: its part's, or what stands in for that.
void AppendValueOf(const Results& results, const program::BindingView& binding,
                   const Reading& lanes, int i, int tick, Bound* bound) {
  const int parts = lanes.layout().parts;
  const auto part =
      static_cast<std::size_t>(parts == 1 ? 0 : lanes.lane(i).host % parts);
  const Reading values(results, binding.values[part], tick);
  const int k = ValueLane(lanes, values, i);
  const program::View& stand_in = binding.stand_ins[part];
  if ((k < 0 || !values.present(k)) && stand_in.node != program::kNoNode) {
    AppendValue(Reading(results, stand_in, tick), 0, bound);
  } else if (k >= 0) {
    AppendValue(values, k, bound);
  } else {
    bound->value = "?";
  }
}

/// What `record` shows of lane `i` of `lanes`, or of the first that has some
/// where that lane is none of its own.
std::string ShownOf(const Results& results,
                    const program::BindingView::Record& record,
                    const Reading& lanes, int i, int tick) {
  const Reading values(results, record.value, tick);
  int k = ValueLane(lanes, values, i);
  for (int other = 0; k < 0 && other < values.width(); ++other) {
    if (values.cell(other) == pmapi::kKnown) k = other;
  }
  if (k < 0 || values.cell(k) != pmapi::kKnown) return {};
  std::string shown;
  if (record.text_of) {
    shown = record.text_of(values.value(k));
  } else {
    base::AppendNumber(values.value(k), &shown);
  }
  return shown;
}

/// A lane that does not satisfy shows nothing.
bool Satisfies(const Reading& lanes, bool truths, int i) {
  return lanes.cell(i) == pmapi::kKnown && !(truths && lanes.value(i) == 0);
}

Bound BindLane(const Results& results, const program::BindingView& binding,
               const Reading& lanes, int i, int tick) {
  Bound bound;
  const LaneName name = lanes.NameOf(i);
  if (name.source >= 0) {
    bound.host = name.host;
    bound.context = results.names.context(name.source);
  }
  if (!name.instance.empty()) bound.instance = name.instance;
  AppendValueOf(results, binding, lanes, i, tick, &bound);
  for (const auto& record : binding.records) {
    bound.records.emplace(record.selector,
                          ShownOf(results, record, lanes, i, tick));
  }
  return bound;
}

}  // namespace

BoundLanes Bind(const Results& results, const program::BindingView& binding,
                int tick) {
  if (binding.lanes.node == program::kNoNode) return BindNothing();
  const Reading lanes(results, binding.lanes, tick);
  const bool truths = binding.lanes.sort == expr::Sort::kTruth;
  bool known = false;
  std::size_t count = 0;
  for (int i = 0; i < lanes.width(); ++i) {
    known |= lanes.cell(i) == pmapi::kKnown;
    count += Satisfies(lanes, truths, i);
  }
  if (!known) return std::nullopt;
  std::vector<Bound> bound;
  bound.reserve(count);
  for (int i = 0; i < lanes.width(); ++i) {
    if (!Satisfies(lanes, truths, i)) continue;
    bound.push_back(BindLane(results, binding, lanes, i, tick));
  }
  return bound;
}

BoundLanes BindNothing() {
  Bound bound;
  bound.value = "true";
  return std::vector<Bound>{std::move(bound)};
}

Expansion Expand(const std::vector<std::string>& arguments,
                 const BoundLanes& lanes) {
  Expansion expansion;
  for (const std::string& argument : arguments) {
    if (!lanes || !HasSelector(argument, *lanes)) {
      expansion.text += argument;
      continue;
    }
    for (const Bound& bound : *lanes) {
      AppendExpanded(argument, bound, &expansion);
    }
  }
  return expansion;
}

std::vector<std::string> ExpandWords(const std::vector<std::string>& arguments,
                                     const BoundLanes& lanes) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    if (!lanes || !HasSelector(argument, *lanes)) {
      words.push_back(argument);
      continue;
    }
    // What stands behind it keeps its place.
    if (lanes->empty()) words.emplace_back();
    for (const Bound& bound : *lanes) {
      Bound plain{bound.host, bound.instance, bound.context,
                  std::string(Unquoted(bound))};
      plain.records = bound.records;
      Expansion word;
      AppendExpanded(argument, plain, &word);
      words.push_back(std::move(word.text));
    }
  }
  return words;
}

}  // namespace engine::alarm
