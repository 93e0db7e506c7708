// The catalogue and the numbers of instances, held together.
#include "pmapi/linux/linux_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <utility>

#include "base/system_error.h"
#include "pmapi/linux/awaited.h"
#include "pmapi/linux/linux_catalog.h"
#include "pmapi/linux/linux_stream.h"
#include "pmapi/linux/machine.h"
#include "pmapi/records/journal_feed.h"
#include "pmapi/records/kmsg_feed.h"
#include "pmapi/records/record_hub.h"
#include "pmapi/source/shortfalls.h"

namespace pmapi {
namespace {

using Feeds = std::vector<std::unique_ptr<records::RecordFeed>>;

/// What this host tells of by itself.
Feeds FeedsOf(const LinuxOptions& options) {
  Feeds feeds;
  feeds.push_back(std::make_unique<records::KmsgFeed>(
      options.root + "/dev/kmsg", options.root + "/proc/uptime"));
  for (records::LogFile log : options.logs) {
    log.path = options.root + log.path;
    feeds.push_back(
        std::make_unique<records::LogFeed>(std::move(log), feeds.size() - 1));
  }
  records::JournalOptions journal;
  journal.place = {options.root, options.journal};
  journal.state = options.journal_state;
  journal.news = options.journal_news;
  feeds.push_back(std::make_unique<records::JournalFeed>(std::move(journal)));
  return feeds;
}

/// What is wrong with log files before any is read. One that is not there may
/// come.
base::Result<void> CheckLogs(const LinuxOptions& options) {
  std::set<std::string> names;
  for (const records::LogFile& log : options.logs) {
    if (!names.insert(log.name).second) {
      return base::Error{base::ErrorCode::kInvalid,
                         "two log files are called " + log.name};
    }
    const auto file = records::FollowedFile::Open(options.root + log.path);
    if (!file && file.error().code == base::ErrorCode::kInvalid) {
      return file.error();
    }
  }
  if (names.size() <= records::kMostLogFiles) return {};
  return base::Error{
      base::ErrorCode::kInvalid,
      std::to_string(names.size()) + " log files: no more than " +
          std::to_string(records::kMostLogFiles) + " can be followed"};
}

/// A directory that is not there may come.
base::Result<void> CheckJournal(const LinuxOptions& options) {
  if (options.journal.empty()) return {};
  const std::string path = options.root + options.journal;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return {};
  return base::Error{base::ErrorCode::kInvalid,
                     path +
                         ": no directory: name the one that has the "
                         "journal's files"};
}

class LinuxSource : public LiveSource {
 public:
  explicit LinuxSource(const LinuxOptions& options)
      : root_(options.root),
        system_(lnx::ThisSystem()),
        numbers_(std::make_shared<lnx::InstanceNumbers>()),
        hub_(std::make_shared<records::RecordHub>(FeedsOf(options))),
        catalog_(NewMachine(), hub_->metrics()) {}

  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return system_.nodename; }
  const std::string& ContextName() const override { return context_; }

  void Prepare(SharedNeeds needs, base::Duration /*limit*/,
               std::function<void(base::Result<void>)> ready) override {
    awaited_ = std::make_shared<lnx::Awaited>(&catalog_, std::move(needs));
    ready({});
  }

  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid grid) override {
    if (grid.step.ns <= 0) {
      return base::Error{base::ErrorCode::kInvalid,
                         "the interval between ticks must be positive"};
    }
    return std::unique_ptr<SampleStream>(std::make_unique<lnx::LinuxStream>(
        NewMachine(), catalog_, std::move(wants), grid, awaited_, shortfalls_,
        hub_));
  }

 private:
  std::unique_ptr<lnx::Machine> NewMachine() const {
    return std::make_unique<lnx::Machine>(root_, system_, numbers_);
  }

  std::string root_;
  std::string context_ = "local:";
  lnx::System system_;
  std::shared_ptr<lnx::InstanceNumbers> numbers_;
  std::shared_ptr<records::RecordHub> hub_;
  lnx::LinuxCatalog catalog_;
  std::shared_ptr<lnx::Awaited> awaited_;
  std::shared_ptr<Shortfalls> shortfalls_ = std::make_shared<Shortfalls>();
};

}  // namespace

base::Result<std::unique_ptr<LiveSource>> OpenLinuxSource(
    const LinuxOptions& options) {
  const std::string stat = options.root + "/proc/stat";
  if (access(stat.c_str(), R_OK) != 0) {
    return base::SystemError(stat, errno);
  }
  if (auto right = CheckLogs(options); !right) return right.error();
  if (auto right = CheckJournal(options); !right) return right.error();
  return std::unique_ptr<LiveSource>(std::make_unique<LinuxSource>(options));
}

}  // namespace pmapi
