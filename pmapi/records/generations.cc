// Each change is followed for the files that are of interest.
#include "pmapi/records/generations.h"

#include <algorithm>
#include <cstdint>

namespace pmapi::records {
namespace {

struct File {
  std::optional<std::string> name;  // nothing: gone, or on its way
  std::uint32_t moving = 0;         // the cookie of its way; 0: none
};

class Lineage {
 public:
  explicit Lineage(const std::string& name) : name_(name) {}

  void Note(const NameChange& change) {
    if (!change.comes) return Leave(change);
    if (File* file = Called(change.name)) *file = {};  // overwritten
    File* moved = change.cookie == 0 ? nullptr : Moving(change.cookie);
    if (moved != nullptr) {
      *moved = {change.name, 0};
    } else if (change.name == name_) {
      files_.push_back({change.name, 0});
    }
  }

  std::vector<std::optional<std::string>> Passed() const {
    std::vector<std::optional<std::string>> passed;
    for (const File& file : files_) {
      if (file.name != name_) passed.push_back(file.name);
    }
    return passed;
  }

 private:
  void Leave(const NameChange& change) {
    if (File* file = Called(change.name)) *file = {{}, change.cookie};
  }
  File* Called(const std::string& name) {
    const auto at =
        std::find_if(files_.begin(), files_.end(),
                     [&](const File& file) { return file.name == name; });
    return at == files_.end() ? nullptr : &*at;
  }
  File* Moving(std::uint32_t cookie) {
    const auto at =
        std::find_if(files_.begin(), files_.end(),
                     [&](const File& file) { return file.moving == cookie; });
    return at == files_.end() ? nullptr : &*at;
  }

  const std::string& name_;
  std::vector<File> files_;  // that have come by the name
};

}  // namespace

std::vector<std::optional<std::string>> PassedGenerations(
    const std::string& name, const std::vector<NameChange>& changes) {
  Lineage lineage(name);
  for (const NameChange& change : changes) lineage.Note(change);
  return lineage.Passed();
}

}  // namespace pmapi::records
