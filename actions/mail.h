// Mail: the action that sends a mail by the sendmail of this host, whichever
// that is. Source: docs/actions.md, "Mail".
#ifndef TOCSIN_ACTIONS_MAIL_H_
#define TOCSIN_ACTIONS_MAIL_H_

#include <string>
#include <utility>

#include "actions/command_action.h"
#include "base/zone.h"

namespace actions {

inline constexpr char kSendmail[] = "/usr/sbin/sendmail";

/// `event` as a mail with the Message-ID `id` without its brackets, but for
/// From, which is sendmail's to say. The receiver stands in To; the text and
/// the bindings are in its body; no value can add a header. REQUIRES: it has
/// parts.
std::string MailMessage(const engine::alarm::Event& event,
                        const std::string& id, const base::Zone& zone);

class Mail : public CommandAction {
 public:
  /// `sendmail` is a path. Lifetime: `zone` outlives the sink.
  Mail(std::string sendmail, CommandContext context, const base::Zone* zone,
       const Log& log)
      : CommandAction("mail", std::move(context), log),
        sendmail_(std::move(sendmail)),
        zone_(zone) {}

 protected:
  Task TaskFor(const engine::alarm::Event& event,
               const std::string& id) const override;

 private:
  std::string sendmail_;
  const base::Zone* zone_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_MAIL_H_
