// What is said of foreign text stands before it and behind it: both stay.
#include "cli/one_line.h"

#include "base/printable.h"

namespace cli {
namespace {

constexpr std::size_t kMost = 5000;  // a path has 4096 bytes at most
constexpr std::size_t kKept = 300;   // of either end

}  // namespace

std::string OneLine(std::string_view text) {
  if (text.size() <= kMost) return base::Printable(text);
  return base::Printable(text.substr(0, kKept)) + "... (" +
         std::to_string(text.size() - 2 * kKept) + " bytes) ..." +
         base::Printable(text.substr(text.size() - kKept));
}

std::string CommandComplaint(std::string_view command, std::string_view text) {
  return "tocsin: " + std::string(command) + ": " + OneLine(text) + '\n';
}

}  // namespace cli
