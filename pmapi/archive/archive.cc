// Members opened, ordered and added up; growth noticed.
#include "pmapi/archive/archive.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace pmapi {
namespace {

std::string_view LastPart(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool SameArchive(const Member& a, const Member& b) {
  return LastPart(a.paths().base) == LastPart(b.paths().base);
}

}  // namespace

base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name) {
  ArchiveFolders folders;
  return OpenArchive(name, &folders);
}

base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name,
                                                   ArchiveFolders* folders) {
  auto paths = folders->FindAll(name);
  if (!paths) return paths.error();
  return OpenArchive(name, *std::move(paths), OpenArchiveFile);
}

base::Result<std::unique_ptr<Archive>> OpenArchive(const std::string& name,
                                                   ArchiveFolders* folders,
                                                   UnpackThreads* threads) {
  auto paths = folders->FindAll(name);
  if (!paths) return paths.error();
  return OpenArchive(name, *std::move(paths),
                     [threads](const std::string& path, FilePart part) {
                       return threads->Open(path, part);
                     });
}

base::Result<std::unique_ptr<Archive>> OpenArchive(
    const std::string& name, std::vector<ArchivePaths> paths,
    const FileOpener& opener) {
  std::unique_ptr<Archive> archive(new Archive(name));
  if (auto done = archive->OpenMembers(std::move(paths), opener); !done) {
    return done.error();
  }
  if (auto done = archive->OrderMembers(); !done) return done.error();
  if (auto done = archive->ReadMetadata(); !done) return done.error();
  if (auto done = archive->FindEnd(); !done) return done.error();
  return archive;
}

base::Result<void> Archive::OpenMembers(std::vector<ArchivePaths> paths,
                                        const FileOpener& opener) {
  for (ArchivePaths& each : paths) {
    auto member = Member::Open(std::move(each), opener, &recent_);
    if (!member) return member.error();
    members_.push_back(*std::move(member));
  }
  return {};
}

/// By start; the same archive given twice is there once.
base::Result<void> Archive::OrderMembers() {
  const std::string host = members_.front()->label().host;
  std::stable_sort(members_.begin(), members_.end(),
                   [](const auto& a, const auto& b) {
                     return a->label().start < b->label().start;
                   });
  Members kept;
  for (auto& member : members_) {
    if (member->label().host != host) {
      return base::Error{base::ErrorCode::kHostsDiffer,
                         member->paths().base + ": host '" +
                             member->label().host + "' instead of '" + host +
                             "'"};
    }
    if (kept.empty() || kept.back()->label().start < member->label().start) {
      kept.push_back(std::move(member));
    } else if (!SameArchive(*kept.back(), *member)) {
      return base::Error{base::ErrorCode::kOverlap,
                         member->paths().base +
                             ": begins at the same time as " +
                             kept.back()->paths().base};
    }
  }
  members_ = std::move(kept);
  return {};
}

base::Result<void> Archive::ReadMetadata() {
  for (const auto& member : members_) {
    const auto read =
        metadata_.Add(member->meta(), member->paths().meta,
                      member->label().size(), MetaTail::kMustBeWhole);
    if (!read) return read.error();
    meta_offset_ = *read;
    if (metadata_.descriptors().empty()) {
      return base::Error{base::ErrorCode::kCorrupt,
                         member->paths().meta + ": describes no metric"};
    }
  }
  return metadata_.Finish();
}

base::Result<void> Archive::FindEnd() {
  ends_later_ = EndsLater();
  if (!ends_later_) return ReadToEnd();
  end_.time = base::Timestamp{std::numeric_limits<std::int64_t>::max()};
  return {};
}

/// An archive without a good record is none, which is said at once.
bool Archive::EndsLater() const {
  const Member& only = *members_.front();
  if (members_.size() > 1 || !only.may_end_later()) return false;
  RecordWalker first = Walk();
  return first.Next() && only.ends_later() &&
         CheckRecord(first.record(), first.path()).has_value();
}

bool Archive::HasRecordFrom(base::Timestamp time) {
  if (!scout_) {
    RecordWalker first = Walk();
    if (!first.Next()) return false;
    scout_ = std::move(first);
  }
  while (scout_->record().time < time) {
    if (!scout_->Next()) return false;
  }
  return true;
}

base::Result<void> Archive::ReadToEnd() {
  const auto end = members_.back()->End();
  if (!end && scout_) end_.time = scout_->record().time;
  if (!end) return end.error();
  end_ = *end;
  ends_later_ = false;
  return {};
}

std::vector<Loss> Archive::Losses() const {
  std::vector<Loss> all;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const bool last = m + 1 == members_.size();
    for (Loss& loss : FindLosses(*members_[m])) {
      if (!last) {
        loss.may_grow = false;
        if (loss.from && !loss.until) {
          loss.until = members_[m + 1]->label().start;
        }
      }
      all.push_back(std::move(loss));
    }
  }
  return all;
}

base::Result<void> Archive::Refresh() {
  Member& last = *members_.back();
  if (auto done = last.Refresh(); !done) return done;
  if (last.meta()->bytes().size() > meta_offset_) {
    const auto read = metadata_.Add(last.meta(), last.paths().meta,
                                    meta_offset_, MetaTail::kMayBeTorn);
    if (!read) return read.error();
    meta_offset_ = *read;
    if (auto done = metadata_.Finish(); !done) return done;
  }
  return FindEnd();
}

}  // namespace pmapi
