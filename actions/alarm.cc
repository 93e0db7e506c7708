// The arguments of pmie's confirmation program.
#include "actions/alarm.h"

#include <string_view>
#include <utility>

#include "base/calendar.h"
#include "engine/alarm/shown.h"

namespace actions {
namespace {

constexpr std::string_view kVariable = "PCP_XCONFIRM_PROG=";
constexpr char kEcho[] = "/bin/echo";

/// As ctime writes it, to the nearest second and with its newline.
std::string Stamp(const base::Zone& zone, base::Timestamp time) {
  std::string stamp;
  base::AppendCtime(zone, time + base::Duration{base::kNanosPerSecond / 2},
                    &stamp);
  return stamp + '\n';
}

}  // namespace

Alarm::Alarm(std::vector<std::string> environment, const base::Zone* zone,
             Children* children, Log log)
    : environment_(std::move(environment)),
      zone_(zone),
      children_(*children),
      log_(std::move(log)) {
  for (const std::string& variable : environment_) {
    if (variable.starts_with(kVariable)) {
      path_ = variable.substr(kVariable.size());
    }
  }
}

Program Alarm::ProgramFor(const engine::alarm::Event& event) const {
  const bool echoes = path_.empty();
  Program program;
  program.path = echoes ? kEcho : path_;
  program.arguments = {program.path,
                       "-header",
                       "Performance Co-Pilot Alarm",
                       "-b",
                       "Cancel",
                       "-icon",
                       "warning",
                       "-t",
                       Stamp(*zone_, event.time),
                       "-t",
                       engine::alarm::Shown(event.message)};
  program.environment = environment_;
  program.with_standard_files = echoes;
  return program;
}

void Alarm::Perform(const engine::alarm::Event& event, const Done& done) {
  if (shown_) return done(true);
  if (path_.empty() && !std::exchange(told_, true)) {
    log_("Error", "PCP_XCONFIRM_PROG not found, using echo(1)");
  }
  const auto started = children_.Start(
      ProgramFor(event), [this](const Ending&) { shown_ = false; });
  shown_ = started.has_value();
  if (!started && !refused_) log_("Error", "alarm: " + started.error().message);
  refused_ = !started;
  done(shown_);
}

}  // namespace actions
