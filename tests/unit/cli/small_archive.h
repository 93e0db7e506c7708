// What tests of commands share: a small archive on disk, and what a command
// has printed.
#ifndef TOCSIN_TESTS_UNIT_CLI_SMALL_ARCHIVE_H_
#define TOCSIN_TESTS_UNIT_CLI_SMALL_ARCHIVE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "cli/output.h"
#include "cli/process_context.h"
#include "tests/support/archive_writer.h"
#include "tests/support/stored_gzip.h"

namespace cli {

/// Sun Sep  9 01:46:40 2001 UTC.
inline constexpr std::int64_t kSmallStart = 1'000'000'000;

/// Host "web1", with `load` and a string called `text`.
inline tests::ArchiveWriter Web1(const std::string& text) {
  tests::ArchiveOptions options;
  options.host = "web1";
  tests::ArchiveWriter writer(options);
  pmapi::MetricDesc desc;
  desc.pmid = pmapi::Pmid{1};
  desc.type = pmapi::Type::k32;
  writer.Metric("load", desc);
  desc.pmid = pmapi::Pmid{2};
  desc.type = pmapi::Type::kString;
  writer.Metric(text, desc);
  return writer;
}

/// Of host "web1": `load` is 1, 2 and 3 and `idle` "yes", "no" and "no", at 0,
/// 10 and 20 seconds.
inline tests::ArchiveImage SmallImage() {
  tests::ArchiveWriter writer = Web1("idle");
  for (int k = 0; k < 3; ++k) {
    writer.Record(tests::At(kSmallStart + 10 * k),
                  {{"load", k + 1}, {"idle", k == 0 ? "yes" : "no"}});
  }
  return writer.Image();
}

/// Of host "web1": `load` is k at 10 k seconds for k below 60, beside a text so
/// long that what is left of the packed volume can be unpacked in part.
inline tests::ArchiveImage LongImage() {
  tests::ArchiveWriter writer = Web1("text");
  for (int k = 0; k < 60; ++k) {
    writer.Record(tests::At(kSmallStart + 10 * k),
                  {{"load", k}, {"text", std::string(16384, 'x')}});
  }
  return writer.Image();
}

/// Writes `image` with its volume packed, of which `part` is left.
inline void WritePacked(tests::ArchiveImage image, const std::string& base,
                        double part = 1) {
  const tests::FileBytes volume = image.files.at("0");
  image.files.erase("0");
  tests::WriteImage(image, base);
  std::string packed =
      tests::StoredGzip(std::string(volume.begin(), volume.end()));
  packed.resize(
      static_cast<std::size_t>(part * static_cast<double>(packed.size())));
  std::ofstream(base + ".0.gz", std::ios::binary) << packed;
}

/// SmallImage() as files that go with the object.
class SmallArchive {
 public:
  SmallArchive() { tests::WriteImage(SmallImage(), folder_ / "small"); }
  std::string path() const { return folder_ / "small"; }
  /// The path of a file with `text`.
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

 private:
  tests::TemporaryFolder folder_;
};

/// An environment with a time zone and nothing else: neither are there PCP's
/// own derived metrics.
inline std::optional<std::string> SmallEnvironment(const std::string& name) {
  if (name == "TZ") return "UTC";
  if (name == "PCP_DERIVED_CONFIG") return "";
  return std::nullopt;
}

/// An Output into a file without a name.
class Printed {
 public:
  Output* out() { return &output_; }
  /// All of it so far.
  std::string Text() {
    output_.Flush();
    std::string text(static_cast<std::size_t>(::lseek(file_.fd, 0, SEEK_END)),
                     '\0');
    const auto n = ::pread(file_.fd, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(n));
    return text;
  }

 private:
  struct File {
    File() = default;
    ~File() { ::close(fd); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    const int fd = ::memfd_create("printed", MFD_CLOEXEC);
  };
  File file_;
  Output output_{file_.fd};
};

/// A process with no more to it than what it prints, called "tocsin".
inline ProcessContext SmallProcess(Printed* out, Printed* err) {
  return {"tocsin", SmallEnvironment, out->out(), err->out()};
}

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_SMALL_ARCHIVE_H_
