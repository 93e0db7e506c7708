// FetchResult: the values that a fetch brought, looked at in place. Which of
// them become columns is pmcd_stream.h's.
#ifndef TOCSIN_PMAPI_PMCD_RESULT_H_
#define TOCSIN_PMAPI_PMCD_RESULT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "base/time.h"
#include "pmapi/metric/metric.h"
#include "pmapi/pmcd/format.h"
#include "pmapi/pmcd/message.h"

namespace pmapi::pmcd {

/// The values of one metric.
struct ValueSet {
  Pmid pmid = kNullPmid;
  /// Below 0 it is an error code; then, and at 0, there are no values.
  std::int32_t count = 0;
  ValueFormat format = ValueFormat::kInSitu;
  /// Shape: [count], of instance and word.
  const std::uint8_t* values = nullptr;

  InstanceId instance(std::int32_t i) const {
    return static_cast<InstanceId>(Word(2 * i));
  }
  /// The value itself, or where in the PDU its block is, in words.
  std::uint32_t word(std::int32_t i) const { return Word(2 * i + 1); }

 private:
  std::uint32_t Word(std::int32_t i) const {
    return base::LoadBig32(values + 4 * static_cast<std::size_t>(i));
  }
};

/// A value in its metric's type.
struct Value {
  std::uint64_t bits = 0;  // as MetricSamples::bits; 0 for a string
  std::string_view text;   // of a string, up to its first NUL
};

/// Lifetime: views the PDU that was decoded last.
class FetchResult {
 public:
  /// Checks every set and every block of a result in either resolution.
  /// Errors: kProtocol where something does not fit, or where the metrics are
  /// not `pmids` in their order. What was decoded before is gone then.
  base::Result<void> Decode(const Pdu& pdu, const std::vector<Pmid>& pmids);

  base::Timestamp stamp() const { return stamp_; }
  const std::vector<ValueSet>& sets() const { return sets_; }

  /// The `i`-th value of `set`; false if it is not of `type`: it cannot be
  /// told what it is.
  bool Load(const ValueSet& set, std::int32_t i, Type type, Value* value) const;
  /// The `i`-th value of `set`, an array of `type`; false if it is none.
  bool LoadArray(const ValueSet& set, std::int32_t i, Type type,
                 base::Bytes* array) const;
  /// All values of `set` at once; false if it has none, or if Load() would
  /// have to look at each: at strings, at a type that is not the metric's.
  /// Shape: `bits` [set.count].
  bool LoadNumbers(const ValueSet& set, Type type, std::uint64_t* bits) const;

 private:
  bool TakeStamp(PduType type, base::ByteReader* in, std::int32_t* count);
  bool TakeSet(base::ByteReader* in, ValueSet* set);
  bool BlocksFit(const ValueSet& set) const;

  base::Bytes bytes_;
  base::Timestamp stamp_;
  std::vector<ValueSet> sets_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_RESULT_H_
