// Each call of an action, against the members that its rule may tell of.
#include "engine/check/action_text.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "engine/check/second_shell.h"
#include "engine/expr/lead.h"
#include "engine/expr/operands.h"
#include "engine/expr/selectors.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using expr::Expr;

/// Units: bytes.
constexpr std::streamsize kMostOfFirstLine = 255;

bool SelectsAny(const ast::Call& call, std::string_view selectors) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
                     [selectors](const std::string& text) {
                       return expr::Selects(text, selectors);
                     });
}

// True of a metric that is not there yet: it may have instances.
bool IsAwaited(const Expr& lanes) {
  const expr::Fetch* fetch = expr::LeadFetch(lanes);
  return fetch != nullptr && (expr::IsUnresolved(*fetch) ||
                              std::any_of(fetch->descs.begin(),
                                          fetch->descs.end(), expr::IsAwaited));
}

// A least and a greatest are called as what they are of.
const Expr& Named(const Expr& lanes) {
  const auto* reduce = std::get_if<expr::Reduce>(&lanes.node);
  const bool extreme = reduce != nullptr && !lanes.instant &&
                       IsExtreme(reduce->reduction.reducer);
  return extreme ? *reduce->operand : lanes;
}

// Whether hosts, or instances, too, have been made one.
bool IsReduced(const Expr& lanes, bool instances) {
  const auto one_of_all = [instances](ast::Domain domain) {
    return domain == ast::Domain::kHost ||
           (instances && domain == ast::Domain::kInst);
  };
  for (const Expr* e = &lanes; e != nullptr; e = expr::LeadOperand(*e)) {
    const auto* reduce = std::get_if<expr::Reduce>(&e->node);
    if (reduce != nullptr && one_of_all(reduce->domain)) return true;
  }
  return false;
}

bool IsOfNoHost(const Expr& lanes) { return IsReduced(Named(lanes), false); }

bool IsOfNoInstance(const Expr& lanes) {
  const Expr& named = Named(lanes);
  const expr::Layout& layout = named.layout;
  return IsReduced(named, true) ||
         (!layout.is_open() && !IsAwaited(named) &&
          std::all_of(layout.labels.begin(), layout.labels.end(),
                      [](const expr::LaneLabel& label) {
                        return label.instance == pmapi::kNullInstance;
                      }));
}

// `! some_inst ...`: what it is true of is no member.
bool IsOfNoMember(const Expr& condition) {
  const auto* unary = std::get_if<expr::Unary>(&condition.node);
  return unary != nullptr && unary->op == ast::UnaryOp::kNot &&
         expr::Quantifier(*unary->operand) != nullptr;
}

/// What an action's outcome is, whatever happens.
struct Sure {
  bool succeeds = false;
  const ast::Action* kept = nullptr;  // goes by the outbox, and decides it
};

Sure SureOf(const ast::Action& action) {
  if (const auto* call = std::get_if<ast::Call>(&action.node)) {
    const bool kept = ast::GoesByOutbox(*call);
    const bool shown = call->kind == ast::ActionKind::kPrint ||
                       call->kind == ast::ActionKind::kAlarm;
    return {kept || shown, kept ? &action : nullptr};
  }
  const auto& both = std::get<ast::Combine>(action.node);
  const Sure left = SureOf(*both.left);
  const Sure right = SureOf(*both.right);
  if (both.both) {
    return {left.succeeds && right.succeeds,
            left.kept != nullptr ? left.kept : right.kept};
  }
  return left.succeeds ? left : right;
}

/// Who reads what is told by it. What pmie has is as its files have it.
bool IsForPeople(ast::ActionKind kind) {
  return kind == ast::ActionKind::kWebhook || kind == ast::ActionKind::kMail ||
         kind == ast::ActionKind::kJournal;
}

/// Whether nothing parts the end of `text` from its beginning, which follows
/// for the next member.
bool IsGlued(const std::string& text) {
  const auto is_of_a_word = [](char c) {
    return base::IsLetterOrDigit(c) || c == '%' || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return expr::Selects(text, expr::kSelectors) && is_of_a_word(text.front()) &&
         is_of_a_word(text.back());
}

class TextChecker {
 public:
  TextChecker(const Expr* condition, const expr::Binding& binding,
              Report* report)
      : condition_(condition), binding_(binding), report_(report) {}

  void Check(const ast::Action& action) {
    if (const auto* both = std::get_if<ast::Combine>(&action.node)) {
      if (!both->both) WarnOfOutbox(*both->left);
      Check(*both->left);
      Check(*both->right);
      return;
    }
    const auto& call = std::get<ast::Call>(action.node);
    WarnOfNothing(call, action.span);
    WarnOfProgram(call, action.span);
    WarnOfSecondShell(call, action.span);
    if (call.kind == ast::ActionKind::kShell) WarnOfGlue(call, action.span);
    if (!IsForPeople(call.kind)) return;
    WarnOfGluedText(call, action.span);
    WarnOfRepeatedHost(call, action.span);
  }

 private:
  void WarnOfNothing(const ast::Call& call, grammar::Span span) {
    if (condition_ != nullptr && IsOfNoMember(*condition_)) {
      return WarnOfNoMember(call, span);
    }
    for (const char* selector : {"i", "h", "c"}) {
      if (!SelectsAny(call, selector)) continue;
      const char* hint = HintForNothing(*selector);
      if (hint != nullptr) return Nothing(selector, hint, span);
    }
  }

  // Why `selector` can have no value; null if it can have one.
  const char* HintForNothing(char selector) const {
    const Expr* lanes = binding_.lanes;
    if (lanes == nullptr) return "no metric decides this";
    if (selector != 'i') {
      return IsOfNoHost(*lanes) ? "what _host makes of all hosts is of none: "
                                  "some_host keeps those it is true of"
                                : nullptr;
    }
    return IsOfNoInstance(*lanes)
               ? "it is of the first condition that has a metric: put there "
                 "one of instances"
               : nullptr;
  }

  void WarnOfNoMember(const ast::Call& call, grammar::Span span) {
    if (!SelectsAny(call, "hicv")) return;
    report_->Warning(span,
                     "a string with % stands for each member that is true, and "
                     "where this condition is true none may be: it is left out",
                     "all_inst ( ! ... ) has the members; or say it in a "
                     "string of its own, without %");
  }

  void Nothing(const char* letter, const char* hint, grammar::Span span) {
    const std::string selector = std::string("%") + letter;
    report_->Warning(
        span, selector + " has no value here: <" + selector + " undefined>",
        hint);
  }

  // On the left of a |. One is told of once.
  void WarnOfOutbox(const ast::Action& left) {
    const auto [succeeds, kept] = SureOf(left);
    if (!succeeds || kept == nullptr || !told_.insert(kept).second) return;
    const bool reliably = std::get<ast::Call>(kept->node).reliably;
    report_->Warning(kept->span,
                     (reliably ? "this" : "a webhook") +
                         std::string(" has succeeded when it is in the outbox, "
                                     "from which it is delivered later: what "
                                     "stands behind the | is not done"),
                     reliably
                         ? "without reliably its own outcome is waited for"
                         : "now webhook ... waits for the receiver's answer");
  }

  void WarnOfProgram(const ast::Call& call, grammar::Span span) {
    if (call.kind != ast::ActionKind::kExec) return;
    struct stat found {};
    const char* program = call.receiver.c_str();
    const bool there = ::stat(program, &found) == 0;
    if (there && S_ISREG(found.st_mode) && ::access(program, X_OK) == 0) {
      return WarnOfInterpreter(call, span);
    }
    const std::size_t blank = call.receiver.find(' ');
    const bool words = !there && blank != std::string::npos;
    report_->Warning(
        span,
        call.receiver + (there ? " cannot be run by this user"
                               : " is not there on this host"),
        words ? "no shell cuts words, each is a string of its own: exec \"" +
                    call.receiver.substr(0, blank) + "\" \"...\""
              : "");
  }

  // The kernel takes all up to a blank or the end of the line for its name.
  void WarnOfInterpreter(const ast::Call& call, grammar::Span span) {
    std::ifstream program(call.receiver);
    std::string line(kMostOfFirstLine, '\0');
    program.read(line.data(), kMostOfFirstLine);
    line.resize(static_cast<std::size_t>(program.gcount()));
    line.resize(std::min(line.find('\n'), line.size()));
    if (!line.starts_with("#!")) return;
    line.erase(0, std::min(line.find_first_not_of(" \t", 2), line.size()));
    line.resize(std::min(line.find_first_of(" \t"), line.size()));
    if (::access(line.c_str(), F_OK) == 0) return;
    report_->Warning(span,
                     "the interpreter of " + call.receiver + " is not there",
                     line.ends_with('\r') ? "its first line ends in CR" : "");
  }

  // The string of the command itself is repeated for each member.
  void WarnOfGlue(const ast::Call& call, grammar::Span span) {
    if (!MayBeMany()) return;
    const std::string& text = call.arguments.front();
    const std::size_t end = text.find_last_not_of(" \t");
    if (!expr::Selects(text, expr::kSelectors) || end == text.npos ||
        std::string_view(";&|\n").find(text[end]) != std::string_view::npos ||
        text[text.find_first_not_of(" \t")] == ';') {
      return;
    }
    report_->Warning(
        span, "two members make one command of this: the text is repeated",
        "end it with a ;, or put what is to be repeated into a string of its "
        "own: shell \"command\" \" %i\"");
  }

  void WarnOfGluedText(const ast::Call& call, grammar::Span span) {
    const auto& texts = call.arguments;
    if (!MayBeMany() || std::none_of(texts.begin(), texts.end(), IsGlued)) {
      return;
    }
    report_->Warning(
        span, "two members make one word of this: the text is repeated",
        "what is repeated begins with a blank, in a string of its own: "
        "\"full:\" \" %i\"");
  }

  // A string that tells of the host alone is of each member, too.
  void WarnOfRepeatedHost(const ast::Call& call, grammar::Span span) {
    const auto& texts = call.arguments;
    const auto is_of_host = [](const std::string& text) {
      return expr::Selects(text, "hc") && !expr::Selects(text, "iv");
    };
    if (!MayBeMany() || !SelectsAny(call, "iv") ||
        std::none_of(texts.begin(), texts.end(), is_of_host)) {
      return;
    }
    report_->Warning(
        span, "the host stands there as often as there are members",
        "without %h: all of this tells the host anyway; or one string for "
        "all: \" %h: %i\"");
  }

  // A condition of several members has a quantifier.
  bool MayBeMany() const {
    if (binding_.lanes == nullptr || condition_ == nullptr ||
        binding_.lanes->layout.kind == expr::Layout::Kind::kSingle ||
        expr::Aggregate(*binding_.lanes) != nullptr) {
      return false;
    }
    return HasQuantifier(*condition_);
  }

  static bool HasQuantifier(const Expr& e) {
    const expr::Reduce* quantifier = expr::Quantifier(e);
    if (quantifier != nullptr && quantifier->domain != ast::Domain::kSample) {
      return true;
    }
    if (expr::Aggregate(e) != nullptr ||
        std::holds_alternative<expr::Match>(e.node)) {
      return false;
    }
    bool below = false;
    expr::ForEachOperand(
        e, [&below](const Expr& one) { below = below || HasQuantifier(one); });
    return below;
  }

  void WarnOfSecondShell(const ast::Call& call, grammar::Span span) {
    const auto shell = ShellOf(call);
    if (!shell) return;
    const bool exec = call.kind == ast::ActionKind::kExec;
    report_->Warning(span,
                     *shell + " reads the name anew: what is in it may be run",
                     HintFor(*shell, exec));
  }

  // Who reads a name as a part of a command: of `shell` a second shell, of
  // `exec` the first one.
  static std::optional<std::string> ShellOf(const ast::Call& call) {
    if (call.kind == ast::ActionKind::kExec) {
      std::vector<std::string> words{call.receiver};
      words.insert(words.end(), call.arguments.begin(), call.arguments.end());
      return SecondShellOf(words, "hic");
    }
    if (call.kind != ast::ActionKind::kShell) return std::nullopt;
    std::string command;
    for (const std::string& text : call.arguments) command += text;
    return SecondShellOf(command, "hic");
  }

  static std::string HintFor(const std::string& shell, bool exec) {
    if (shell == "eval") return "without eval the name is a word";
    if (shell == "ssh") {
      return exec ? "ssh makes one text of all words: the name is in its "
                    "input, too"
                  : "ssh makes one text of all words: give the name as its "
                    "input";
    }
    return exec ? "give it the name as an argument: exec \"/bin/sh\" \"-c\" "
                  "\"ls \\\"\\$1\\\"\" \"sh\" \"%i\""
                : "give it the name as an argument: sh -c 'ls \"\\$1\"' sh %i";
  }

  const Expr* condition_;
  const expr::Binding& binding_;
  Report* report_;
  std::set<const ast::Action*> told_;
};

}  // namespace

void CheckTexts(const ast::Action& action, const Expr* condition,
                const expr::Binding& binding, Report* report) {
  TextChecker(condition, binding, report).Check(action);
}

}  // namespace engine::check
