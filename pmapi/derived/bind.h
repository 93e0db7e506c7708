// Bind: what a derived metric is on one source, by PCP's rules for types,
// semantics, units and instance domains. Source: pmapi/derived/FORMAT.md,
// "Metadata".
#ifndef TOCSIN_PMAPI_DERIVED_BIND_H_
#define TOCSIN_PMAPI_DERIVED_BIND_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "pmapi/derived/bound.h"
#include "pmapi/notation/derived_config.h"
#include "pmapi/source/source.h"

namespace pmapi::derived {

/// The identifier of definition `index` of a config: one that no source has.
Pmid PmidOf(std::size_t index);
/// The index of the definition that PmidOf() gave `pmid`, if it is one of
/// these.
std::optional<std::size_t> DefinitionOf(Pmid pmid);

/// The expression of `config`'s metric `name` over the metrics of `catalog`.
/// Errors: kNoMetric if there is no such definition; kPmapi, with PCP's words
/// behind ": ", where an operand is missing or does not fit; the catalog's,
/// where it knows nothing at all (kNotConnected).
base::Result<BoundExpr> Bind(const pmapi::notation::DerivedConfig& config,
                             const MetricCatalog& catalog,
                             std::string_view name);

/// How many ticks before its own take part in a value: those of rates and
/// differences.
std::int64_t LookBack(const BoundExpr& bound);

}  // namespace pmapi::derived

#endif  // TOCSIN_PMAPI_DERIVED_BIND_H_
