// The headers of a request as lines: "Name: value".
#ifndef TOCSIN_ACTIONS_RECEIVERS_HEADER_LINES_H_
#define TOCSIN_ACTIONS_RECEIVERS_HEADER_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace actions {

/// Whether one of `lines` is of that name, in whatever case.
/// Source: RFC 9110, section 5.1.
bool HasHeader(const std::vector<std::string>& lines, std::string_view name);

/// True of what may stand behind the colon: a line of ASCII.
bool IsHeaderValue(std::string_view text);

/// Whether the value of a header of that name may be one, by what it speaks of.
bool MayBeSecret(std::string_view name);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_HEADER_LINES_H_
