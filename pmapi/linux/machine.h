// Machine: this host as tables, each read again when asked. What stands in
// them is the parsers' business, what it is called the metric rows'.
#ifndef TOCSIN_PMAPI_LINUX_MACHINE_H_
#define TOCSIN_PMAPI_LINUX_MACHINE_H_

#include <array>
#include <bitset>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pmapi/linux/instance_numbers.h"
#include "pmapi/linux/kept_files.h"
#include "pmapi/linux/system.h"
#include "pmapi/linux/table.h"
#include "pmapi/linux/table_id.h"

namespace pmapi::lnx {

/// Threads: one at a time, together with all others that share `numbers`.
class Machine {
 public:
  Machine(std::string root, const System& system,
          std::shared_ptr<InstanceNumbers> numbers);

  /// Reads what the tables of `ids` come from, each file once. Instances that
  /// are numbered by the kernel have no names in them...
  void Refresh(const std::vector<TableId>& ids);
  /// ...but here.
  void RefreshWithNames(const std::vector<TableId>& ids);
  /// Why the last of these has less than there is, where the process or the
  /// machine has run out of something, or a file that is for everybody cannot
  /// be read.
  const std::optional<base::Error>& shortfall() const {
    return files_.shortfall();
  }

  /// Asks for a field: those that have a file of their own are read only where
  /// they were asked for.
  void Ask(TableId id, std::size_t column) {
    asked_[static_cast<std::size_t>(id)].insert(column);
  }

  /// From now on no other processes are looked at. REQUIRES: ascending.
  void LimitProcesses(std::vector<InstanceId> only) { only_ = std::move(only); }

  Table& table(TableId id) { return tables_[static_cast<std::size_t>(id)]; }
  const Table& table(TableId id) const {
    return tables_[static_cast<std::size_t>(id)];
  }

  // For readers.
  KeptFiles& files() { return files_; }
  /// The file that all tables of the reader come from. One that is there and
  /// cannot be read leaves them empty: what is counted of it is unknown, not 0.
  /// It is for everybody to read...
  std::string_view Text(std::string_view path);
  /// ...this one only for root, and others do without.
  std::string_view RootsText(std::string_view path);
  /// Leaves all tables of the reader empty: what they are made of cannot be
  /// read.
  void Miss() { missed_ = true; }
  bool wanted(TableId id) const {
    return wanted_[static_cast<std::size_t>(id)];
  }
  bool asked(TableId id, std::size_t column) const {
    return asked_[static_cast<std::size_t>(id)].contains(column);
  }
  /// Whether any field was whose name begins so.
  bool AskedAny(TableId id, std::string_view beginning) const;
  bool names() const { return names_; }
  /// The processes there are, ascending; listed once a refresh.
  const std::vector<InstanceId>& pids();
  const System& system() const { return system_; }

 private:
  void Number(const TableSpec& spec);
  void Clear(void (*reader)(Machine*));

  System system_;
  KeptFiles files_;
  std::shared_ptr<InstanceNumbers> numbers_;
  std::vector<Table> tables_;  // in the order of TableId
  std::bitset<kTables> wanted_;
  std::array<std::set<std::size_t>, kTables> asked_;  // columns
  bool names_ = false;
  bool missed_ = false;  // what the reader needs
  bool listed_ = false;
  std::vector<InstanceId> pids_;
  std::optional<std::vector<InstanceId>> only_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_MACHINE_H_
