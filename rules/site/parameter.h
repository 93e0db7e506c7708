// Parameter: what a template leaves to the site, of which type, and what may be
// given for it.
#ifndef TOCSIN_RULES_SITE_PARAMETER_H_
#define TOCSIN_RULES_SITE_PARAMETER_H_

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/yaml/yaml.h"
#include "pmapi/metric/units.h"

namespace rules::site {

enum class Type { kNumber, kPercentage, kDuration, kText, kChoice, kFlag };

/// In the order of Type.
inline constexpr std::pair<const char*, Type> kTypes[] = {
    {"number", Type::kNumber},     {"percentage", Type::kPercentage},
    {"duration", Type::kDuration}, {"text", Type::kText},
    {"choice", Type::kChoice},     {"flag", Type::kFlag}};

/// As grammar::Parser::Bind() takes it. Units: those of numbers are canonical;
/// percentages are from 0 to 100.
struct Value {
  std::variant<double, bool, std::string> value;
  std::string shown;  // as it was written, without a %
};

struct Parameter {
  std::string name;
  Type type = Type::kNumber;
  Value initial;  // where nobody gives one
  std::string initial_text;
  pmapi::Units units;  // of numbers, as of `initial`
  std::optional<double> from;
  std::optional<double> to;
  std::vector<std::string> among;  // of a choice
  std::string help;
  base::yaml::Place place;  // of its name, in the template
};

/// Why something is none of its values.
struct Refusal {
  std::string message;  // what the text is, without the text itself
  std::string hint;
};

/// The value of `parameter` that `text` is. Nothing that a text may hold is
/// read as rules later.
std::variant<Value, Refusal> ReadValue(const Parameter& parameter,
                                       const std::string& text);

}  // namespace rules::site

#endif  // TOCSIN_RULES_SITE_PARAMETER_H_
