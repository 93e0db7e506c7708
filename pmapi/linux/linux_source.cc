// The catalogue and the numbers of instances, held together.
#include "pmapi/linux/linux_source.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/system_error.h"
#include "pmapi/linux/awaited.h"
#include "pmapi/linux/linux_catalog.h"
#include "pmapi/linux/linux_stream.h"
#include "pmapi/linux/machine.h"
#include "pmapi/source/shortfalls.h"

namespace pmapi {
namespace {

class LinuxSource : public LiveSource {
 public:
  explicit LinuxSource(const LinuxOptions& options)
      : root_(options.root),
        system_(lnx::ThisSystem()),
        numbers_(std::make_shared<lnx::InstanceNumbers>()),
        catalog_(NewMachine()) {}

  const MetricCatalog& Catalog() const override { return catalog_; }
  const std::string& HostName() const override { return system_.nodename; }
  const std::string& ContextName() const override { return context_; }

  void Prepare(std::vector<Need> needs, base::Duration /*limit*/,
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
        NewMachine(), catalog_, std::move(wants), grid, awaited_, shortfalls_));
  }

 private:
  std::unique_ptr<lnx::Machine> NewMachine() const {
    return std::make_unique<lnx::Machine>(root_, system_, numbers_);
  }

  std::string root_;
  std::string context_ = "local:";
  lnx::System system_;
  std::shared_ptr<lnx::InstanceNumbers> numbers_;
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
  return std::unique_ptr<LiveSource>(std::make_unique<LinuxSource>(options));
}

}  // namespace pmapi
