// SetRules: templates as the rules of a run: those of the host that it is of,
// as its site has set them.
#ifndef TOCSIN_CLI_SET_RULES_H_
#define TOCSIN_CLI_SET_RULES_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/messages.h"
#include "cli/options.h"
#include "cli/rule_text.h"

namespace cli {

/// Whether the rules are templates: --sets says so, or nobody says what they
/// are and they would be read from a terminal, live and of this host.
bool AreFromSets(const Options& options, bool as_pmie);

inline constexpr char kWatching[] =
    "this host is watched by the templates of /usr/share/tocsin/sets, until "
    "Ctrl-C; rules of your own are in a FILE, or typed with -";

/// What the site's file calls the host whose values count: that of the archives
/// that are read, `archived`, if there are any; that of -h, without a port and
/// whatever else stands with it; else this one, by its node's name.
std::string HostOfSets(const Options& options,
                       const std::optional<std::string>& archived);

/// The templates that are on, on the host `host`, whose webhooks may name
/// `receivers`. None: it has been said why.
std::optional<std::vector<RuleText>> ReadSetRules(
    const Options& options, const std::string& host,
    const grammar::ReceiverNames& receivers, Messages* messages);

}  // namespace cli

#endif  // TOCSIN_CLI_SET_RULES_H_
