// A tree that would be higher than the limit is given up where it gets so.
#include "grammar/tree_builder.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/ascii.h"
#include "grammar/fold.h"
#include "grammar/foreign.h"
#include "grammar/syslog_options.h"
#include "grammar/words.h"

namespace grammar {
namespace {

bool IsUnitOfTime(const std::string& word) {
  const auto ours = FindKeyword(word, Vocabulary::kPmie);
  if (ours && ours->unit) {
    return ours->unit->dimension == UnitWord::Dimension::kTime;
  }
  const std::string known = UnitForForeign(word);
  return !known.empty() && known != word && IsUnitOfTime(known);
}

// "5 hours" and "1h30m", but not "5".
bool IsTime(const std::string& text) {
  const std::size_t unit = text.find_first_not_of("0123456789. ");
  if (unit == 0 || unit == text.npos) return false;
  const std::size_t end = text.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", unit);
  return IsUnitOfTime(text.substr(unit, end - unit));
}

// Null for what can be done reliably.
const char* WhyNotReliably(ast::ActionKind kind) {
  switch (kind) {
    case ast::ActionKind::kPrint:
    case ast::ActionKind::kAlarm:
      return " is for who looks on: leave reliably away";
    case ast::ActionKind::kShell:
      return " cannot be kept for later: run a program with exec";
    case ast::ActionKind::kWebhook:
      return " is delivered reliably as it is: leave reliably away";
    case ast::ActionKind::kSyslog:
    case ast::ActionKind::kStomp:
    case ast::ActionKind::kExec:
    case ast::ActionKind::kJournal:
    case ast::ActionKind::kMail:
      break;  // those for which actions/live_actions.cc has a way
  }
  return nullptr;
}

/// Of numbers: one that is written begins with no letter, that of a parameter
/// has its name as the text.
bool IsParameter(const Token& number) {
  return number.kind == TokenKind::kNumber && !number.text.empty() &&
         base::IsLetter(number.text.front());
}

}  // namespace

ExprWithHeight TreeBuilder::Wrap(ast::ExprPtr tree, std::size_t height) {
  if (IsConstant(*tree)) height = 0;
  if (TooHigh(height + 1, tree->span)) {
    return {MakeExpr(ast::Number{0}, tree->span), 1};
  }
  return {std::move(tree), height + 1};
}

void TreeBuilder::Refuse(Span span, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostics_.push_back(std::move(diagnostic));
}

bool TreeBuilder::TooHigh(std::size_t height, Span span) {
  if (height <= limits_.tree_depth) return false;
  if (!too_high_) {
    too_high_ = true;
    Diagnostic diagnostic;
    diagnostic.span = span;
    diagnostic.message = "more than " + std::to_string(limits_.tree_depth) +
                         " operators one after another";
    diagnostic.hint = "split the expression, or use a quantifier or aggregate";
    diagnostic.pmie = {pmie_.ErrorLine(end_), "statement too long"};
    diagnostics_.push_back(std::move(diagnostic));
  }
  return true;
}

ExprWithHeight TreeBuilder::Binary(TokenKind op, ExprWithHeight left,
                                   ExprWithHeight right, Span span) {
  const std::size_t height = std::max(left.height, right.height);
  return Wrap(MakeBinary(NodeOf<ast::BinaryOp>(op), std::move(left.tree),
                         std::move(right.tree), span),
              height);
}

// Of a minus the table has the infix operator.
ExprWithHeight TreeBuilder::Unary(TokenKind word, ExprWithHeight operand,
                                  Span span) {
  const ast::UnaryOp op = word == TokenKind::kMinus
                              ? ast::UnaryOp::kNegate
                              : NodeOf<ast::UnaryOp>(word);
  return Wrap(MakeUnary(op, std::move(operand.tree), span), operand.height);
}

ExprWithHeight TreeBuilder::Reduce(ast::Reduction reduction, ast::Domain domain,
                                   ExprWithHeight operand, Span span) {
  return Wrap(MakeReduce(reduction, domain, std::move(operand.tree), span),
              operand.height);
}

ActionWithHeight TreeBuilder::Combine(TokenKind op, ActionWithHeight left,
                                      ActionWithHeight right) {
  const std::size_t height = std::max(left.height, right.height) + 1;
  const Span span = Join(left.tree->span, right.tree->span);
  if (TooHigh(height, span)) return left;
  auto both = std::make_unique<ast::Action>();
  both->node = ast::Combine{op == TokenKind::kBoth, std::move(left.tree),
                            std::move(right.tree)};
  both->span = span;
  return {std::move(both), height};
}

ast::ActionPtr TreeBuilder::Call(const WrittenCall& written) {
  ast::Call call;
  call.kind = NodeOf<ast::ActionKind>(written.word);
  std::vector<Span> spans;
  for (const Token* text : written.texts) {
    call.arguments.push_back(text->text);
    spans.push_back(text->span);
  }
  if (written.holdoff) {
    call.holdoff = written.holdoff->Canonical();
    if (!written.holdoff->IsTime()) {
      diagnostics_.push_back(
          NoTime("the holdoff of an action", written.holdoff_span));
    }
  } else if (spans.size() > 1 && IsTime(call.arguments.front())) {
    diagnostics_.push_back(TimeInQuotes(spans.front()));
  }
  if (call.kind == ast::ActionKind::kSyslog) {
    const std::string line = pmie_.WarningLine(written.place_after);
    for (Diagnostic& warning : TakeSyslogOptions(&call, spans, line)) {
      diagnostics_.push_back(std::move(warning));
    }
  }
  if (HasReceiver(call.kind)) TakeReceiver(&call, written);
  TakePrefix(&call, written);
  auto action = std::make_unique<ast::Action>();
  action->node = std::move(call);
  action->span = written.span;
  return action;
}

void TreeBuilder::TakePrefix(ast::Call* call, const WrittenCall& written) {
  call->now = written.prefix == TokenKind::kNow;
  call->reliably = written.prefix == TokenKind::kReliably;
  call->piped = written.prefix == TokenKind::kPiped;
  const std::string word(WordOf(written.word).spelling);
  Diagnostic diagnostic;
  if (call->now && call->kind != ast::ActionKind::kWebhook) {
    diagnostic.message = "now stands before webhook alone";
    diagnostic.hint =
        "of " + word + " the outcome is waited for as it is: leave now away";
  }
  if (const char* why = WhyNotReliably(call->kind); call->reliably && why) {
    diagnostic.message =
        "reliably stands before syslog, stomp, exec, journal and mail alone";
    diagnostic.hint = word + why;
  }
  if (call->piped && call->kind != ast::ActionKind::kShell) {
    diagnostic.message = "piped stands before shell alone";
    diagnostic.hint = call->kind == ast::ActionKind::kExec
                          ? "exec has the event on its standard input as it "
                            "is: leave piped away"
                          : word + " runs no command: leave piped away";
  }
  if (diagnostic.message.empty()) return;
  diagnostic.span = written.span;
  diagnostics_.push_back(std::move(diagnostic));
}

void TreeBuilder::TakeReceiver(ast::Call* call, const WrittenCall& written) {
  call->receiver = std::move(call->arguments.front());
  call->arguments.erase(call->arguments.begin());
  const Span span = written.texts.front()->span;
  if (auto wrong = WrongReceiverOf(*call, span, receivers_)) {
    diagnostics_.push_back(*std::move(wrong));
  }
  if (auto early = EarlyResolve(*call, span, interval_, receivers_)) {
    diagnostics_.push_back(*std::move(early));
  }
}

int TreeBuilder::Sample(const Token& token) {
  const double number = std::get<double>(token.value);
  // Who gives a parameter its value does not see what cuts it.
  if (IsParameter(token) && std::floor(number) != number) {
    Refuse(token.span,
           "the value of $" + token.text + " is no whole number of samples",
           "samples are counted: give it a value without a fraction");
    return 0;
  }
  if (number <= limits_.samples) return static_cast<int>(number);
  Diagnostic diagnostic;
  diagnostic.span = token.span;
  diagnostic.message = "more than " +
                       std::to_string(static_cast<long>(limits_.samples)) +
                       " samples";
  diagnostic.pmie = {pmie_.ErrorLine(token.place), "too many samples"};
  diagnostics_.push_back(std::move(diagnostic));
  return 0;
}

}  // namespace grammar
