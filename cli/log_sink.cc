// Flags for a pattern of spdlog's, and colours beside Output's own cleaning.
#include "cli/log_sink.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/calendar.h"

namespace cli {
namespace {

using spdlog::details::log_msg;

void Append(std::string_view text, spdlog::memory_buf_t* line) {
  line->append(text.data(), text.data() + text.size());
}

/// "Fri Nov 20 19:56:53".
class TimeFlag : public spdlog::custom_flag_formatter {
 public:
  explicit TimeFlag(const base::Zone* zone) : zone_(*zone) {}
  void format(const log_msg& message, const std::tm&,
              spdlog::memory_buf_t& line) override {
    constexpr std::size_t kWithoutYear = 19;
    const std::chrono::nanoseconds since = message.time.time_since_epoch();
    std::string time;
    base::AppendCtime(zone_, {since.count()}, &time);
    Append(std::string_view(time).substr(0, kWithoutYear), &line);
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<TimeFlag>(&zone_);
  }

 private:
  const base::Zone& zone_;
};

/// "Warning": spdlog's word, with a capital.
class LevelFlag : public spdlog::custom_flag_formatter {
 public:
  void format(const log_msg& message, const std::tm&,
              spdlog::memory_buf_t& line) override {
    const auto word = spdlog::level::to_string_view(message.level);
    line.push_back(static_cast<char>(word[0] - 'a' + 'A'));
    Append({word.data() + 1, word.size() - 1}, &line);
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<LevelFlag>();
  }
};

spdlog::pattern_formatter::custom_flags Flags(const base::Zone* zone) {
  spdlog::pattern_formatter::custom_flags flags;
  flags['*'] = std::make_unique<TimeFlag>(zone);
  flags['l'] = std::make_unique<LevelFlag>();
  return flags;
}

/// By SGR: bold yellow, bold red, bold on red. What is well has none.
std::string_view ColourOf(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::warn:
      return "\033[33;1m";
    case spdlog::level::err:
      return "\033[31;1m";
    case spdlog::level::critical:
      return "\033[41;1m";
    default:
      return "";
  }
}

constexpr std::string_view kNoColour = "\033[0m";

}  // namespace

LogFormatter::LogFormatter(const base::Zone* zone)
    : zone_(zone),
      lines_("[%*] %n(%P) %^%l%$: %v", spdlog::pattern_time_type::utc, "\n",
             Flags(zone)) {}

void LogFormatter::format(const log_msg& message, spdlog::memory_buf_t& line) {
  if (message.level != kAsItStands) return lines_.format(message, line);
  Append({message.payload.data(), message.payload.size()}, &line);
}

std::unique_ptr<spdlog::formatter> LogFormatter::clone() const {
  return std::make_unique<LogFormatter>(zone_);
}

/// At once: spdlog's flush_on passes over what is kAsItStands.
void LogSink::sink_it_(const log_msg& message) {
  spdlog::memory_buf_t buffer;
  formatter_->format(message, buffer);
  Print({buffer.data(), buffer.size()}, message);
  out_.Flush();
}

/// The Output shows a terminal no colours of foreign text: ours go past that.
void LogSink::Print(std::string_view line, const log_msg& message) {
  const std::string_view colour = ColourOf(message.level);
  if (colour.empty() || !coloured_ || !out_.on_terminal()) {
    return out_.Print(line);
  }
  const std::size_t begin = message.color_range_start;
  const std::size_t end = message.color_range_end;
  out_.Print(line.substr(0, begin));
  *out_.text() += colour;
  out_.Print(line.substr(begin, end - begin));
  *out_.text() += kNoColour;
  out_.Print(line.substr(end));
}

}  // namespace cli
