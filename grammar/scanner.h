// Scanner: from characters to the words of one statement after another, with
// macros put in. What a sequence of words means is grammar/parser.h's.
#ifndef TOCSIN_GRAMMAR_SCANNER_H_
#define TOCSIN_GRAMMAR_SCANNER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/input_stack.h"
#include "grammar/limits.h"
#include "grammar/macro.h"
#include "grammar/token.h"

namespace grammar {

/// A word that cannot be one: a macro that does not exist, or a limit reached.
struct LexicalFault {
  std::size_t token = 0;  // its place among the tokens; it is not one of them
  PmiePlace place;
  PmiePlace end;  // behind the statement's terminator, where pmie goes on
  bool pmie_syntax_error = false;  // it says so before `pmie`
  Diagnostic diagnostic;
};

/// A part of a string that is a parameter's text.
struct BoundPart {
  std::size_t token = 0;  // that string's place among the tokens
  std::size_t begin = 0;  // [begin, end) of its text
  std::size_t end = 0;
  MacroOrigin origin;  // without a file: nobody is to be told of
};

/// The words of one statement, its terminator (kEnd) last.
struct StatementText {
  std::vector<Token> tokens;
  std::optional<LexicalFault> fault;  // the first one
  std::vector<Diagnostic> warnings;
  std::vector<BoundPart> bound;  // in their order
};

/// Cuts a text into statements and those into words. Strings, quoted names and
/// comments are whole; a `;` or `}` outside them ends a statement.
class Scanner {
 public:
  /// Lifetime: all three must outlive this. `macros` is consulted at each use,
  /// so what a statement defines is known to the next.
  Scanner(std::string_view text, const MacroTable& macros,
          const Limits& limits);

  /// The next statement that is not empty; false at the end of the text.
  bool Next(StatementText* statement);

  /// Steps over one word, or a terminator and the blanks behind it.
  PmiePlace SkipWord();

  const InputStack& input() const { return input_; }

 private:
  void SkipBlanks();
  bool SkipComment();  // behind a slash
  void SkipLineComment(Span start);
  void SkipBlockComment(Span start);
  void SkipBehindTerminator();
  void ScanToken();
  void ScanWord();
  void ScanQuotedName();
  void ScanString();
  void ScanNumber(std::string text);
  void ScanNumberTail(std::string* text);
  void ScanDigits(std::string* text);
  void ScanDot();
  void ScanDollar();
  void ScanSign(int first);
  void ScanEscape(bool in_string);
  void Emit(TokenKind kind);
  void EmitWord();
  bool TakeIf(char c);
  void Append(char c);
  void TooLong();

  struct MacroName {
    std::string text;
    bool cut_off = false;  // by the end of the text
  };
  std::optional<MacroName> ReadMacroName();
  void ReadQuotedMacroName(std::string* name);
  void TakeIntoMacroName(std::string* name);
  void NoMacroName(int first);
  bool ExpandInText(bool in_string);
  void Expand(const std::string& name, const Macro& macro,
              const std::shared_ptr<const std::string>& text);
  bool AddBound(const MacroName& name, const Macro& macro, bool in_string);
  void EmitBound(const std::string& name, const Macro& macro);
  void EmitOperand(const std::string& name, const Macro& macro);
  void NoteBound(const std::string& name, const Macro& macro,
                 std::size_t begin);
  void EmitBoundNumber(double number);
  void UndefinedMacro(const MacroName& name, bool in_string);
  void Fault(std::string message, std::string hint, std::string pmie,
             bool pmie_syntax_error);
  void Warn(Span span, std::string message, std::string hint = {});
  void WarnOfUnclosedString();
  void WarnOfNoEscape(char c);

  InputStack input_;
  const MacroTable& macros_;
  const Limits& limits_;
  StatementText* out_ = nullptr;
  Token token_;                      // being read
  std::size_t expanded_ = 0;         // characters from macros in this statement
  std::size_t expanded_in_all_ = 0;  // and in all of them
  std::size_t expansions_ = 0;       // macros put in, ever
  std::size_t suggestions_ = 0;      // looked for, of macros that are none
  std::size_t slash_expansions_ = 0;  // that number at the last slash
  bool no_escape_warned_ = false;     // of this string
  int long_string_line_ = 0;          // of the first string over a line's end
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SCANNER_H_
