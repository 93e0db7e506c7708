// The scanner's `$name`: texts are read anew where they are used, numbers and
// truths are operands. Source: reference, "Macros" (1.7).
#include <utility>
#include <variant>

#include "grammar/keywords.h"
#include "grammar/scanner.h"

namespace grammar {
namespace {

bool IsNameStart(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsNamePart(int c) {
  return IsNameStart(c) || (c >= '0' && c <= '9') || c == '_';
}

using Text = std::shared_ptr<const std::string>;

std::vector<std::string> KnownNames(const MacroTable& macros) {
  std::vector<std::string> names;
  for (const auto& macro : macros.macros()) names.push_back(macro.first);
  for (const char* name :
       {"minute", "hour", "day", "month", "year", "day_of_week", "delta"}) {
    names.emplace_back(name);
  }
  return names;
}

}  // namespace

std::string Scanner::ReadQuotedMacroName() {
  std::string name;
  input_.Take();  // the quote
  while (input_.Peek() != InputStack::kEnd) {
    const int c = input_.Peek();
    input_.Take();
    if (c == '\'') return name;
    if (name.size() < limits_.token_bytes) name += static_cast<char>(c);
  }
  Fault("the name of this macro is not closed", {},
        "unexpected end of file in macro name: $" + name, false);
  return name;
}

// The dollar is taken already.
std::optional<std::string> Scanner::ReadMacroName() {
  const int first = input_.Peek();
  if (first == '\'') {
    std::string name = ReadQuotedMacroName();
    if (out_->fault) return std::nullopt;
    return name;
  }
  if (!IsNameStart(first)) {
    const char shown = static_cast<char>(first);  // as pmie at the end: '\xff'
    Fault("a $ starts the name of a macro, which begins with a letter",
          "a macro is used as $name or $'name'; a dollar in a string is \\$",
          std::string("macro name must begin with an alphabetic (not '") +
              shown + "')",
          false);
    return std::nullopt;
  }
  std::string name;
  while (IsNamePart(input_.Peek())) {
    name += static_cast<char>(input_.Peek());
    input_.Take();
  }
  return name;
}

void Scanner::UndefinedMacro(const std::string& name) {
  std::string hint = Nearest(name, KnownNames(macros_));
  if (!hint.empty()) hint = "did you mean $" + hint + "?";
  if (hint.empty()) hint = "a macro must be defined before it is used";
  Fault("there is no macro $" + name, hint, "undefined macro name $" + name,
        false);
}

void Scanner::Expand(const std::string& name, const Macro& macro,
                     const Text& text) {
  const Span use = Join(token_.span, input_.last());
  expanded_ += text->size();
  if (expanded_ > limits_.expansion_bytes) {
    return Fault("the macros of this statement add more than " +
                     std::to_string(limits_.expansion_bytes) + " characters",
                 "is $" + name + " in its own text?",
                 "macro $" + name + " expands to too much", true);
  }
  if (input_.depth() >= limits_.expansion_depth) {
    return Fault("more than " + std::to_string(limits_.expansion_depth) +
                     " macros inside one another",
                 "is $" + name + " in its own text?",
                 "macro $" + name + " expands too deep", true);
  }
  ++expansions_;
  input_.Push({name, macro.file, macro.line}, text, use);
}

// Within a word or a string only texts will do. False: it was no text.
bool Scanner::ExpandInText() {
  const auto name = ReadMacroName();
  if (!name) return false;
  const Macro* macro = macros_.Find(*name);
  if (macro == nullptr && !FindClockField(*name)) {
    UndefinedMacro(*name);
    return false;
  }
  if (macro == nullptr || !std::holds_alternative<Text>(macro->value)) {
    Fault("macro $" + *name + " is not a string, so it cannot be part of one",
          {}, "macro $" + *name + " not string valued as expected", true);
    return false;
  }
  Expand(*name, *macro, std::get<Text>(macro->value));
  return !out_->fault;
}

// Where a word may begin, numbers and truths are operands.
void Scanner::ScanDollar() {
  const auto name = ReadMacroName();
  if (!name) return;
  token_.text = *name;
  const Macro* macro = macros_.Find(*name);
  if (macro == nullptr) {
    const auto field = FindClockField(*name);
    if (!field) return UndefinedMacro(*name);
    token_.value = *field;
    return Emit(TokenKind::kVariable);
  }
  if (std::holds_alternative<Text>(macro->value)) {
    return Expand(*name, *macro, std::get<Text>(macro->value));
  }
  if (const bool* truth = std::get_if<bool>(&macro->value)) {
    token_.value = *truth;
  } else {
    token_.value = std::get<double>(macro->value);
  }
  Emit(TokenKind::kVariable);
}

void Scanner::Fault(std::string message, std::string hint, std::string pmie,
                    bool pmie_syntax_error) {
  if (out_->fault) return;
  LexicalFault fault;
  fault.token = out_->tokens.size();
  fault.place = input_.place();
  fault.pmie_syntax_error = pmie_syntax_error;
  fault.diagnostic.span = Join(token_.span, input_.last());
  fault.diagnostic.message = std::move(message);
  fault.diagnostic.hint = std::move(hint);
  fault.diagnostic.pmie.push_back(std::move(pmie));
  out_->fault = std::move(fault);
}

void Scanner::Warn(Span span, std::string message) {
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = std::move(message);
  out_->warnings.push_back(std::move(warning));
}

}  // namespace grammar
