// Names, numbers, intervals of statements.
#include "engine/check/checker.h"

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "engine/check/record_advice.h"
#include "engine/check/statement.h"
#include "engine/check/suspicious.h"
#include "engine/check/window_memory.h"
#include "grammar/fetches.h"

namespace engine::check {

Checker::Checker(std::vector<SourceView> sources)
    : metrics_(std::move(sources)) {}

Checked Checker::Check(const grammar::SourceText& source,
                       grammar::ParsedFile parsed, int file) {
  return CheckFile(source, parsed, file, [&parsed](std::size_t place) {
    return std::make_shared<const expr::ast::Statement>(
        std::move(parsed.statements[place].statement));
  });
}

Checked Checker::Check(const grammar::SourceText& source,
                       const std::shared_ptr<const grammar::ParsedFile>& parsed,
                       int file) {
  return CheckFile(source, *parsed, file, [&parsed](std::size_t place) {
    return std::shared_ptr<const expr::ast::Statement>(
        parsed, &parsed->statements[place].statement);
  });
}

Checked Checker::CheckFile(const grammar::SourceText& source,
                           const grammar::ParsedFile& parsed, int file,
                           const TreeOf& tree_of) {
  using Kind = grammar::ParsedStatement::Kind;
  Checked checked;
  std::size_t copied = 0;
  const auto copy_until = [&](std::size_t end) {
    for (; copied < end; ++copied) {
      checked.diagnostics.push_back(parsed.diagnostics[copied]);
    }
  };
  for (std::size_t place = 0; place < parsed.statements.size(); ++place) {
    const grammar::ParsedStatement& one = parsed.statements[place];
    copy_until(one.last_diagnostic);
    const std::string name = one.statement.name;
    if (one.kind == Kind::kEvaluated) {
      evaluated_.push_back({&source, tree_of(place), file, {}});
      CheckStatement(static_cast<int>(evaluated_.size()) - 1, &checked);
    } else if (one.takes_number && one.statement.name.empty()) {
      ++last_number_;
    }
    metrics_.Define(name, one.kind);
  }
  evaluated_.shrink_to_fit();  // there may be a checker a host
  copy_until(parsed.diagnostics.size());
  WarnOfWindows(source, &checked);
  grammar::AddMacros(parsed.expansions, &checked.diagnostics);
  return checked;
}

/// Once, of the statement with which those of all take more than they should.
void Checker::WarnOfWindows(const grammar::SourceText& source,
                            Checked* checked) {
  const expr::Statement* first = nullptr;
  for (const expr::Statement& one : checked->statements) {
    const double before = window_bytes_;
    window_bytes_ += WindowBytes(one);
    const bool above = window_bytes_ > kMostWindowBytes;
    if (before <= kMostWindowBytes && above) first = &one;
  }
  if (first == nullptr) return;
  Report(source, &checked->diagnostics)
      .Warning(first->source->span,
               "the samples that are kept for windows may come to " +
                   std::to_string(std::lround(window_bytes_ / (1 << 30))) +
                   " GiB of memory",
               "fewer samples at a longer interval (delta) are as long a time");
}

std::string Checker::NameOf(const expr::ast::Statement& statement) {
  if (!statement.name.empty()) return statement.name;
  return "expr_" + std::to_string(++last_number_);
}

/// The statements whose texts name `source`.
const std::vector<int>& Checker::Asking(int source) {
  asking_.resize(metrics_.sources().size());
  for (; looked_at_ < evaluated_.size(); ++looked_at_) {
    std::set<int> sources;
    grammar::ForEachFetch(*evaluated_[looked_at_].statement->expr,
                          [&](const expr::ast::Fetch& fetch, grammar::Span) {
                            if (fetch.hosts.empty()) sources.insert(0);
                            for (const std::string& host : fetch.hosts) {
                              if (const auto found = metrics_.FindHost(host)) {
                                sources.insert(*found);
                              }
                            }
                          });
    for (const int one : sources) {
      asking_[one].push_back(static_cast<int>(looked_at_));
    }
  }
  return asking_[source];
}

Rechecked Checker::CheckAgain(const std::map<int, SourceView>& changed) {
  std::set<int> numbers;
  for (const auto& [source, view] : changed) {
    metrics_.Change(source, view);
    const std::vector<int>& asking = Asking(source);
    numbers.insert(asking.begin(), asking.end());
  }
  Checked checked;
  Rechecked again{{numbers.begin(), numbers.end()}, {}, {}};
  for (const int number : numbers) {
    CheckStatement(number, &checked);
    const EvaluatedStatement& known = evaluated_[number];
    for (auto& one : std::exchange(checked.diagnostics, {})) {
      again.diagnostics.emplace_back(known.source, std::move(one));
    }
  }
  again.statements = std::move(checked.statements);
  return again;
}

void Checker::CheckStatement(int number, Checked* checked) {
  EvaluatedStatement& known = evaluated_[number];
  const expr::ast::Statement& statement = *known.statement;
  Report report(*known.source, &checked->diagnostics);
  auto body = CheckBody(*statement.expr, &metrics_, &report);
  if (report.unknown_host() && !checked->unknown_host) {
    checked->unknown_host = checked->diagnostics.size() - 1;
  }
  if (!body) return;
  if (known.name.empty()) known.name = NameOf(statement);
  const auto named = names_.find(known.name);
  if (named != names_.end() && named->second != number) {
    report.LocatedBehind(statement.span,
                         "there is a statement " + known.name + " already", {},
                         "rule \"" + known.name + "\" multiply defined");
  }
  const auto interval = IntervalOf(statement.interval);
  if (!interval) {
    report.LocatedBehind(statement.span,
                         "the interval (delta) must be more than 0", {},
                         "delta must be more than 0");
  }
  if (report.errors() > 0) return;
  names_.emplace(known.name, number);
  expr::Statement result;
  result.number = number;
  result.name = known.name;
  result.interval = *interval;
  result.body = std::move(*body);
  result.arrow_line = statement.arrow_line;
  result.file = known.file;
  result.source = known.statement;
  WarnOfShortWindows(result, &report);
  WarnOfSilentGroups(result, &report);
  const auto& sources = metrics_.sources();
  WarnOfShortWithin(result, sources.empty() || sources.front().live, &report);
  checked->statements.push_back(std::move(result));
}

}  // namespace engine::check
