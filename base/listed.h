// Listed: the first few of many names, in a line.
#ifndef TOCSIN_BASE_LISTED_H_
#define TOCSIN_BASE_LISTED_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// "a, b, c and 5 more": the first `most` of `names`, and how many there are
/// besides.
std::string Listed(const std::vector<std::string_view>& names,
                   std::size_t most);

}  // namespace base

#endif  // TOCSIN_BASE_LISTED_H_
