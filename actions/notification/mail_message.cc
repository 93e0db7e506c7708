// Headers of one line each, and a body in base64.
#include "actions/notification/mail_message.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/calendar.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace actions {
namespace {

/// The first bytes of `text`, up to `most`, without half a character.
/// REQUIRES: `text` is UTF-8.
std::string_view Front(std::string_view text, std::size_t most) {
  const std::string_view front = text.substr(0, most);
  return front.substr(0, base::Utf8ValidPrefix(front));
}

/// `text`, which is printable, as the value of a header: encoded words where it
/// is not ASCII. Source: RFC 2047, section 2.
std::string HeaderText(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return c >= ' ' && c <= '~'; }) &&
                     text.find("=?") == text.npos;
  if (plain) return std::string(text);
  // In base64 it has 60 characters, with its frame less than 75.
  constexpr std::size_t kMostOfWord = 45;
  std::string words;
  while (!text.empty()) {
    const std::string_view piece = Front(text, kMostOfWord);
    words += (words.empty() ? "=?UTF-8?B?" : "\n =?UTF-8?B?") +
             base::Base64(piece) + "?=";
    text.remove_prefix(piece.size());
  }
  return words;
}

std::string Subject(const MailContent& content) {
  constexpr std::size_t kMost = 200;
  const std::string text = base::Printable(content.text);
  const std::string rule = base::Printable(content.rule);
  const std::string all = text.empty() ? rule : rule + ": " + text;
  const std::string_view front = Front(all, kMost);
  return HeaderText(front.size() < all.size() ? std::string(front) + "..."
                                              : all);
}

/// Where the address that begins at `begin` of a list ends: no comma in quotes
/// ends it.
std::size_t EndOfAddress(std::string_view list, std::size_t begin) {
  bool quoted = false;
  for (std::size_t at = begin; at < list.size(); ++at) {
    if (list[at] == '"') quoted = !quoted;
    if (list[at] == '\\') ++at;
    if (list[at] == ',' && !quoted) return at;
  }
  return list.size();
}

/// A name without the quotes that it stands in.
std::string Unquoted(std::string_view name) {
  if (!name.starts_with('"')) return std::string(name);
  std::string text;
  for (std::size_t at = 1; at < name.size() && name[at] != '"'; ++at) {
    if (name[at] == '\\' && at + 1 < name.size()) ++at;
    text += name[at];
  }
  return text;
}

/// "Name <ops@example.org>" with the name as a header has it. What has no name
/// stays what it is.
std::string AddressWithName(std::string_view address) {
  const std::size_t angle = address.rfind('<');
  const std::size_t begin = std::min(address.find_first_not_of(' '), angle);
  if (angle == address.npos || begin == angle) return std::string(address);
  std::string_view name = address.substr(begin, angle - begin);
  name = name.substr(0, name.find_last_not_of(' ') + 1);
  const bool ascii = std::all_of(name.begin(), name.end(),
                                 [](char c) { return c >= ' ' && c <= '~'; });
  if (ascii) return std::string(address);
  return std::string(address.substr(0, begin)) + HeaderText(Unquoted(name)) +
         ' ' + std::string(address.substr(angle));
}

/// Folded behind its commas, for a line has a limit.
std::string Addresses(const std::string& receiver) {
  const std::string list = base::Printable(receiver);
  std::string all;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = EndOfAddress(list, at);
    all += AddressWithName(std::string_view(list).substr(at, end - at));
    if (end < list.size()) all += ',';
    at = end + 1;
  }
  for (std::size_t at = 0; (at = all.find(", ", at)) != all.npos; at += 2) {
    all.insert(at + 1, "\n");
  }
  return all;
}

/// "Mon, 02 Mar 2026 09:55:00 +0000". Source: RFC 5322, section 3.3.
std::string DateText(const base::Zone& zone, base::Timestamp time) {
  constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed",
                                   "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  constexpr int kMinute = 60;
  const int offset = zone.OffsetAt(time.Seconds());
  const bool known = offset % kMinute == 0;
  const base::DateTime at = base::ToFields(known ? zone : base::Zone(), time);
  const int minutes = known ? std::abs(offset) / kMinute : 0;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(),
                "%s, %02d %s %04d %02d:%02d:%02d %c%02d%02d", kDays[at.weekday],
                at.day, kMonths[at.month - 1], at.year, at.hour, at.minute,
                at.second, offset < 0 ? '-' : '+', minutes / kMinute,
                minutes % kMinute);
  return text.data();
}

std::string Line(const std::string& name, const std::string& value) {
  return name + ": " + base::Printable(value) + '\n';
}

std::string BodyText(const MailContent& content) {
  std::string text = base::PrintableLines(content.shown) + "\n\n" +
                     Line("rule", content.rule) +
                     Line("time", content.time_text);
  for (const MailContent::Binding& one : content.bindings) {
    text += '\n';
    if (one.host) text += Line("host", *one.host);
    if (one.instance) text += Line("instance", *one.instance);
    text += Line("value", one.value);
  }
  return text;
}

/// In lines of 76 characters.
std::string InBase64(std::string_view text) {
  constexpr std::size_t kBytes = 57;
  std::string lines;
  for (std::size_t at = 0; at < text.size(); at += kBytes) {
    lines += base::Base64(text.substr(at, kBytes));
    lines += '\n';
  }
  return lines;
}

/// The right side of a Message-ID.
std::string HostName() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) name[0] = '\0';
  const std::string host = name.data();
  const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
    return base::IsLetterOrDigit(c) || c == '.' || c == '-';
  });
  return plain && !host.empty() ? host : "localhost";
}

}  // namespace

std::string MailId(const std::string& id) {
  std::string word;
  for (const char c : id) word += base::IsLetterOrDigit(c) ? c : '-';
  return word + '@' + HostName();
}

std::string WithCrlf(const std::string& message) {
  std::string text;
  for (const char c : message) {
    if (c == '\n') text += '\r';
    text += c;
  }
  return text;
}

std::string MailMessage(const MailContent& content, const base::Zone& zone) {
  return (content.from.empty() ? ""
                               : "From: " + Addresses(content.from) + '\n') +
         "To: " + Addresses(content.to) + "\nSubject: " + Subject(content) +
         "\nDate: " + DateText(zone, content.time) + "\nMessage-ID: <" +
         content.id +
         ">\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
         "Content-Transfer-Encoding: base64\nAuto-Submitted: auto-generated\n"
         "\n" +
         InBase64(WithCrlf(BodyText(content)));
}

}  // namespace actions
