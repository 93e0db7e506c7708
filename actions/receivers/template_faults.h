// TagFaultsOf: what is wrong with the {{ }} of a template, each of them.
// Source: docs/notifications.md, "Templates".
#ifndef TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_
#define TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace actions {

/// What is wrong with a template: "line 2: there is no {{hots}}".
struct TemplateFault {
  std::string message;
  std::string hint;  // may be empty
};

/// In the order of their places. What `escaped` is true for has a way to
/// escape, and takes nothing that is as it is.
std::vector<TemplateFault> TagFaultsOf(std::string_view text, bool escaped);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_
