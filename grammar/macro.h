// MacroTable: the constants that rule texts have named so far, and those that
// they are given. What `$name` turns into is grammar/scanner.h's affair.
#ifndef TOCSIN_GRAMMAR_MACRO_H_
#define TOCSIN_GRAMMAR_MACRO_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace grammar {

/// What a parameter is given, and by whom.
struct BoundValue {
  /// A number in canonical units, a truth, or a text, which is not read as
  /// rules; nothing: several of them, which are no operand together.
  std::variant<std::monostate, double, bool, std::string> value;
  std::string shown;      // what it is within a string
  std::string file = {};  // of who gives it; empty: nobody is told of
  int line = 0;
};

/// A named constant: a number in canonical units, a truth, or a text.
struct Macro {
  /// The text is shared with the input that is being read from it, which may
  /// redefine the macro before its end.
  std::variant<double, bool, std::shared_ptr<const std::string>> value;
  std::string file;  // where it was defined
  int line = 0;
  /// Of a parameter's value, and of a text with such a part: it is one operand,
  /// or part of a string, whatever it holds; and as which text it is part of
  /// one.
  std::optional<std::string> bound = {};
  /// Of a parameter with several values: `value` is none of them.
  bool several = false;
};

/// By name; a later definition takes the earlier one's place.
class MacroTable {
 public:
  void Define(const std::string& name, Macro macro) {
    macros_.insert_or_assign(name, std::move(macro));
  }
  /// Null if there is none.
  /// Lifetime: until the name is defined again.
  const Macro* Find(std::string_view name) const {
    const auto found = macros_.find(name);
    return found == macros_.end() ? nullptr : &found->second;
  }
  const std::map<std::string, Macro, std::less<>>& macros() const {
    return macros_;
  }

 private:
  std::map<std::string, Macro, std::less<>> macros_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_MACRO_H_
