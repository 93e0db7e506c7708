// std::filesystem below a folder of mkdtemp(3).
#include "tests/support/file_tree.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/check.h"

namespace tests {

namespace fs = std::filesystem;

FileTree::FileTree() {
  // Thousands of small files are slow on a busy disk.
  const fs::path memory = "/dev/shm";
  const fs::path where =
      fs::is_directory(memory) ? memory : fs::temp_directory_path();
  root_ = (where / "tocsin-tree-XXXXXX").string();
  CHECK(mkdtemp(root_.data()) != nullptr);
}

FileTree::~FileTree() { fs::remove_all(root_); }

void FileTree::Write(std::string_view path, std::string_view text) const {
  const fs::path file = root_ + std::string(path);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  CHECK(out.good());
}

void FileTree::MakeFolder(std::string_view path) const {
  fs::create_directories(root_ + std::string(path));
}

void FileTree::Link(std::string_view path, std::string_view target) const {
  const fs::path file = root_ + std::string(path);
  fs::create_directories(file.parent_path());
  fs::create_symlink(target, file);
}

void FileTree::Remove(std::string_view path) const {
  fs::remove_all(root_ + std::string(path));
}

}  // namespace tests
