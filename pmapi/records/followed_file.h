// FollowedFile: one file that grows, whatever it is called by now.
#ifndef TOCSIN_PMAPI_RECORDS_FOLLOWED_FILE_H_
#define TOCSIN_PMAPI_RECORDS_FOLLOWED_FILE_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "pmapi/records/line_splitter.h"
#include "pmapi/records/record_sink.h"

namespace pmapi::records {

/// What makes a file that one and no other, as long as it is open.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// What has been read is known by its place, and the bytes before it: where
/// these are others, or gone, the file has been written anew and is read from
/// its start.
class FollowedFile {
 public:
  /// Makes a record of a line.
  using Record = std::function<void(std::string_view line, RecordSink* sink)>;

  /// At its start. Errors: kSystem; kInvalid for what is no regular file, or
  /// lies where reading may wait for others: in a network file system or one of
  /// user processes.
  static base::Result<FollowedFile> Open(const std::string& path);

  const FileIdentity& identity() const { return identity_; }

  /// What is there now is passed over, but for a line that has not ended.
  void SkipToEnd() { SkipTo(file_.size()); }
  /// The same of what was there when its size was `size`. If that is less by
  /// now, it has been written anew, and nothing is passed over.
  void SkipTo(std::uint64_t size);
  /// The lines that have come since; where `sink` has room for no more, they
  /// are counted as missed. Errors: kSystem.
  base::Result<void> Read(const Record& record, RecordSink* sink);
  /// Nothing more is read: a line that has not ended is one.
  void End(const Record& record, RecordSink* sink);

  /// Whether the last Read() found that something had changed.
  bool has_changed() const { return changed_; }

 private:
  FollowedFile(base::RegularFile file, std::string path, FileIdentity identity)
      : file_(std::move(file)), path_(std::move(path)), identity_(identity) {}

  bool IsWhatItWas();
  std::string BytesAt(std::uint64_t offset, std::size_t most) const;
  void Take(std::string_view bytes, const Record& record, RecordSink* sink);
  void Remember(std::string_view bytes);
  bool JumpHole(std::uint64_t size);
  void PassOver(std::uint64_t end, RecordSink* sink);

  base::RegularFile file_;
  std::string path_;  // when it was opened
  FileIdentity identity_;
  std::uint64_t offset_ = 0;
  std::string before_;  // the bytes before offset_, as many as are compared
  timespec written_{};  // when it was written last, as of the last Read()
  bool changed_ = true;
  LineSplitter splitter_;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_FOLLOWED_FILE_H_
