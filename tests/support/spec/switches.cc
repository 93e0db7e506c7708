// The table of switches and their text form.
#include "tests/support/spec/switches.h"

namespace spec {

namespace {

constexpr SwitchName kNames[] = {
    {"members", &Switches::members, "A6 A7 A8 B8",
     "unknown is a member's, not a node's"},
    {"quantifiers", &Switches::quantifiers, "A2",
     "some_ and all_ after Kleene, not by order"},
    {"percent", &Switches::percent, "A3",
     "N%_ does not count an unknown member as two"},
    {"rising", &Switches::rising, "A4",
     "rising and falling compare known values"},
    {"match", &Switches::match, "A5",
     "match_inst keeps an unknown member unknown"},
    {"pairing", &Switches::pairing, "A9",
     "two sets of the same domain and hosts pair by instance"},
    {"null_text", &Switches::null_text, "A12 A13",
     "an empty text is empty, not (null)"},
    {"operands", &Switches::operands, "B2",
     "an aggregate is an operand with all its values"},
    {"many_hosts", &Switches::many_hosts, "B3",
     "aggregates over the instances of several hosts"},
    {"wrap_scale", &Switches::wrap_scale, "B4",
     "a wrap is corrected before units are converted"},
    {"strings", &Switches::strings, "B6", "? for a string without a value"},
    {"history", &Switches::history, "B7",
     "what is not known yet is shown as unknown"},
    {"half_unknown", &Switches::half_unknown, "B14",
     "&& and || of an unknown set with a known value"},
    {"later_rules", &Switches::later_rules, "rulesets",
     "a ruleset's later conditions are evaluated when an earlier holds"},
    {"wrap_long", &Switches::wrap_long, "b.5",
     "a wrapped 32-bit counter is interpolated from its value"},
    {"untyped", &Switches::untyped, "0.5",
     "a block without a type has the byte order of its metric's"},
    {"exact_strings", &Switches::exact_strings, "strings",
     "a string has its new value at the very time of its record"},
    {"epoch", &Switches::epoch, "the epoch",
     "the epoch is a time like any other"},
    {"passing_time", &Switches::passing_time, "B5",
     "time passes between two values that nothing was fetched for"},
    {"exact_rates", &Switches::exact_rates, "rates",
     "counters beyond 2^53 are differenced as integers"},
    {"fine_steps", &Switches::fine_steps, "intervals",
     "intervals finer than a millisecond"},
    {"long_numbers", &Switches::long_numbers, "numbers",
     "exponents for what needs more than 23 characters"},
    {"equal_stamps", &Switches::equal_stamps, "equal stamps",
     "the last value at a stamp counts"},
    {"printable", &Switches::printable, "terminals",
     "names and strings steer no terminal"},
};

}  // namespace

std::span<const SwitchName> SwitchNames() { return kNames; }

Switches Switches::Pmie() {
  Switches all;
  for (const SwitchName& name : SwitchNames()) all.*name.member = false;
  return all;
}

bool ParseSwitches(std::string_view text, Switches* switches) {
  const auto head = text.substr(0, text.find(','));
  if (head != "ours" && head != "pmie") return false;
  *switches = head == "ours" ? Switches::Ours() : Switches::Pmie();
  text.remove_prefix(head.size());
  while (!text.empty()) {
    text.remove_prefix(1);
    const auto word = text.substr(0, text.find(','));
    text.remove_prefix(word.size());
    bool found = false;
    for (const SwitchName& name : SwitchNames()) {
      if (name.name != word) continue;
      switches->*name.member = head == "pmie";
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace spec
