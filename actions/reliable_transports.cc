// Each errand to whoever would have done it at once.
#include "actions/reliable_transports.h"

#include <memory>
#include <optional>

#include "actions/command_action.h"
#include "base/patience.h"

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Who is told stands before what comes of it, and need not begin it too.
Tried TriedBy(const Result<void>& how, const std::string& receiver) {
  if (how) return {};
  std::string why = how.error().message;
  const std::string name = receiver.substr(receiver.find(' ') + 1) + ": ";
  if (why.starts_with(name)) why.erase(0, name.size());
  return {Verdict::kAgain, std::move(why)};
}

Result<void> ResultOf(const Result<Ending>& how) {
  if (!how) {
    return Error{how.error().code, "not begun: " + how.error().message};
  }
  if (how->succeeded()) return {};
  std::string what = "exit status " + std::to_string(how->status);
  if (how->signal != 0) {
    what = "killed by signal " + std::to_string(how->signal);
  }
  return Error{ErrorCode::kUnsupported,
               how->timed_out ? "took too long" : what};
}

}  // namespace

/// Who is told when the Pending is gone is nobody.
base::loop::Pending ErrandTransport::Send(const Notification& one,
                                          Ended ended) {
  struct Sending {
    Ended ended;
    base::loop::Pending later;
  };
  const auto sending = std::make_shared<Sending>();
  sending->ended = std::move(ended);
  const auto tell = [this, weak = std::weak_ptr(sending)](const Tried& tried) {
    const auto held = weak.lock();
    if (!held) return;
    held->later = timers_.After({}, [weak, tried] {
      if (const auto still = weak.lock()) {
        std::exchange(still->ended, nullptr)(tried);
      }
    });
  };
  if (const auto errand = ErrandOf(one.json)) {
    Do(one, *errand, [tell, receiver = one.receiver](const Result<void>& how) {
      tell(TriedBy(how, receiver));
    });
  } else {
    tell({Verdict::kFinal, "what is kept of it cannot be read"});
  }
  return base::loop::Pending([held = sending]() mutable { held.reset(); });
}

void DatagramTransport::Try(const std::string& message, const Told& told,
                            int tries) {
  const Result<void> how = send_(message);
  const bool later = !how && base::Passes(how.error().system_errno);
  if (!later || tries <= 1) return told(how);
  const std::uint64_t number = next_++;
  pauses_[number] = timers_.After(kPause, [this, message, told, tries, number] {
    const auto self = pauses_.extract(number);
    Try(message, told, tries - 1);
  });
}

void ProgramTransport::Do(const Notification& one, const Errand& errand,
                          const Told& told) {
  Command command;
  command.path = errand.program;
  command.arguments = errand.arguments;
  command.environment = errand.environment;
  command.environment.insert(command.environment.end(), environment_.begin(),
                             environment_.end());
  command.with_standard_files = false;
  command.input = errand.message;
  command.limit = CommandAction::kLimit;
  command.says = [said = said_, begin = one.rule + ": " +
                                        ActionOf(one.receiver) +
                                        ": says: "](const std::string& line) {
    said(LogLevel::kInfo, begin + line);
  };
  queue_.Add(
      one.rule,
      [command = std::make_shared<const Command>(std::move(command))] {
        return *command;
      },
      [told](const Result<Ending>& how) { told(ResultOf(how)); });
}

void StompTransport::Do(const Notification& one, const Errand& errand,
                        const Told& told) {
  if (broker_ == nullptr) {
    return told(Error{ErrorCode::kNotFound,
                      "no rule tells a message broker, so none is known"});
  }
  broker_->Send({errand.message, one.time, one.id}, told);
}

}  // namespace actions
