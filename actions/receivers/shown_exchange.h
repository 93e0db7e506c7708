// ShownRequest, ShownResponse: what is said to a receiver and what it answers,
// as people may see it, without what may be a secret.
#ifndef TOCSIN_ACTIONS_RECEIVERS_SHOWN_EXCHANGE_H_
#define TOCSIN_ACTIONS_RECEIVERS_SHOWN_EXCHANGE_H_

#include <string>

#include "base/http/message.h"

namespace actions {

/// Method, scheme and host, headers (only ours with their values), body; lines
/// that nothing in them steers a terminal.
std::string ShownRequest(const base::http::Request& request);

/// Status, the headers that matter (Retry-After, Location without what is
/// behind its host, Content-Type) and the beginning of the body, in which what
/// ShownRequest() does not show of `request` is not shown either.
std::string ShownResponse(const base::http::Response& response,
                          const base::http::Request& request);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_SHOWN_EXCHANGE_H_
