// Cut in front of a character.
#include "actions/text_limit.h"

#include "base/utf8.h"

namespace actions {

std::string TextLimit::Fit(const Whose& whose, std::string text) {
  if (text.size() <= most_) {
    cuts_.Right(whose);
    return text;
  }
  const std::string bytes = std::to_string(text.size()) + " bytes";
  cuts_.Wrong(whose, "cut: a text of " + bytes + ", of which " +
                         std::to_string(most_) + " fit");
  text.resize(base::Utf8Cut(text, most_));
  return text + "... (" + bytes + ')';
}

}  // namespace actions
