// MmvSourceTest: a folder of mapped files, and what a source makes of them.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_MMV_MMV_SOURCE_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_PMAPI_MMV_MMV_SOURCE_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/mmv/mmv_source.h"
#include "tests/support/file_tree.h"
#include "tests/support/mmv_specimen.h"
#include "tests/support/shared_needs.h"

namespace pmapi {

inline constexpr TickGrid kGrid{base::Timestamp{0},
                                base::Duration{10 * base::kNanosPerSecond}};

class MmvSourceTest : public testing::Test {
 protected:
  void Write(const std::string& name, const tests::MmvParts& parts) const {
    tree_.Write("/mmv/" + name, tests::MmvBytes(parts));
  }
  /// A file with one metric `a`, item 1, of value `value`.
  static tests::MmvParts One(std::uint64_t value) {
    tests::MmvParts parts;
    parts.metrics = {{"a", 1}};
    parts.values = {{0, value}};
    return parts;
  }
  std::string folder() const { return tree_.root() + "/mmv"; }
  std::unique_ptr<LiveSource> Open(const std::string& path) const {
    auto source = OpenMmvSource(path);
    EXPECT_TRUE(source.has_value());
    return *std::move(source);
  }

  tests::FileTree tree_;
};

inline Want All(const Source& source, std::string_view name) {
  return {*source.Catalog().Describe(name), {}};
}

inline Samples Fetched(SampleStream* stream) {
  Samples samples;
  const auto fetched = stream->Fetch(1, &samples);
  EXPECT_TRUE(fetched.has_value());
  return samples;
}

inline base::ErrorCode CodeOf(const base::Result<void>& result) {
  return result ? base::ErrorCode::kInvalid : result.error().code;
}

/// How it went.
inline base::ErrorCode Prepare(LiveSource* source, std::vector<Need> needs) {
  auto code = base::ErrorCode::kNotFound;
  source->Prepare(tests::Shared(std::move(needs)), {},
                  [&code](const base::Result<void>& r) { code = CodeOf(r); });
  return code;
}

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_MMV_MMV_SOURCE_FIXTURE_H_
