// "Did you mean": the closest of the names that exist. Only asked after an
// error, so it may take its time.
#ifndef TOCSIN_ENGINE_CHECK_SUGGEST_H_
#define TOCSIN_ENGINE_CHECK_SUGGEST_H_

#include <string>
#include <string_view>
#include <vector>

namespace engine::check {

/// `did you mean "NAME"?` with the candidate closest to `wanted` by edits
/// (insert, delete, replace, swap of neighbours); empty if none is close.
std::string DidYouMean(std::string_view wanted,
                       const std::vector<std::string>& candidates);

/// `it is not a metric but a group: A, B, ...` with the first metrics below.
std::string MetricsBelow(std::string_view prefix,
                         const std::vector<std::string>& metrics);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_SUGGEST_H_
