// The file belongs to the thread, also when it is removed.
#include "cli/statistics_writer.h"

#include <utility>

namespace cli {

StatisticsWriter::StatisticsWriter(base::loop::Loop* loop)
    : file_(std::make_shared<StatisticsFile>()), worker_(loop) {}

StatisticsWriter::~StatisticsWriter() {
  if (path_.empty()) return;
  (void)worker_.Do([file = std::move(file_)] {}, [] {});
  (void)worker_.Finish(kPatience);
}

void StatisticsWriter::Create(const std::string& folder, int pid,
                              StatisticsOrigin origin,
                              std::function<void(const Begun&)> told) {
  path_ = folder + '/' + std::to_string(pid);
  busy_ = true;
  const auto begun = std::make_shared<Begun>();
  const auto waits = std::make_shared<bool>(true);
  const auto tell = [this, begun, waits, told = std::move(told)] {
    if (!std::exchange(*waits, false)) return;
    busy_ = false;
    told(*begun);
  };
  const auto create = [file = file_, folder, pid, origin = std::move(origin),
                       begun] {
    begun->folder = MakeStatisticsFolder(folder);
    begun->file =
        begun->folder ? file->Create(folder, pid, origin) : begun->folder;
  };
  const auto given = worker_.Do(create, tell);
  if (!given) begun->file = given;
  if (!given || worker_.Finish(kPatience)) tell();
}

bool StatisticsWriter::Update(
    const std::string& host, const RunCounts& counts,
    std::function<void(const base::Result<void>&)> told) {
  if (std::exchange(busy_, true)) return false;
  const auto updated = std::make_shared<base::Result<void>>();
  const auto tell = [this, updated, told = std::move(told)] {
    busy_ = false;
    told(*updated);
  };
  const auto update = [file = file_, host, counts, updated] {
    *updated = file->Update(host, counts);
  };
  if (const auto given = worker_.Do(update, tell); !given) {
    *updated = given;
    tell();
  }
  return true;
}

}  // namespace cli
