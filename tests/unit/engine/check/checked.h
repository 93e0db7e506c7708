// Rule text checked against two tables of metrics, for the tests of
// engine/check. The metrics are those of docs/pmie.md, "The example hosts".
#ifndef TOCSIN_TESTS_UNIT_ENGINE_CHECK_CHECKED_H_
#define TOCSIN_TESTS_UNIT_ENGINE_CHECK_CHECKED_H_

#include <string>
#include <vector>

#include "engine/check/checker.h"
#include "tests/support/memory_source.h"

namespace engine::check {

/// "hostA" and "hostB" with the same metrics; hostB lacks t.s.late and
/// t.late.i.
class World {
 public:
  World();

  /// `text` is standard input. Names and macros start anew each time.
  Checked Check(const std::string& text) const;

  /// The same on live hosts that wait: what is missing may come.
  Checked CheckWaiting(const std::string& text) const;

  /// The same without any source.
  static Checked CheckWithoutSources(const std::string& text);

  /// engine/expr's dump of the only expression of `text`, without its name.
  std::string Tree(const std::string& text) const;

 private:
  tests::MemoryCatalog a_;
  tests::MemoryCatalog b_;
};

/// The names of what is right.
std::vector<std::string> NamesOf(const Checked& checked);

/// pmie's lines of all diagnostics, each ended by a newline.
std::string PmieTextOf(const Checked& checked);

}  // namespace engine::check

#endif  // TOCSIN_TESTS_UNIT_ENGINE_CHECK_CHECKED_H_
