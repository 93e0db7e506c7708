// By name to an identifier, by identifier to a descriptor.
#include "pmapi/archive/names.h"

namespace pmapi {

base::Result<MetricDesc> RenamedCatalog::Describe(std::string_view name) const {
  const auto pmid = LookUp(names_, name);
  if (!pmid) return pmid.error();
  if (const MetricDesc* desc = metadata_->Find(*pmid)) return *desc;
  return base::Error{base::ErrorCode::kNoPmid,
                     "the archive has no metric " + PmidText(*pmid)};
}

HelpText RenamedCatalog::Help(std::string_view name) const {
  const auto pmid = LookUp(names_, name);
  return pmid ? metadata_->HelpOf(*pmid) : HelpText();
}

std::vector<std::string> RenamedCatalog::MetricNames() const {
  std::vector<std::string> names;
  for (const auto& [name, pmid] : names_) names.push_back(name);
  return names;
}

}  // namespace pmapi
