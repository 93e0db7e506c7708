// LogSink and LogFormatter: where spdlog's logger writes to, and pmie's lines.
// spdlog's own sinks write with fwrite(3): that waits for a slow reader, and
// loses without a word what a full disk does not take. An Output does neither,
// so that no line of the log holds up a tick.
#ifndef TOCSIN_CLI_LOG_SINK_H_
#define TOCSIN_CLI_LOG_SINK_H_

#include <spdlog/details/null_mutex.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>

#include <memory>
#include <string_view>

#include "base/zone.h"
#include "cli/output.h"

namespace cli {

/// The level of a text that is no line of the log: it stands as it is, and no
/// level keeps it back.
inline constexpr spdlog::level::level_enum kAsItStands = spdlog::level::off;

/// Writes each message at once. Threads: one.
class LogSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  /// With `coloured`, levels have colours where `out` is a terminal just then.
  /// Lifetime: `out` outlives it.
  LogSink(std::unique_ptr<spdlog::formatter> formatter, Output* out,
          bool coloured)
      : base_sink(std::move(formatter)), out_(*out), coloured_(coloured) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override;
  void flush_() override { out_.Flush(); }

 private:
  void Print(std::string_view line, const spdlog::details::log_msg& message);

  Output& out_;
  bool coloured_;
};

/// "[Fri Nov 20 19:56:53] PROGRAM(PID) LEVEL: TEXT" and a newline; what is
/// kAsItStands, as it stands.
class LogFormatter : public spdlog::formatter {
 public:
  /// The zone is that of the times when a line is written. Lifetime: `zone`
  /// outlives it.
  explicit LogFormatter(const base::Zone* zone);

  void format(const spdlog::details::log_msg& message,
              spdlog::memory_buf_t& line) override;
  std::unique_ptr<spdlog::formatter> clone() const override;

 private:
  const base::Zone* zone_;
  spdlog::pattern_formatter lines_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_LOG_SINK_H_
