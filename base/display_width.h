// DisplayWidth: how many columns of a terminal a text takes. Which characters
// may go there at all is base/printable.h's.
#ifndef TOCSIN_BASE_DISPLAY_WIDTH_H_
#define TOCSIN_BASE_DISPLAY_WIDTH_H_

#include <cstddef>
#include <string_view>

namespace base {

/// 0 of what joins the character before it, 2 of East Asian wide ones and of
/// most emoji, 1 of all others.
/// Units: columns.
int CharacterWidth(char32_t code);

/// Of `text` as base::Printable shows it; terminals differ on emoji that are
/// joined of several.
/// Units: columns.
std::size_t DisplayWidth(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_DISPLAY_WIDTH_H_
