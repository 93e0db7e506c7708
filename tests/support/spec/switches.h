// Switches: every line of docs/pmie-differences.md that a replay can show, as
// pmie has it or as we do. What a switch changes is in the evaluators.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_SWITCHES_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_SWITCHES_H_

#include <span>
#include <string_view>

namespace spec {

/// True is "as we do". Where `members` is true, those that only the node
/// machine knows (see switches.cc) have no effect: member by member they
/// cannot be had as pmie has them.
struct Switches {
  bool members = true;
  bool quantifiers = true;
  bool percent = true;
  bool rising = true;
  bool match = true;
  bool pairing = true;
  bool null_text = true;
  bool operands = true;
  bool many_hosts = true;
  bool wrap_scale = true;
  bool strings = true;
  bool history = true;
  bool half_unknown = true;
  bool later_rules = true;
  bool wrap_long = true;
  bool untyped = true;
  bool exact_strings = true;
  bool epoch = true;
  bool passing_time = true;
  bool exact_rates = true;
  bool fine_steps = true;
  bool long_numbers = true;
  bool equal_stamps = true;
  bool printable = true;

  static Switches Pmie();
  static Switches Ours() { return {}; }
};

struct SwitchName {
  std::string_view name;
  bool Switches::*member;
  std::string_view line;  // of docs/pmie-differences.md: A2, B7, ...
  std::string_view what;
};

/// All of them, in the order of Switches.
std::span<const SwitchName> SwitchNames();

/// "ours", "pmie", or either followed by ",name" for each one that is the
/// other way round: "pmie,members". False for what is neither.
bool ParseSwitches(std::string_view text, Switches* switches);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_SWITCHES_H_
