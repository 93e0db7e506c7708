// Fuzz target: control files and hosts in YAML: the first byte says which.
// Whatever comes, mistakes are told with a place in the text, a record that is
// not told of has all of its fields, and a host's places are in the text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "rules/control/control_file.h"
#include "rules/control/hosts_file.h"

namespace {

using rules::control::ControlFile;
using rules::control::HostsFile;

template <typename File>
void CheckDiagnostics(const File& file) {
  for (const auto& one : file.diagnostics) {
    CHECK(!one.message.empty());
    CHECK(one.span.begin <= file.source.text().size());
    CHECK(!Render(one, file.source).empty());
  }
}

void ReadAsControl(const std::string& text) {
  const rules::control::Surroundings around{
      [](const std::string& name) -> std::optional<std::string> {
        return name == "HOME" ? std::optional<std::string>("/root")
                              : std::nullopt;
      },
      "/log", "here"};
  rules::control::Carried carried;
  const ControlFile file =
      rules::control::ReadControl("control", text, around, &carried);
  CheckDiagnostics(file);
  for (const auto& record : file.records) {
    CHECK(!record.log.empty());
    CHECK(!record.arguments.empty());
    CHECK(record.arguments.front().front() == '-');
    CHECK(!record.primary || record.host.empty());
  }
}

void ReadAsHosts(const std::string& text, bool list) {
  const HostsFile file = list ? rules::control::ReadHostList("hosts", text)
                              : rules::control::ReadHosts("hosts", text);
  CheckDiagnostics(file);
  // What is no name is empty here: it is told of where addresses are read.
  for (const auto& host : file.hosts) {
    for (const auto place : {host.place, host.address_place}) {
      CHECK(place.begin <= place.end);
      CHECK(place.end <= file.source.text().size());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (*data == 'c') {
    ReadAsControl(text);
  } else {
    ReadAsHosts(text, *data == 'l');
  }
  return 0;
}
