// StoredText: what is to be stored into a metric of each pmcd. Done by
// stores.h.
#ifndef TOCSIN_PMAPI_PMCD_STORED_TEXT_H_
#define TOCSIN_PMAPI_PMCD_STORED_TEXT_H_

#include <cstddef>
#include <string>

namespace pmapi::pmcd {

/// Into each instance of `metric`, whose type is a text's or event records'.
struct StoredText {
  static constexpr std::size_t kMostBytes = 4096;

  std::string metric;
  std::string text;  // of kMostBytes at most

  friend bool operator==(const StoredText&, const StoredText&) = default;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_STORED_TEXT_H_
