// By how little a name differs, or by what others call it.
#include "engine/check/usual_fields.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

#include "base/ascii.h"
#include "grammar/nearest.h"

namespace engine::check {
namespace {

constexpr std::string_view kOfJournal[] = {"message",
                                           "message_id",
                                           "priority",
                                           "code_file",
                                           "code_line",
                                           "code_func",
                                           "errno",
                                           "invocation_id",
                                           "user_invocation_id",
                                           "syslog_facility",
                                           "syslog_identifier",
                                           "syslog_pid",
                                           "syslog_timestamp",
                                           "syslog_raw",
                                           "documentation",
                                           "tid",
                                           "unit",
                                           "user_unit",
                                           "coredump_unit",
                                           "coredump_user_unit",
                                           "_pid",
                                           "_uid",
                                           "_gid",
                                           "_comm",
                                           "_exe",
                                           "_cmdline",
                                           "_cap_effective",
                                           "_audit_session",
                                           "_audit_loginuid",
                                           "_systemd_cgroup",
                                           "_systemd_slice",
                                           "_systemd_unit",
                                           "_systemd_user_slice",
                                           "_systemd_user_unit",
                                           "_systemd_session",
                                           "_systemd_owner_uid",
                                           "_systemd_invocation_id",
                                           "_selinux_context",
                                           "_source_realtime_timestamp",
                                           "_boot_id",
                                           "_machine_id",
                                           "_hostname",
                                           "_transport",
                                           "_stream_id",
                                           "_line_break",
                                           "_namespace",
                                           "_runtime_scope",
                                           "_kernel_device",
                                           "_kernel_subsystem",
                                           "_udev_sysname",
                                           "_udev_devnode",
                                           "_udev_devlink"};
constexpr std::string_view kOfKernel[] = {"message", "priority", "facility",
                                          "subsystem", "device"};

/// What others call a field that both have, or what it is called elsewhere.
struct OtherName {
  std::string_view name;
  std::string_view meant;
};
constexpr OtherName kOtherNames[] = {{"msg", "message"},
                                     {"param_string", "message"},
                                     {"level", "priority"},
                                     {"prio", "priority"},
                                     {"severity", "priority"}};

/// Names of a site's own may be near, too: a short one is taken for another
/// only where one letter differs. Units: letters.
std::size_t MostThatDiffers(std::string_view name) {
  constexpr std::size_t kLong = 7;
  return name.size() < kLong ? 1 : 2;
}

std::span<const std::string_view> UsualOf(const std::string& metric) {
  if (metric.starts_with("systemd.")) return kOfJournal;
  if (metric.starts_with("kmsg.")) return kOfKernel;
  return {};
}

}  // namespace

std::string UsualFieldMeant(const std::string& name,
                            const std::string& metric) {
  const std::string small = base::ToLower(name);
  const auto usual = UsualOf(metric);
  const auto* other = std::find_if(
      std::begin(kOtherNames), std::end(kOtherNames),
      [&small](const OtherName& one) { return one.name == small; });
  if (!usual.empty() && other != std::end(kOtherNames)) {
    return std::string(other->meant);
  }
  std::string_view best;
  std::size_t least = MostThatDiffers(small) + 1;
  for (const std::string_view one : usual) {
    if (one == small) return {};
    const std::size_t differs = grammar::EditDistance(small, one, least - 1);
    if (differs >= least) continue;
    least = differs;
    best = one;
  }
  return std::string(best);
}

}  // namespace engine::check
