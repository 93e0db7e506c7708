// pmie's PATH and IFS, and the four variables of an event.
#include "actions/command_environment.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/utf8.h"
#include "engine/alarm/message_parts.h"

namespace actions {
namespace {

constexpr std::string_view kSetByUs[] = {
    "PATH=",        "IFS=", "TOCSIN_RULE=", "TOCSIN_HOST=", "TOCSIN_INSTANCE=",
    "TOCSIN_VALUE="};

/// The value of `name`, or `otherwise`.
std::string ValueOf(const std::vector<std::string>& environment,
                    std::string_view name, std::string_view otherwise) {
  for (const std::string& variable : environment) {
    if (variable.starts_with(name) && variable.size() > name.size() &&
        variable[name.size()] == '=') {
      return variable.substr(name.size() + 1);
    }
  }
  return std::string(otherwise);
}

}  // namespace

std::vector<std::string> CommandEnvironment(
    const std::vector<std::string>& environment) {
  std::vector<std::string> changed;
  for (const std::string& variable : environment) {
    const auto is_it = [&](std::string_view name) {
      return variable.starts_with(name);
    };
    if (std::none_of(std::begin(kSetByUs), std::end(kSetByUs), is_it)) {
      changed.push_back(variable);
    }
  }
  changed.push_back("PATH=/usr/sbin:/sbin:/usr/bin:/bin:" +
                    ValueOf(environment, "PCP_BIN_DIR", "/usr/bin") + ':' +
                    ValueOf(environment, "PCP_BINADM_DIR", "/usr/lib/pcp/bin") +
                    ':' +
                    ValueOf(environment, "PCP_PLATFORM_PATHS",
                            "/usr/bin/X11:/usr/local/bin"));
  changed.push_back("IFS=\t\n");
  return changed;
}

std::vector<std::string> EventVariables(const engine::alarm::Event& event) {
  const auto& bindings = event.parts->bindings;
  const engine::alarm::Binding none{};
  const engine::alarm::Binding& first =
      bindings.empty() ? none : bindings.front();
  return {"TOCSIN_RULE=" + event.statement.name,
          "TOCSIN_HOST=" + first.host.value_or(""),
          "TOCSIN_INSTANCE=" + first.instance.value_or(""),
          "TOCSIN_VALUE=" + first.value};
}

bool CutToArgument(std::string* text) {
  const std::size_t before = text->size();
  text->resize(std::min(text->find('\0'), before));
  text->resize(base::Utf8Cut(*text, kMostInArgument));
  return text->size() < before;
}

}  // namespace actions
