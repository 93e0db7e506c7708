// Terminals that several notations share. Included by this folder's .cc
// files only: Spirit X3 takes a second to compile.
#ifndef TOCSIN_PMAPI_NOTATION_X3_TERMINALS_H_
#define TOCSIN_PMAPI_NOTATION_X3_TERMINALS_H_

#include <boost/spirit/home/x3.hpp>
#include <cmath>
#include <cstdlib>

namespace pmapi::notation::terminal {

namespace x3 = boost::spirit::x3;

// Plain sets of characters: x3::alpha and its kin index a table with the
// (possibly negative) char.
inline const auto kLetter = x3::char_("a-zA-Z");
inline const auto kDigit = x3::char_("0-9");
inline const auto kSpace = x3::char_(" \t\n\v\f\r");

/// A number as strtod reads it, hexadecimal and "1e3" included, but neither
/// NaN nor white space before it.
/// REQUIRES: the text is NUL-terminated and iterated by const char*.
struct StrtodParser : x3::parser<StrtodParser> {
  using attribute_type = double;
  static constexpr bool has_attribute = true;

  template <typename Context, typename RuleContext, typename Attribute>
  bool parse(const char*& first, const char* const& last, const Context&,
             const RuleContext&, Attribute& attribute) const {
    if (first == last || *first == ' ' || (*first >= '\t' && *first <= '\r')) {
      return false;
    }
    char* end = nullptr;
    const double value = std::strtod(first, &end);
    if (end == first || std::isnan(value)) return false;
    first = end;
    x3::traits::move_to(value, attribute);
    return true;
  }
};
inline const StrtodParser kStrtod{};

/// The action that stores what was parsed. Lifetime: `variable` outlives it.
template <typename T>
auto Into(T* variable) {
  return [variable](auto& context) { *variable = x3::_attr(context); };
}

}  // namespace pmapi::notation::terminal

#endif  // TOCSIN_PMAPI_NOTATION_X3_TERMINALS_H_
