// What is known of the parameters of event records beforehand, for advice.
#ifndef TOCSIN_ENGINE_CHECK_PARAMETERS_H_
#define TOCSIN_ENGINE_CHECK_PARAMETERS_H_

#include <optional>
#include <string>

#include "engine/check/metrics.h"
#include "engine/events/record_field.h"
#include "pmapi/metric/units.h"

namespace engine::check {

/// "there are: param_string, verb" of the records `records` of a source; empty
/// where they may have any, or so many that nobody reads them.
std::string ParametersThereAre(int source, pmapi::Pmid records,
                               Metrics* metrics);

/// Of a record's own field; nothing is known of what identifies one.
std::optional<pmapi::Units> UnitsOfOwn(events::OwnField field);

/// True of records none of which begins or ends anything: lines of log files,
/// of a journal and of the kernel's log.
bool AreMoments(const std::string& metric);

/// The NAME of logger.perfile.NAME.records; empty: it is called otherwise.
std::string LogFileIn(const std::string& metric);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_PARAMETERS_H_
