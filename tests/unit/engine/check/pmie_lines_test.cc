// engine/check/pmie_lines.h: the line that pmie's first line names, for
// statements on line 1 whose ";" is on line 2 and whose successor is on line 3.
// The numbers are pmie 6.0.3's: 1 where it had not read on, 2 where it had read
// one character more, 3 where it had read the ";" and the blanks behind it.
#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

struct Placed {
  const char* statement;
  int line;
};

class Places : public testing::TestWithParam<Placed> {};

TEST_P(Places, AreWherePmieStands) {
  const std::string text = std::string(GetParam().statement) + "\n;\nt.s.kb;";
  const std::string lines = PmieTextOf(World().Check(text));
  EXPECT_EQ(lines.substr(0, lines.find('\n')),
            "pmie: syntax error - near line " +
                std::to_string(GetParam().line) + " of standard input")
      << text;
}

INSTANTIATE_TEST_SUITE_P(
    PmieLines, Places,
    testing::Values(
        Placed{"t.i.gauge > t.d.gauge", 3}, Placed{"t.i.gauge * t.d.gauge", 3},
        Placed{"t.i.gauge * (t.d.gauge)", 1},
        Placed{"t.i.gauge + (t.d.gauge)", 3},
        Placed{"t.i.gauge > (t.d.gauge)", 3},
        Placed{"t.i.gauge > 1 && t.d.gauge > 1", 3},
        Placed{"t.i.gauge > 1 && (t.d.gauge > 1)", 1},
        Placed{"t.i.gauge * t.d.gauge @0..1", 2},
        Placed{"t.i.gauge * t.d.gauge @1", 3},
        Placed{"t.i.gauge > sum_inst t.i.gauge @0..1", 3},
        Placed{"sum_host 5", 3}, Placed{"sum_host $hour", 2},
        Placed{"sum_host (5)", 1}, Placed{"sum_host - $hour", 2},
        Placed{"some_host true", 2}, Placed{"some_host (1 > 2)", 1},
        Placed{"some_host 1 > 2", 3}, Placed{"count_host ($hour > 2)", 1},
        Placed{"sum_host (sum_host t.s.gauge)", 1},
        Placed{"t.s.gauge == \"x\"", 1}, Placed{"1 == \"x\"", 1},
        Placed{"\"x\" == 1", 3}, Placed{"\"x\" == $hour", 3},
        Placed{"sum_inst (t.s.str)", 1}, Placed{"sum_inst t.s.str", 3},
        Placed{"t.i.gauge > 1 -> print \"x\"", 3},
        Placed{"(t.i.gauge > 1 -> (print \"x\"))", 1},
        Placed{"ruleset t.i.gauge > 1 -> print \"x\" else true -> print \"y\"",
               1},
        Placed{"t.s.kb; x = t.s.kb; x = (t.s.kb)", 3}));

TEST(PlaceOfMistake, IsAtTheEndOfTheText) {
  EXPECT_EQ(PmieTextOf(World().Check("sum_host 5;\n")),
            "pmie: syntax error - at end of file\nno host domain\n");
  EXPECT_EQ(PmieTextOf(World().Check("sum_host (5);\n")),
            "pmie: syntax error - near line 1 of standard input\n"
            "no host domain\n");
}

}  // namespace
}  // namespace engine::check
