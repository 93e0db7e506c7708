// Derived metrics of a run: which files define them, what is wrong with these,
// and what live sources must be asked for their sake. What they are is
// pmapi/derived's.
#ifndef TOCSIN_CLI_DERIVED_METRICS_H_
#define TOCSIN_CLI_DERIVED_METRICS_H_

#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/rule_needs.h"
#include "pmapi/notation/derived_config.h"
#include "pmapi/source/source.h"

namespace cli {

/// The files that PCP_DERIVED_CONFIG names; where it is not set, PCP's own.
/// What is wrong with them goes to `err`, also that one that is named cannot be
/// read, of which pmie says nothing.
pmapi::notation::DerivedConfig LoadDerivedMetrics(
    const Environment& environment, bool as_pmie, Output* err);

/// What is wrong with the files, in PCP's words for pmie and in ours else.
std::string DerivedComplaints(const pmapi::notation::DerivedConfig& config,
                              bool as_pmie);

/// `needs` and, for each derived metric in it, the metrics it is made of.
/// Optional are the derived ones, which a pmcd hardly ever has itself, and what
/// is only asked for by definitions that say defined() of it.
std::vector<pmapi::Need> WithOperands(
    const pmapi::notation::DerivedConfig& config, const MetricNeeds& needs);

}  // namespace cli

#endif  // TOCSIN_CLI_DERIVED_METRICS_H_
