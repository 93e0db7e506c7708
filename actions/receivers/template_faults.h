// TagFaultsOf: what is wrong with the {{ }} of a template, each of them.
// Source: docs/notifications.md, "Templates".
#ifndef TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_
#define TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace actions {

/// What is wrong with a template: "there is no {{hots}}".
struct TemplateFault {
  std::string message;
  std::string hint;  // may be empty
  /// Bytes of the template that have its tag; both 0 if it is of no tag.
  std::size_t begin = 0;
  std::size_t end = 0;
  /// As many of these are no secret; others may be anything of the template.
  std::size_t shown = 0;
};

/// In the order of their places. What `escaped` is true for has a way to
/// escape, and takes nothing that is as it is.
std::vector<TemplateFault> TagFaultsOf(std::string_view text, bool escaped);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_FAULTS_H_
