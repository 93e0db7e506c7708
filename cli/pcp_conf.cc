// A line a setting; the rest is remarks.
#include "cli/pcp_conf.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/file.h"

namespace cli {
namespace {

constexpr std::string_view kPrefix = "PCP_";
/// The file of a distribution is of a few kilobytes.
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

bool IsName(std::string_view name) {
  return name.starts_with(kPrefix) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_';
         });
}

std::string_view WithoutQuotes(std::string_view value) {
  const bool quoted = value.size() >= 2 &&
                      (value.front() == '"' || value.front() == '\'') &&
                      value.back() == value.front();
  return quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

std::string PcpConfPath(const Environment& environment) {
  if (auto path = environment("PCP_CONF")) return *path;
  return environment("PCP_DIR").value_or("") + "/etc/pcp.conf";
}

Settings ParsePcpConf(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, equals);
    const std::string_view value = WithoutQuotes(line.substr(equals + 1));
    // A variable's value ends at a NUL.
    if (!IsName(name) || value.find('\0') != std::string_view::npos) continue;
    settings.emplace_back(name, value);
  }
  return settings;
}

base::Result<Settings> ReadPcpConf(const std::string& path) {
  const auto text = base::ReadRegularText(path, kMaxBytes);
  if (!text) return text.error();
  return ParsePcpConf(*text);
}

}  // namespace cli
