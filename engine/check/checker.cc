// Names, numbers, intervals of statements.
#include "engine/check/checker.h"

#include <utility>

#include "engine/check/statement.h"

namespace engine::check {

Checker::Checker(std::vector<SourceView> sources)
    : metrics_(std::move(sources)) {}

std::string Checker::NameOf(const expr::ast::Statement& statement) {
  if (!statement.name.empty()) return statement.name;
  return "expr_" + std::to_string(++last_number_);
}

void Checker::Check(std::shared_ptr<const expr::ast::Statement> statement,
                    int file, Checked* checked) {
  Report report(&checked->diagnostics);
  auto body = CheckBody(*statement->expr, &metrics_, &report);
  checked->unknown_host = report.unknown_host();
  if (!body) return;
  const std::string name = NameOf(*statement);
  if (names_.count(name) != 0) {
    report.Located(statement->span, "there is a statement " + name + " already",
                   {}, "rule \"" + name + "\" multiply defined");
  }
  const auto interval = IntervalOf(statement->interval);
  if (!interval) {
    report.Located(statement->span, "delta must be more than 0", {},
                   "delta must be more than 0");
  }
  if (report.errors() > 0) return;
  names_.insert(name);
  expr::Statement result;
  result.name = name;
  result.interval = *interval;
  result.body = std::move(*body);
  result.arrow_line = statement->arrow_line;
  result.file = file;
  result.source = std::move(statement);
  checked->statements.push_back(std::move(result));
}

}  // namespace engine::check
