// A line for each kind of action, with the formats of -o.
#include "cli/action_lines.h"

#include <string_view>

#include "base/calendar.h"
#include "base/printable.h"
#include "base/url.h"
#include "engine/alarm/message_parts.h"
#include "engine/alarm/shown.h"
#include "grammar/names.h"
#include "grammar/shown_text.h"

namespace cli {
namespace {

using Kind = engine::expr::ast::ActionKind;

constexpr std::string_view kFields = "adflmu%";

/// What would be done, and to whom.
std::string MessageOf(const engine::alarm::Event& event) {
  const std::string& receiver = event.call.receiver;
  if (event.call.kind == Kind::kExec) {
    std::string words = receiver;
    for (const std::string& word : event.parts->words) {
      words += ' ' + base::Printable(word);
    }
    return words;
  }
  const std::string text = engine::alarm::Shown(event.message);
  if (receiver.empty()) return text;
  if (event.call.kind != Kind::kWebhook) return receiver + ": " + text;
  // The rest of a URL may be a secret; what is none is a name, or meant as one.
  const auto url = base::ParseUrl(receiver);
  return (url ? base::OriginText(*url) : grammar::WithoutToken(receiver)) +
         ": " + text;
}

}  // namespace

bool ActionLines::NeedsParts(const engine::expr::ast::Call& call) const {
  return call.kind == Kind::kExec;
}

void ActionLines::AppendField(char field, const engine::alarm::Event& event,
                              std::string* out) const {
  if (field == 'a') *out += grammar::Name(event.call.kind);
  if (field == 'd') base::AppendCtime(*zone_, event.time, out);
  if (field == 'u') base::AppendCtimeMicros(*zone_, event.time, out);
  if (field == 'f') *out += file_name_(event.statement.file);
  if (field == 'l') *out += std::to_string(event.statement.arrow_line);
  if (field == 'm') *out += MessageOf(event);
  if (field == '%') *out += '%';
}

void ActionLines::Perform(const engine::alarm::Event& event, const Done& done) {
  std::string* out = output_->text();
  for (std::size_t i = 0; i < format_.size(); ++i) {
    const bool is_field = format_[i] == '%' && i + 1 < format_.size() &&
                          kFields.find(format_[i + 1]) != kFields.npos;
    if (is_field) {
      AppendField(format_[++i], event, out);
    } else {
      *out += format_[i];
    }
  }
  *out += '\n';
  output_->Grown();
  done(Outcome::kSucceeded);
}

std::string FormatWarnings(const std::string& format) {
  std::string warnings;
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    const char field = format[++i];
    if (kFields.find(field) != kFields.npos) continue;
    warnings += "Warning: unrecognized field specifier '%";
    warnings += field;
    warnings += "' in format\n";
  }
  return warnings;
}

}  // namespace cli
