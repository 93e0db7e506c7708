// What the walk finds, in our messages and pmie's.
#include "grammar/explain.h"

#include <string>
#include <utility>
#include <vector>

#include "grammar/mistake_message.h"
#include "grammar/syntax_walk.h"
#include "grammar/syslog_options.h"

namespace grammar {
namespace {

// pmie's lines: what the scanner says, then what the parser does.
void AddLines(const WalkResult& walk, const PmiePlace& place,
              const PmieMessages& pmie, std::vector<std::string>* lines) {
  if (!walk.mistake) return;
  lines->push_back(pmie.ErrorLine(place));
  lines->insert(lines->end(), walk.pmie.begin(), walk.pmie.end());
}

// Of options of the syslog actions that pmie has read before it fails.
void AddWarnings(const StatementText& text, const WalkResult& walk,
                 const PmieMessages& pmie, Explanation* why) {
  for (const SyslogCall& syslog : walk.syslogs) {
    ast::Call call;
    std::vector<Span> strings;
    for (std::size_t i = syslog.first; i < syslog.end; ++i) {
      if (text.tokens[i].kind != TokenKind::kString) continue;
      call.arguments.push_back(text.tokens[i].text);
      strings.push_back(text.tokens[i].span);
    }
    // It is complete once a word is read that is none of its strings.
    const bool at_fault = text.fault && text.fault->token == syslog.end;
    const PmiePlace& place =
        at_fault ? text.fault->place : text.tokens[syslog.end].place;
    for (Diagnostic& warning :
         TakeSyslogOptions(&call, strings, pmie.WarningLine(place))) {
      (at_fault ? why->behind : why->ahead).push_back(std::move(warning));
    }
  }
}

std::string MetricAt(const Mistake& mistake, const std::vector<Token>& tokens) {
  const bool alone = mistake.stage == Mistake::Stage::kOperator &&
                     mistake.have == kArithmetic &&
                     mistake.operand + 1 == mistake.token;
  const Token& operand = tokens[mistake.operand];
  return alone && operand.kind == TokenKind::kIdentifier ? operand.text : "";
}

Explanation ExplainMistake(const StatementText& text, const WalkResult& walk,
                           const PmieMessages& pmie) {
  const Token& wrong = text.tokens[walk.mistake->token];
  Explanation why;
  why.takes_number = walk.takes_number;
  why.diagnostic = DescribeMistake(text.tokens, *walk.mistake, pmie.source());
  why.metric = MetricAt(*walk.mistake, text.tokens);
  AddLines(walk, wrong.place, pmie, &why.diagnostic.pmie);
  AddWarnings(text, walk, pmie, &why);
  return why;
}

// For pmie the statement ends at a fault, and it may have gone wrong before.
Explanation ExplainFault(const StatementText& text, const PmieMessages& pmie) {
  const LexicalFault& fault = *text.fault;
  const WalkResult walk = WalkSyntax(text.tokens, fault.token);
  std::vector<std::string> lines = fault.diagnostic.pmie;
  if (fault.pmie_syntax_error) {
    lines.insert(lines.begin(), pmie.ErrorLine(fault.place));
  }
  if (walk.mistake && walk.mistake->token < fault.token) {
    Explanation why = ExplainMistake(text, walk, pmie);
    std::vector<std::string>& all = why.diagnostic.pmie;
    if (walk.read_to_end) all.insert(all.end(), lines.begin(), lines.end());
    return why;
  }
  Explanation why;
  why.diagnostic = fault.diagnostic;
  why.diagnostic.pmie = std::move(lines);
  why.takes_number = walk.takes_number && fault.token > 0;
  AddLines(walk, fault.end, pmie, &why.diagnostic.pmie);
  AddWarnings(text, walk, pmie, &why);
  return why;
}

}  // namespace

Explanation Explain(const StatementText& text, const PmieMessages& pmie) {
  if (text.fault) return ExplainFault(text, pmie);
  const WalkResult walk = WalkSyntax(text.tokens, text.tokens.size() - 1);
  if (!walk.mistake) {
    // The parser is right even if we cannot tell why.
    Explanation why;
    why.diagnostic.span = {text.tokens.front().span.begin,
                           text.tokens.back().span.begin};
    why.diagnostic.message = "this is not a statement";
    why.diagnostic.pmie = {pmie.ErrorLine(text.tokens.back().place)};
    return why;
  }
  return ExplainMistake(text, walk, pmie);
}

}  // namespace grammar
