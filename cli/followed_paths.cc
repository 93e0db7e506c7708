// The system is asked; nothing is opened.
#include "cli/followed_paths.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace cli {
namespace {

/// Whether what is there may be used as `mode` says: 0, or why not.
int WhyNot(const std::string& path, int mode) {
  return ::access(path.c_str(), mode) == 0 ? 0 : errno;
}

bool IsNotThere(int why) { return why == ENOENT || why == ENOTDIR; }

std::string CannotBeRead(int why) {
  return "it cannot be read: " + std::generic_category().message(why);
}

}  // namespace

std::string WrongLogFile(const pmapi::records::LogFile& log) {
  const std::string option = "--follow " + log.name + ": ";
  const int why = WhyNot(log.path, R_OK);
  if (why == 0) return {};
  if (!IsNotThere(why)) return option + CannotBeRead(why);
  const bool pattern = log.path.find_first_of("*?[") != log.path.npos;
  return option +
         "there is no such file on this host: it has no lines until there is "
         "one" +
         (pattern ? "; a PATH is of one file, and no pattern of several" : "");
}

std::string WrongJournal(const std::string& directory) {
  const int why = WhyNot(directory, R_OK | X_OK);
  if (IsNotThere(why)) {
    return "--journal: there is no such directory on this host: it has no "
           "entries until there is one";
  }
  std::error_code error;
  const auto type = std::filesystem::status(directory, error).type();
  if (!error && type != std::filesystem::file_type::directory) {
    return "--journal: it is no directory";
  }
  return why == 0 ? std::string() : "--journal: " + CannotBeRead(why);
}

}  // namespace cli
