// The catalog of an archive that is seen through a name space of its own.
#ifndef TOCSIN_PMAPI_ARCHIVE_NAMES_H_
#define TOCSIN_PMAPI_ARCHIVE_NAMES_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pmapi/archive/metadata.h"
#include "pmapi/source/name_table.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// An archive whose own names do not count. Lifetime: borrows the metadata.
class RenamedCatalog : public MetricCatalog {
 public:
  RenamedCatalog(const Metadata* metadata, NameTable names)
      : metadata_(metadata), names_(std::move(names)) {}

  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override {
    return metadata_->Instances(indom);
  }
  std::vector<std::string> MetricNames() const override;
  HelpText Help(std::string_view name) const override;

 private:
  const Metadata* metadata_;
  NameTable names_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_NAMES_H_
