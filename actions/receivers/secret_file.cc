// A line of a file, without ends.
#include "actions/receivers/secret_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/file.h"
#include "base/system_error.h"

namespace actions {
namespace {

constexpr std::size_t kMaxBytes = 64 << 10;
constexpr std::string_view kScheme = "Bearer ";

/// Not kInvalid, which is final: who changes a secret may truncate first.
base::Error NotYet(std::string message) {
  return {base::ErrorCode::kCorrupt, std::move(message)};
}

}  // namespace

base::Result<std::string> ReadNamedFile(const std::string& path,
                                        std::string_view setting,
                                        std::size_t most) {
  auto text = base::ReadRegularText(path, most);
  if (text) return text;
  const base::Error& why = text.error();
  const int code = why.system_errno;
  if (code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG) {
    return base::SystemError(std::string(setting), code);
  }
  return why.code == base::ErrorCode::kSystem ? why : NotYet(why.message);
}

base::Result<std::string> ReadSecret(const std::string& path,
                                     std::string_view setting) {
  const auto text = ReadNamedFile(path, setting, kMaxBytes);
  if (!text) return text;
  std::string line = text->substr(0, text->find('\n'));
  if (line.starts_with("\xef\xbb\xbf")) {
    return NotYet(path +
                  ": it begins with a byte order mark (BOM): save it as UTF-8 "
                  "without one");
  }
  line.erase(0, line.find_first_not_of(" \t\r"));
  line.erase(line.find_last_not_of(" \t\r") + 1);
  const bool plain = std::all_of(line.begin(), line.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
  });
  if (line.empty() || !plain) {
    return NotYet(path + (plain ? ": the first line is empty"
                                : ": the first line is no text"));
  }
  return line;
}

bool IsBearer(const std::string& secret) {
  return base::EqualIgnoringCase(
      std::string_view(secret).substr(0, kScheme.size()), kScheme);
}

bool IsOneToken(const std::string& secret) {
  std::string_view token = secret;
  if (IsBearer(secret)) token.remove_prefix(kScheme.size());
  token.remove_prefix(std::min(token.find_first_not_of(' '), token.size()));
  return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) {
    return c > ' ' && c < '\x7f';
  });
}

bool OthersRead(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         (found.st_mode & S_IROTH) != 0;
}

std::string HowToHide(const std::string& path) {
  return "chmod o-r " + path + ", and for the service chgrp tocsin " + path;
}

}  // namespace actions
