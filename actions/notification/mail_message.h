// MailMessage: what a rule has to say, as a mail. Who sends it: actions/mail.h,
// actions/receivers. Source: RFC 5322, 2045, 2047.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_MAIL_MESSAGE_H_
#define TOCSIN_ACTIONS_NOTIFICATION_MAIL_MESSAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/zone.h"

namespace actions {

struct MailContent {
  std::string from;  // an address; empty: who sends it says it
  std::string to;    // several have ", " between them
  std::string id;    // its Message-ID, without the brackets
  std::string rule;
  std::string text;
  std::string shown;      // the text in lines, as the body has it
  base::Timestamp time;   // of the evaluation
  std::string time_text;  // ... as the body has it
  struct Binding {
    std::optional<std::string> host;
    std::optional<std::string> instance;
    std::string value;
  };
  std::vector<Binding> bindings;
};

/// A Message-ID of the notification `id`, from this host.
std::string MailId(const std::string& id);

/// Headers of a line each, whatever is in names, and a body in base64; lines
/// end in LF. `zone` is that of its Date.
std::string MailMessage(const MailContent& content, const base::Zone& zone);

/// The same with lines that end in CRLF.
std::string WithCrlf(const std::string& message);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_MAIL_MESSAGE_H_
