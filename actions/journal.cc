// NAME=VALUE a line, or with the length where the value has lines.
#include "actions/journal.h"

#include <syslog.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string_view>

#include "base/rfc3339.h"
#include "base/sealed_file.h"
#include "engine/alarm/message_parts.h"
#include "engine/alarm/shown.h"

namespace actions {
namespace {

void AddField(std::string_view name, std::string_view value, std::string* out) {
  *out += name;
  if (value.find('\n') == value.npos) {
    *out += '=';
  } else {
    *out += '\n';
    constexpr int kBytes = 8;
    for (int i = 0; i < kBytes; ++i) {
      *out += static_cast<char>(std::uint64_t{value.size()} >> (8 * i) & 0xff);
    }
  }
  *out += value;
  *out += '\n';
}

void AddKnown(std::string_view name, const std::optional<std::string>& value,
              std::string* out) {
  if (value) AddField(name, *value, out);
}

}  // namespace

std::string JournalEntry(const engine::alarm::Event& event,
                         const base::Zone& zone) {
  std::string time;
  base::AppendRfc3339(zone, event.time, &time);
  std::string entry;
  AddField("MESSAGE", engine::alarm::Shown(event.message), &entry);
  AddField("PRIORITY", std::to_string(LOG_NOTICE), &entry);
  AddField("SYSLOG_IDENTIFIER", "tocsin", &entry);
  AddField("TOCSIN_RULE", event.statement.name, &entry);
  AddField("TOCSIN_TIME", time, &entry);
  const auto& bindings = event.parts->bindings;
  for (std::size_t i = 0; i < std::min(bindings.size(), Journal::kMostBindings);
       ++i) {
    AddKnown("TOCSIN_HOST", bindings[i].host, &entry);
    AddKnown("TOCSIN_INSTANCE", bindings[i].instance, &entry);
    AddField("TOCSIN_VALUE", bindings[i].value, &entry);
  }
  return entry;
}

base::Result<void> Journal::Send(const std::string& entry) {
  auto sent = socket_.Send(entry);
  const int why = sent ? 0 : sent.error().system_errno;
  if (why != EMSGSIZE && why != ENOBUFS) return sent;
  const auto file = base::SealedFile::Of(entry);
  if (!file) return file.error();
  return socket_.SendFile(file->fd());
}

void Journal::Perform(const engine::alarm::Event& event, const Done& done) {
  queue_.Add(Whose(event), JournalEntry(event, zone_), done);
}

}  // namespace actions
