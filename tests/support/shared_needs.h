// Needs as sources take them.
#ifndef TOCSIN_TESTS_SUPPORT_SHARED_NEEDS_H_
#define TOCSIN_TESTS_SUPPORT_SHARED_NEEDS_H_

#include <memory>
#include <utility>
#include <vector>

#include "pmapi/source/source.h"

namespace tests {

inline pmapi::SharedNeeds Shared(std::vector<pmapi::Need> needs) {
  return std::make_shared<const std::vector<pmapi::Need>>(std::move(needs));
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_SHARED_NEEDS_H_
