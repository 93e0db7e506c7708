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
      log_(std::move(log)),
      complaints_("alarm", log_),
      limit_("alarm", kMostText, log_) {
  for (const std::string& variable : environment_) {
    if (variable.starts_with(kVariable)) {
      path_ = variable.substr(kVariable.size());
    }
  }
}

Command Alarm::CommandFor(const engine::alarm::Event& event) {
  const bool echoes = path_.empty();
  Command command;
  command.path = echoes ? kEcho : path_;
  command.arguments = {
      command.path,
      "-header",
      "Performance Co-Pilot Alarm",
      "-b",
      "Cancel",
      "-icon",
      "warning",
      "-t",
      Stamp(*zone_, event.time),
      "-t",
      limit_.Fit(Whose(event), engine::alarm::Shown(event.message))};
  command.environment = environment_;
  command.with_standard_files = echoes;
  return command;
}

base::Result<void> Alarm::Show(const engine::alarm::Event& event) {
  if (shown_.size() >= kMost) {
    return base::Error{base::ErrorCode::kUnsupported,
                       std::to_string(kMost) + " windows are open"};
  }
  return children_.Start(
      CommandFor(event),
      [this, call = &event.call](const Ending&) { shown_.erase(call); });
}

void Alarm::Perform(const engine::alarm::Event& event, const Done& done) {
  if (shown_.count(&event.call) > 0) return done(Outcome::kSucceeded);
  if (path_.empty() && !std::exchange(told_, true)) {
    log_(LogLevel::kError, "PCP_XCONFIRM_PROG not found, using echo(1)");
  }
  const Whose whose(event);
  if (const auto shown = Show(event); !shown) {
    complaints_.Wrong(whose, shown.error().message);
    return done(Outcome::kNotPerformed);
  }
  shown_.insert(&event.call);
  complaints_.Right(whose);
  done(Outcome::kSucceeded);
}

}  // namespace actions
