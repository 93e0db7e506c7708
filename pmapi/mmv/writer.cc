// The file is filled under a name with a leading dot, which readers pass over,
// made valid by its second generation, and then renamed.
#include "pmapi/mmv/writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "base/system_error.h"
#include "pmapi/mmv/format.h"

namespace pmapi {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

std::string HiddenName(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 where there is none
  return path.substr(0, name) + '.' + path.substr(name) + '.' +
         std::to_string(getpid());
}

bool WriteAll(int file, const std::vector<std::uint8_t>& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t more = write(file, bytes.data() + done, bytes.size() - done);
    if (more < 0) return false;
    done += static_cast<std::size_t>(more);
  }
  return true;
}

bool IsWide(Type type) { return type == Type::k64 || type == Type::kU64; }
bool IsNarrow(Type type) { return type == Type::k32 || type == Type::kU32; }

/// At most `most` bytes, no character cut in two.
std::string_view Cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace

MmvWriter::MmvWriter(std::string path, bool sentinel, mmv::Image image)
    : path_(std::move(path)), image_(std::move(image)), sentinel_(sentinel) {}

Result<std::unique_ptr<MmvWriter>> MmvWriter::Create(
    const std::string& path, const MmvDeclaration& declaration,
    base::Timestamp now) {
  const auto generation = static_cast<std::uint64_t>(now.ns == 0 ? 1 : now.ns);
  auto image = mmv::MakeImage(declaration, generation, getpid());
  if (!image) return image.error();
  std::unique_ptr<MmvWriter> writer(
      new MmvWriter(path, declaration.sentinel, *std::move(image)));
  if (auto made = writer->Publish(); !made) return made.error();
  return writer;
}

Result<void> MmvWriter::Publish() {
  const std::string hidden = HiddenName(path_);
  unlink(hidden.c_str());  // of a process that had our number and died here
  const int file =
      open(hidden.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return base::SystemError(hidden, errno);
  auto filled = FillAndMap(file);
  close(file);
  if (filled && rename(hidden.c_str(), path_.c_str()) != 0) {
    filled = base::SystemError(path_, errno);
  }
  if (!filled) unlink(hidden.c_str());
  return filled;
}

Result<void> MmvWriter::FillAndMap(int file) {
  struct stat status = {};
  if (!WriteAll(file, image_.bytes) || fstat(file, &status) != 0) {
    return base::SystemError(path_, errno);
  }
  void* map = mmap(nullptr, image_.bytes.size(), PROT_READ | PROT_WRITE,
                   MAP_SHARED, file, 0);
  if (map == MAP_FAILED) return base::SystemError(path_, errno);
  map_ = static_cast<std::uint8_t*>(map);
  size_ = image_.bytes.size();
  device_ = status.st_dev;
  node_ = status.st_ino;
  image_.bytes = {};
  std::atomic_ref(Word(mmv::kGenerationAgainAt))
      .store(Word(mmv::kGenerationAt), std::memory_order_release);
  return {};
}

MmvWriter::~MmvWriter() {
  if (map_ == nullptr) return;
  struct stat status = {};
  if (stat(path_.c_str(), &status) == 0 && status.st_dev == device_ &&
      status.st_ino == node_) {
    unlink(path_.c_str());
  }
  munmap(map_, size_);
}

MmvWriter::Value MmvWriter::Find(const std::string& metric,
                                 InstanceId id) const {
  const auto at = image_.slots.find({metric, id});
  CHECK(at != image_.slots.end());
  return at->second;
}

/// Entries begin at multiples of 8, and a map at a page.
std::uint64_t& MmvWriter::Word(std::size_t at) {
  return *reinterpret_cast<std::uint64_t*>(map_ + at);
}

void MmvWriter::SetInteger(Value value, std::uint64_t number) {
  CHECK(IsWide(value.type) || IsNarrow(value.type));
  if (IsNarrow(value.type)) number = static_cast<std::uint32_t>(number);
  std::atomic_ref(Word(value.at)).store(number, std::memory_order_relaxed);
}

void MmvWriter::AddInteger(Value value, std::uint64_t number) {
  CHECK(IsWide(value.type) || IsNarrow(value.type));
  const std::atomic_ref word(Word(value.at));
  std::uint64_t before = word.load(std::memory_order_relaxed);
  std::uint64_t after = 0;
  do {
    // What was not set yet counts from 0.
    after = (sentinel_ && ~before == 0 ? 0 : before) + number;
    if (IsNarrow(value.type)) after = static_cast<std::uint32_t>(after);
  } while (
      !word.compare_exchange_weak(before, after, std::memory_order_relaxed));
}

void MmvWriter::SetReal(Value value, double number) {
  CHECK(value.type == Type::kFloat || value.type == Type::kDouble);
  const std::uint64_t bits =
      value.type == Type::kDouble
          ? std::bit_cast<std::uint64_t>(number)
          : std::bit_cast<std::uint32_t>(static_cast<float>(number));
  std::atomic_ref(Word(value.at)).store(bits, std::memory_order_relaxed);
}

// Written where nobody reads, then put in place by one store.
void MmvWriter::SetText(Value value, std::string_view text) {
  CHECK(value.type == Type::kString);
  text = Cut(text, mmv::kStringSize - 1);
  std::uint64_t& in_use = Word(value.at + 8);
  const std::size_t other =
      in_use == value.text ? value.text + mmv::kStringSize : value.text;
  std::memset(map_ + other, 0, mmv::kStringSize);
  std::memcpy(map_ + other, text.data(), text.size());
  std::atomic_ref(in_use).store(other, std::memory_order_release);
}

}  // namespace pmapi
