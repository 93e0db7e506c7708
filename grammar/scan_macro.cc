// The scanner's `$name`: texts are read anew where they are used, numbers and
// truths are operands. Source: docs/pmie.md, "Macros". Values of parameters are
// never read anew.
#include <cmath>
#include <utility>
#include <variant>

#include "base/ascii.h"
#include "grammar/nearest.h"
#include "grammar/scanner.h"
#include "grammar/words.h"

namespace grammar {
namespace {

// As pmie has it: of longer ones it tells the beginning.
constexpr std::size_t kMostNameBytes = 253;
constexpr std::size_t kShownOfName = 20;
// A suggestion is a look at all names: beyond so many wrong ones there is none.
constexpr std::size_t kMostSuggestions = 50;

bool IsNamePart(int c) { return base::IsLetterOrDigit(c) || c == '_'; }

using Text = std::shared_ptr<const std::string>;

std::vector<std::string> KnownNames(const MacroTable& macros) {
  std::vector<std::string> names;
  for (const auto& macro : macros.macros()) names.push_back(macro.first);
  names.insert(names.end(), kClockFieldNames.begin(), kClockFieldNames.end());
  return names;
}

}  // namespace

void Scanner::NoMacroName(int first) {
  const char shown = static_cast<char>(first);  // as pmie at the end: '\xff'
  Fault("a $ starts the name of a macro, which begins with a letter",
        "a macro is used as $name or $'name'; a dollar in a string is \\$",
        std::string("macro name must begin with an alphabetic (not '") + shown +
            "')",
        false);
}

void Scanner::TakeIntoMacroName(std::string* name) {
  if (name->size() > kMostNameBytes) return input_.Take();
  *name += static_cast<char>(input_.Peek());
  input_.Take();
  if (name->size() <= kMostNameBytes) return;
  Fault("the name of a macro has at most " + std::to_string(kMostNameBytes) +
            " bytes",
        {}, "macro name too long: $" + name->substr(0, kShownOfName) + "...",
        false);
}

// The quote is taken already.
void Scanner::ReadQuotedMacroName(std::string* name) {
  while (!TakeIf('\'')) {
    if (input_.Peek() == ';' && out_->fault) return;
    TakeIf('\\');
    if (input_.Peek() == InputStack::kEnd) {
      return Fault("the name of this macro is not closed", {},
                   "unexpected end of file in macro name: $" + *name, false);
    }
    TakeIntoMacroName(name);
  }
}

// The dollar is taken already. What follows a fault is only skipped.
std::optional<Scanner::MacroName> Scanner::ReadMacroName() {
  const bool quoted = TakeIf('\'');
  if (!base::IsLetter(input_.Peek())) NoMacroName(input_.Peek());
  MacroName name;
  if (quoted) {
    ReadQuotedMacroName(&name.text);
  } else {
    while (IsNamePart(input_.Peek())) TakeIntoMacroName(&name.text);
    name.cut_off = input_.Peek() == InputStack::kEnd;
  }
  if (out_->fault) return std::nullopt;
  return name;
}

void Scanner::UndefinedMacro(const MacroName& name, bool in_string) {
  std::string hint;
  if (++suggestions_ <= kMostSuggestions) {
    hint = Nearest(name.text, KnownNames(macros_));
  }
  if (!hint.empty()) hint = "did you mean $" + hint + "?";
  if (hint.empty()) {
    hint =
        "a macro is a constant that is defined before it is used, without the "
        "$: ... = 5; or, of an expression, its text: ... = \"...\";";
    if (in_string)
      hint = "a $ of the shell or of a text is written \\$; " + hint;
  }
  // pmie does not look up a name that the text ends with.
  const char* what = name.cut_off ? "unexpected end of file in macro name: $"
                                  : "undefined macro name $";
  Fault("there is no macro $" + name.text, hint, what + name.text, false);
}

void Scanner::Expand(const std::string& name, const Macro& macro,
                     const Text& text) {
  const Span use = Join(token_.span, input_.last());
  if (input_.IsInside(*text)) {
    return Fault(
        "macro $" + name + " stands for itself",
        "its text has \\$, which is replaced where the text is used; $ "
        "alone is replaced at once, by what it stands for there",
        "macro $" + name + " stands for itself", true);
  }
  expanded_ += text->size();
  expanded_in_all_ += text->size();
  if (expanded_ > limits_.expansion_bytes) {
    return Fault("the macros of this statement add more than " +
                     std::to_string(limits_.expansion_bytes) + " characters",
                 {}, "macro $" + name + " expands to too much", true);
  }
  if (expanded_in_all_ > limits_.text_expansion_bytes) {
    return Fault("the macros of this text add more than " +
                     std::to_string(limits_.text_expansion_bytes) +
                     " characters",
                 {}, "macro $" + name + " expands to too much", true);
  }
  ++expansions_;
  input_.Push({name, macro.file, macro.line}, text, use);
}

// Within a word or a string only texts will do. False: it was no text.
bool Scanner::ExpandInText(bool in_string) {
  const auto name = ReadMacroName();
  if (!name) return false;
  const Macro* macro = macros_.Find(name->text);
  if (macro == nullptr && !FindClockField(name->text)) {
    UndefinedMacro(*name, in_string);
    return false;
  }
  if (macro != nullptr && macro->bound)
    return AddBound(*name, *macro, in_string);
  if (macro == nullptr || !std::holds_alternative<Text>(macro->value)) {
    Fault("macro $" + name->text +
              " is not a string, so it cannot be part of one",
          {}, "macro $" + name->text + " not string valued as expected", true);
    return false;
  }
  Expand(name->text, *macro, std::get<Text>(macro->value));
  return !out_->fault;
}

// False: a fault.
bool Scanner::AddBound(const MacroName& name, const Macro& macro,
                       bool in_string) {
  if (!in_string) {
    Fault("parameter $" + name.text + " cannot be part of a word",
          "it stands by itself, or in a string", {}, true);
    return false;
  }
  const std::size_t begin = token_.text.size();
  for (const char c : *macro.bound) Append(c);
  NoteBound(name.text, macro, begin);
  return !out_->fault;
}

// A text, from `begin` to the end of the token that is being read.
void Scanner::NoteBound(const std::string& name, const Macro& macro,
                        std::size_t begin) {
  if (!macro.several && !std::holds_alternative<Text>(macro.value)) return;
  out_->bound.push_back({out_->tokens.size(),
                         begin,
                         token_.text.size(),
                         {name, macro.file, macro.line}});
}

// One operand; where the name of a host or an instance stands, that name.
void Scanner::EmitBound(const std::string& name, const Macro& macro) {
  if (macro.several) {
    return Fault("parameter $" + name + " has several values",
                 "--- for each takes them one by one", {}, true);
  }
  const std::size_t first = out_->tokens.size();
  EmitOperand(name, macro);
  if (macro.file.empty()) return;
  const auto number = input_.Number({name, macro.file, macro.line});
  for (std::size_t i = first; i < out_->tokens.size(); ++i) {
    Span& span = out_->tokens[i].span;
    span.first_expansion = span.last_expansion = number;
  }
}

void Scanner::EmitOperand(const std::string& name, const Macro& macro) {
  if (const bool* truth = std::get_if<bool>(&macro.value)) {
    return Emit(*truth ? TokenKind::kTrue : TokenKind::kFalse);
  }
  if (const double* number = std::get_if<double>(&macro.value)) {
    return EmitBoundNumber(*number);
  }
  token_.text.clear();
  for (const char c : *std::get<Text>(macro.value)) Append(c);
  const TokenKind before =
      out_->tokens.empty() ? TokenKind::kEnd : out_->tokens.back().kind;
  const bool names = before == TokenKind::kHash || before == TokenKind::kColon;
  token_.quoted = names;
  if (!names) NoteBound(name, macro, 0);
  Emit(names ? TokenKind::kIdentifier : TokenKind::kString);
}

// As it would be written.
void Scanner::EmitBoundNumber(double number) {
  const Token token = token_;
  if (std::signbit(number)) Emit(TokenKind::kMinus);
  token_ = token;
  token_.value = std::abs(number);
  Emit(TokenKind::kNumber);
}

// Where a word may begin, numbers and truths are operands.
void Scanner::ScanDollar() {
  const auto name = ReadMacroName();
  if (!name) return;
  token_.text = name->text;
  const Macro* macro = macros_.Find(name->text);
  if (macro == nullptr) {
    const auto field = FindClockField(name->text);
    if (!field) return UndefinedMacro(*name, /*in_string=*/false);
    token_.value = *field;
    return Emit(TokenKind::kVariable);
  }
  if (macro->bound) return EmitBound(name->text, *macro);
  if (std::holds_alternative<Text>(macro->value)) {
    return Expand(name->text, *macro, std::get<Text>(macro->value));
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

void Scanner::Warn(Span span, std::string message, std::string hint) {
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = std::move(message);
  warning.hint = std::move(hint);
  out_->warnings.push_back(std::move(warning));
}

}  // namespace grammar
