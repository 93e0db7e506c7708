// Descriptors of what has neither instances nor units.
#include "pmapi/records/record_feed.h"

#include <utility>

namespace pmapi::records {

RecordMetric MetricOfRecords(std::string name, Pmid pmid, std::string help) {
  return ParameterOfRecords(std::move(name), pmid, Type::kHighresEvent,
                            std::move(help));
}

RecordMetric ParameterOfRecords(std::string name, Pmid pmid, Type type,
                                std::string help) {
  MetricDesc desc;
  desc.pmid = pmid;
  desc.type = type;
  desc.indom = kNullInDom;
  desc.semantics = Semantics::kInstant;
  return {std::move(name), desc, std::move(help)};
}

}  // namespace pmapi::records
