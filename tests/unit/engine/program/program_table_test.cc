// ProgramTable: which programs are one, and what keeps two apart.
#include "engine/program/program_table.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "tests/unit/engine/program/expressions.h"

namespace engine::program {
namespace {

/// METRIC > most, of a host.
Program Rule(const char* metric = "m", double most = 5) {
  Builder builder;
  builder.AddView(
      *Two(ast::BinaryOp::kGreater, Fetch(metric, Singular()), Number(most)));
  return builder.Build();
}

/// The same but for what `change` does.
Program Changed(const std::function<void(Program*)>& change) {
  Program program = Rule();
  change(&program);
  return program;
}

TEST(ProgramTable, TheSameRulesAreOneProgram) {
  ProgramTable table;
  const auto one = table.Share(Rule());
  EXPECT_EQ(table.Share(Rule()), one);
  EXPECT_NE(table.Share(Rule("m", 6)), one);
  EXPECT_NE(table.Share(Rule("n")), one);
  EXPECT_EQ(table.size(), 3);
}

TEST(ProgramTable, WhatIsOfTheHostsKeepsThemApart) {
  ProgramTable table;
  const auto one = table.Share(Rule());
  ASSERT_EQ(one->columns.size(), 1);
  EXPECT_NE(table.Share(Changed([](Program* program) {
    program->columns[0].descs[0].type = pmapi::Type::kU64;
  })),
            one);
  EXPECT_NE(table.Share(Changed([](Program* program) {
    program->columns[0].rate = !program->columns[0].rate;
  })),
            one);
  EXPECT_NE(table.Share(Changed([](Program* program) {
    program->layouts[0].labels.push_back({0, 1, "sda"});
  })),
            one);
  EXPECT_NE(table.Share(Changed(
                [](Program* program) { program->strings.push_back("up"); })),
            one);
  EXPECT_NE(table.Share(Changed(
                [](Program* program) { program->nodes.back().last_use = 0; })),
            one);
  EXPECT_EQ(table.Share(Changed([](Program*) {})), one);
}

}  // namespace
}  // namespace engine::program
