// Texts kept for as long as diagnostics point into them.
#include "cli/rule_files.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

#include "engine/check/pmie_lines.h"
#include "grammar/fetches.h"

namespace cli {
namespace {

std::optional<grammar::Span> FirstFetchOf(
    const std::string& host, const grammar::ast::Statement& statement) {
  std::optional<grammar::Span> first;
  if (!statement.expr) return first;
  grammar::ForEachFetch(*statement.expr, [&](const grammar::ast::Fetch& fetch,
                                             grammar::Span span) {
    const auto& hosts = fetch.hosts;
    const bool named =
        std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    if (!first && named) first = span;
  });
  return first;
}

}  // namespace

RuleFiles::RuleFiles(double default_interval) {
  parser_.set_default_interval(default_interval);
}

RuleFiles::RuleFiles(double default_interval,
                     std::vector<engine::check::SourceView> sources)
    : RuleFiles(default_interval) {
  checker_.emplace(std::move(sources));
}

void RuleFiles::Parse(const RuleText& from) {
  const int file = static_cast<int>(texts_.size());
  texts_.emplace_back(from.name, from.text);
  Unchecked one{file, from.parse ? from.parse() : parser_.Parse(texts_.back())};
  const auto& statements = one.parsed.statements;
  const std::size_t told =
      statements.empty() ? 0 : statements.back().last_diagnostic;
  swallows_ |= one.parsed.diagnostics.size() > told;
  unchecked_.push_back(std::move(one));
}

RuleNeeds RuleFiles::Needs() const {
  RuleNeeds needs;
  for (const Unchecked& one : unchecked_) AddNeeds(one.parsed, &needs);
  return needs;
}

bool RuleFiles::RefuseHost(const std::string& host, const std::string& why) {
  for (const Unchecked& one : unchecked_) {
    for (const grammar::ParsedStatement& parsed : one.parsed.statements) {
      const auto span = FirstFetchOf(host, parsed.statement);
      if (!span) continue;
      diagnostics_.push_back(
          {&texts_[one.file], {grammar::Severity::kError, *span, why, "", {}}});
      has_errors_ = true;
      return true;
    }
  }
  return false;
}

bool RuleFiles::Check(std::vector<engine::check::SourceView> sources) {
  if (!checker_) checker_.emplace(std::move(sources));
  return CheckParsed();
}

engine::check::Rechecked RuleFiles::CheckAgain(
    const std::map<int, engine::check::SourceView>& changed) {
  engine::check::Rechecked again = checker_->CheckAgain(changed);
  checker_->Rest();
  if (again.diagnostics.empty()) return again;
  std::set<std::tuple<const grammar::SourceText*, std::uint32_t, std::string>>
      known;
  for (const auto& [source, one] : diagnostics_) {
    known.emplace(source, one.span.begin, one.message);
  }
  for (const auto& [source, found] : again.diagnostics) {
    if (!known.emplace(source, found.span.begin, found.message).second)
      continue;
    diagnostics_.push_back({source, found});
  }
  return again;
}

bool RuleFiles::Add(const RuleText& one) {
  Parse(one);
  return CheckParsed();
}

bool RuleFiles::CheckParsed() {
  for (Unchecked& one : std::exchange(unchecked_, {})) {
    if (!CheckOne(std::move(one))) return false;
  }
  return true;
}

bool RuleFiles::CheckOne(Unchecked one) {
  const grammar::SourceText& source = texts_[one.file];
  for (const grammar::ParsedStatement& each : one.parsed.statements) {
    written_ += each.kind != grammar::ParsedStatement::Kind::kConstant;
  }
  engine::check::Checked checked =
      checker_->Check(source, std::move(one.parsed), one.file);
  if (checked.unknown_host && !pmie_diagnostics_) {
    pmie_diagnostics_ = diagnostics_.size() + *checked.unknown_host + 1;
  }
  for (grammar::Diagnostic& diagnostic : checked.diagnostics) {
    has_errors_ |= diagnostic.severity == grammar::Severity::kError;
    diagnostics_.push_back({&source, std::move(diagnostic)});
  }
  for (engine::expr::Statement& statement : checked.statements) {
    statements_.push_back(std::move(statement));
  }
  return !checked.unknown_host.has_value();
}

void RuleFiles::Refuse(const engine::expr::Statement& one,
                       const AgentFault& fault) {
  const grammar::SourceText& source = texts_[one.file];
  const grammar::Span span = one.source->span;
  diagnostics_.push_back(
      {&source,
       {grammar::Severity::kError, span, fault.message, fault.hint,
        engine::check::LinesBehind(span.end, source, fault.detail)}});
  has_errors_ = true;
}

void RuleFiles::KeepForAgent() {
  std::erase_if(statements_, [this](const engine::expr::Statement& one) {
    const auto fault = AgentFaultOf(one);
    if (!fault) return IsConstant(one);
    Refuse(one, *fault);
    return true;
  });
}

void RuleFiles::KeepForApplet() {
  std::erase_if(statements_, [this](const engine::expr::Statement& one) {
    const auto fault = AppletFaultOf(one);
    if (fault) Refuse(one, *fault);
    return fault.has_value();
  });
}

}  // namespace cli
