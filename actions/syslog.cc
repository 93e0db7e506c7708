// Priority, tag, and a text that people read.
#include "actions/syslog.h"

#include <syslog.h>

#include "engine/alarm/shown.h"

namespace actions {
namespace {

constexpr int kPriority = LOG_DAEMON | LOG_NOTICE;
constexpr char kTag[] = "pcp-pmie";

}  // namespace

std::string Syslog::Message(const engine::alarm::Event& event) {
  const auto& call = event.call;
  const int priority =
      call.syslog_priority < 0 ? kPriority : call.syslog_priority;
  const std::string& tag = call.syslog_tag;
  return SyslogLine(
      {tag.empty() ? kTag : tag, pid_, priority}, event.time, *zone_,
      limit_.Fit(Whose(event), engine::alarm::Shown(event.message)));
}

void Syslog::Perform(const engine::alarm::Event& event, const Done& done) {
  queue_.Add(Whose(event), Message(event), done);
}

}  // namespace actions
