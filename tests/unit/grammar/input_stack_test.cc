// Characters with macros put in their places: no seams, and where each is from.
#include "grammar/input_stack.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

std::shared_ptr<const std::string> Text(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// Takes all that is left.
std::string Rest(InputStack* input) {
  std::string rest;
  while (input->Peek() != InputStack::kEnd) {
    rest += static_cast<char>(input->Peek());
    input->Take();
  }
  return rest;
}

void TakeSome(InputStack* input, int count) {
  for (int i = 0; i < count; ++i) input->Take();
}

TEST(InputStack, OfAnEmptyTextIsAtItsEnd) {
  InputStack input("");
  EXPECT_EQ(input.Peek(), InputStack::kEnd);
  EXPECT_EQ(input.PeekSecond(), InputStack::kEnd);
  EXPECT_TRUE(input.place().at_end);
  EXPECT_EQ(input.place().line, 1);
}

TEST(InputStack, GivesBytesOneByOne) {
  InputStack input("a\xff");
  EXPECT_EQ(input.Peek(), 'a');
  EXPECT_EQ(input.Peek(), 'a') << "looking takes nothing";
  EXPECT_EQ(input.PeekSecond(), 0xff);
  EXPECT_EQ(input.next(), (Span{0, 1}));
  input.Take();
  EXPECT_EQ(input.last(), (Span{0, 1}));
  EXPECT_EQ(input.Peek(), 0xff);
  EXPECT_EQ(input.PeekSecond(), InputStack::kEnd);
  input.Take();
  EXPECT_EQ(input.Peek(), InputStack::kEnd);
  EXPECT_EQ(input.next(), (Span{2, 2}));
}

TEST(InputStack, HasNoSeamsRoundAMacro) {
  InputStack input("a$mc");
  TakeSome(&input, 3);
  const Span use = Join({1, 2}, input.last());
  input.Push({"m", "file", 7}, Text("xy"), use);
  EXPECT_EQ(Rest(&input), "xyc");
  EXPECT_EQ(input.taken(), 6u);
}

TEST(InputStack, IsInsideATextUntilAnotherCharacterIsTaken) {
  const auto outer = Text("$b"), inner = Text("x");
  InputStack input("c");
  input.Push({"a", "file", 1}, outer, {});
  TakeSome(&input, 2);
  EXPECT_EQ(input.Peek(), 'c') << "at the end of the macro's text,";
  EXPECT_TRUE(input.IsInside(*outer)) << "and still inside";
  input.Push({"b", "file", 2}, inner, {});
  EXPECT_TRUE(input.IsInside(*inner));
  input.Take();
  EXPECT_EQ(input.Peek(), 'c');
  EXPECT_TRUE(input.IsInside(*outer)) << "the inner one is at its last byte";
  input.Take();
  EXPECT_FALSE(input.IsInside(*inner));
  EXPECT_FALSE(input.IsInside(*outer));
}

TEST(InputStack, SecondCharactersAreOfTheSameText) {
  InputStack input("c");
  input.Push({"m", "file", 7}, Text("x"), {});
  EXPECT_EQ(input.Peek(), 'x');
  EXPECT_EQ(input.PeekSecond(), InputStack::kEnd);
}

TEST(InputStack, AnEmptyMacroIsNothing) {
  InputStack input("c");
  input.Push({"m", "file", 7}, Text(""), {});
  EXPECT_EQ(Rest(&input), "c");
}

// Of which all stay open until the next character is taken.
TEST(InputStack, LeavesAChainOfMacrosInOneStep) {
  InputStack input("$m c");
  TakeSome(&input, 2);
  for (int i = 0; i < 1000; ++i) {
    input.Push({"m", "file", 1}, Text("$m"), input.last());
    TakeSome(&input, 2);
    input.Peek();
  }
  EXPECT_EQ(Rest(&input), " c");
  EXPECT_LE(input.left(), 2000u);
}

TEST(InputStack, TracesMacrosToTheOutermostUse) {
  InputStack input("$m c");
  TakeSome(&input, 2);
  input.Push({"m", "one", 1}, Text("<$n>"), {0, 2});
  input.Take();
  EXPECT_EQ(input.last().begin, 0u);
  EXPECT_EQ(input.last().end, 2u);
  EXPECT_EQ(input.expansions().Trace(input.last()),
            (std::vector<MacroOrigin>{{"m", "one", 1}}));
  TakeSome(&input, 2);
  input.Push({"n", "two", 5}, Text("x"), input.last());
  input.Take();
  EXPECT_EQ(input.last().begin, 0u) << "where the reader of the file sees it";
  EXPECT_EQ(input.last().end, 2u);
  EXPECT_EQ(input.expansions().Trace(input.last()),
            (std::vector<MacroOrigin>{{"n", "two", 5}, {"m", "one", 1}}));
  EXPECT_EQ(Rest(&input), "> c");
  EXPECT_EQ(input.last(), (Span{3, 4}));
  EXPECT_EQ(input.macro_names(), (std::vector<std::string>{"m", "n"}));
}

TEST(InputStack, IsOnTheLineThatItHasLookedAt) {
  InputStack input("a\nb");
  EXPECT_EQ(input.place().line, 1);
  input.Peek();
  input.Take();
  EXPECT_EQ(input.place().line, 1);
  input.Peek();
  EXPECT_EQ(input.place().line, 2) << "pmie has read the newline by now";
  input.Peek();
  EXPECT_EQ(input.place().line, 2) << "once";
}

TEST(InputStack, CountsLinesOfAMacroByThemselves) {
  InputStack input("\n\nx");
  TakeSome(&input, 2);
  input.Push({"m", "file", 7}, Text("\na"), {2, 3});
  EXPECT_EQ(input.place().macro, 0);
  EXPECT_EQ(input.place().line, 1);
  input.Take();
  EXPECT_EQ(input.place().line, 2);
  input.Take();
  input.Peek();
  EXPECT_EQ(input.place().macro, -1);
  EXPECT_EQ(input.place().line, 3);
}

TEST(InputStack, NamesAMacroOnce) {
  InputStack input("");
  input.Push({"m", "file", 1}, Text("x"), {});
  Rest(&input);
  input.Push({"m", "file", 9}, Text("y"), {});
  EXPECT_EQ(input.macro_names(), std::vector<std::string>{"m"});
  EXPECT_EQ(input.place().macro, 0);
}

TEST(InputStack, DropsAllThatIsLeft) {
  InputStack input("abc");
  input.Take();
  input.Push({"m", "file", 1}, Text("xyz"), {});
  input.DropAll();
  EXPECT_EQ(Rest(&input), "");
}

}  // namespace
}  // namespace grammar
