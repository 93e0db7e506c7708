// Fuzz target: what a pmcd says. The first byte is 0 for a single PDU, which
// every decoder looks at, else a whole conversation: the input is what the
// source hears, in as many pieces as the byte says.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "pmapi/pmcd/message.h"
#include "pmapi/pmcd/result.h"
#include "pmapi/pmcd/tick_request.h"
#include "tests/support/pmcd_deaf.h"

namespace {

using pmapi::pmcd::Pdu;

/// Two of each metric that has values: of all its instances, and of some. They
/// are of three domains, and their types go round.
std::vector<pmapi::Want> WantsOf(const std::vector<pmapi::Pmid>& pmids) {
  constexpr int kTypes = 7;  // those of numbers, and strings
  std::vector<pmapi::Want> wants;
  for (std::size_t i = 0; i < pmids.size(); ++i) {
    pmapi::Want want;
    want.desc.pmid = pmids[i];
    want.desc.type = static_cast<pmapi::Type>(i % kTypes);
    const auto domain = static_cast<std::uint32_t>(i % 3);
    if (domain > 0) want.desc.indom = pmapi::InDom{domain};
    wants.push_back(want);
    want.only = {1, 3, 5};
    wants.push_back(want);
  }
  return wants;
}

/// One tick and the same again, once as they are and once as numbers.
void TakeTicks(const pmapi::pmcd::FetchResult& result,
               const std::vector<pmapi::Pmid>& pmids) {
  const std::vector<pmapi::Want> wants = WantsOf(pmids);
  pmapi::pmcd::TickRequest request(wants);
  std::vector<pmapi::NumberRows> rows(
      wants.size(), pmapi::NumberRows({pmapi::Type::kU64, 1, true}));
  pmapi::Samples samples;
  for (const bool numbers : {false, true}) {
    for (std::size_t i = 0; numbers && i < wants.size(); ++i) {
      if (pmapi::IsNumeric(wants[i].desc.type)) {
        samples.metrics[i].numbers = &rows[i];
      }
    }
    request.TakeResult(result, 0);
    request.tick().Finish(result.stamp(), &samples);
  }
  for (std::size_t i = 0; i < wants.size(); ++i) {
    const pmapi::MetricSamples& metric = samples.metrics[i];
    const auto width = samples.groups[metric.group].instances.size();
    CHECK(metric.numbers != nullptr ? rows[i].width() == width
                                    : metric.cells.size() == width);
  }
}

/// Decodes as the metrics that the result itself claims to have.
void DecodeResult(const Pdu& pdu) {
  pmapi::pmcd::FetchResult result;
  base::ByteReader in = pdu.Body();
  std::vector<pmapi::Pmid> pmids;
  while (in.remaining() >= 4 && pmids.size() < 64) {
    pmids.push_back(pmapi::Pmid{in.U32()});
    if (!result.Decode(pdu, pmids)) continue;
    TakeTicks(result, pmids);
    for (const pmapi::pmcd::ValueSet& set : result.sets()) {
      for (std::int32_t i = 0; i < set.count; ++i) {
        for (int type = -1; type <= 10; ++type) {
          pmapi::pmcd::Value value;
          result.Load(set, i, static_cast<pmapi::Type>(type), &value);
        }
      }
    }
  }
}

void DecodeEach(base::Bytes input) {
  if (input.size() < pmapi::pmcd::kHeaderSize) return;
  const Pdu pdu{
      static_cast<pmapi::pmcd::PduType>(base::LoadBig32(input.data() + 4)),
      input};
  // Each of them, whatever the one before says.
  int good = 0;
  good += DecodeWelcome(pdu).has_value();
  good += DecodeError(pdu).has_value();
  good += DecodePmids(pdu).has_value();
  good += DecodeNames(pdu).has_value();
  good += DecodeDesc(pdu).has_value();
  good += DecodeDescs(pdu).has_value();
  good += DecodeInstances(pdu).has_value();
  good += DecodeText(pdu).has_value();
  CHECK(good <= 8);
  DecodeResult(pdu);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const base::Bytes rest(data + 1, size - 1);
  if (data[0] == 0) {
    DecodeEach(rest);
  } else {
    tests::HearOut(rest, std::max<std::size_t>(1, rest.size() / data[0]));
  }
  return 0;
}
