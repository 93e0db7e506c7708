// FileTree: a folder with the files that a test wants, gone with the test.
#ifndef TOCSIN_TESTS_SUPPORT_FILE_TREE_H_
#define TOCSIN_TESTS_SUPPORT_FILE_TREE_H_

#include <string>
#include <string_view>

namespace tests {

class FileTree {
 public:
  FileTree();
  ~FileTree();
  FileTree(const FileTree&) = delete;
  FileTree& operator=(const FileTree&) = delete;

  /// Makes or replaces the file `path` (which begins with a slash) and the
  /// folders above it.
  void Write(std::string_view path, std::string_view text) const;
  void MakeFolder(std::string_view path) const;
  void Link(std::string_view path, std::string_view target) const;
  void Remove(std::string_view path) const;

  const std::string& root() const { return root_; }

 private:
  std::string root_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_FILE_TREE_H_
