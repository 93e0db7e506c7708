// Folder: the MMV files of a directory, or one of them, as PCP's agent would
// export them: clusters, identifiers, names. No values.
#ifndef TOCSIN_PMAPI_MMV_FOLDER_H_
#define TOCSIN_PMAPI_MMV_FOLDER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/mmv/mmv_file.h"
#include "pmapi/source/shortfalls.h"

namespace pmapi::mmv {

/// A file, its cluster, and whether anybody wants its values.
struct FolderFile {
  explicit FolderFile(std::string path) : file(std::move(path)) {}

  MmvFile file;
  std::uint32_t cluster = 0;  // none yet
  bool wanted = false;
  /// Another when it was written anew: then counters may have begun anew. No
  /// two files have the same.
  std::int64_t origin = 0;
};

/// A metric and the file that it is in.
struct ExportedMetric {
  MetricDesc desc;
  FolderFile* holder = nullptr;
  const DeclaredMetric* metric = nullptr;
};

/// Lifetime: what it hands out lives until the next Refresh().
class Folder {
 public:
  using Names = std::map<std::string, ExportedMetric, std::less<>>;

  explicit Folder(std::string path) : path_(std::move(path)) {}

  /// Looks at all files again; those that are wanted are copied. A file keeps
  /// its cluster as long as it is there or wanted. Errors: kSystem where there
  /// is no such file or directory.
  base::Result<void> Refresh();

  /// Lifetime: until the next Refresh().
  const Names& names() const { return names_; }
  const ExportedMetric* Find(Pmid pmid) const;
  /// The domain, or nothing where no file has it.
  const Indom* FindIndom(InDom indom) const;

  /// Why the file that could have metric `name` is not used, if it is damaged.
  const base::Error* WhyNot(std::string_view name) const;
  /// Why the one file is not used, if the path is one and it cannot be.
  const base::Error* Damage() const;

  /// Why nothing was there when one last looked.
  const std::optional<base::Error>& absent() const { return absent_; }
  /// Why values are missing, of all who read this folder.
  Shortfalls& shortfalls() { return shortfalls_; }

  /// Grows whenever Find() may give something else.
  std::int64_t changes() const { return changes_; }

 private:
  base::Result<std::vector<std::string>> List();
  bool Forget(const std::vector<std::string>& listed);
  void Rebuild();
  void Export(const std::string& file_name, FolderFile* holder);
  std::uint32_t FreeCluster() const;

  std::string path_;
  bool single_ = false;
  std::map<std::string, std::unique_ptr<FolderFile>, std::less<>> files_;
  Names names_;
  std::map<Pmid, const ExportedMetric*> by_pmid_;
  std::optional<base::Error> absent_;
  Shortfalls shortfalls_;
  std::int64_t changes_ = 0;
  std::int64_t origins_ = 0;
};

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_FOLDER_H_
