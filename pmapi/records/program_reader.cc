// Pipes, poll(2), and a thread that nobody waits for: it alone waits for the
// program.
#include "pmapi/records/program_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <utility>

#include "base/detached_thread.h"
#include "base/one_line.h"
#include "base/system_error.h"
#include "pmapi/records/line_splitter.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What is read at once, and handed out at once. Units: bytes.
constexpr std::size_t kPiece = std::size_t{256} << 10;
/// What is asked for; who may not have so much has 64 KiB.
constexpr int kPipe = 1 << 20;

/// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void Take(int fd) {
    Close();
    fd_ = fd;
  }
  void Close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;

  bool Open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading.Take(ends[0]);
    writing.Take(ends[1]);
    // The program's end of it waits, ours does not.
    ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);
    return true;
  }
};

std::string HowItEnded(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) {
    return "has ended with status " + std::to_string(info.si_status);
  }
  return "was ended by signal " + std::to_string(info.si_status);
}

}  // namespace

/// What the owner and the thread have together.
struct ProgramReader::Shared {
  mutable std::mutex mutex;
  std::condition_variable changed;  // begun or end
  std::deque<std::string> pieces;
  std::size_t waiting = 0;  // bytes of them
  bool begun = false;       // or known not to
  bool stop = false;        // the owner is gone
  pid_t pid = -1;           // while it may be killed
  std::optional<Error> end;
  bool succeeded = false;
  Descriptor wake;  // an eventfd: there is room again, or an end

  void Wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written =
        ::write(wake.get(), &one, sizeof one);
  }
  bool stopped() const {
    const std::lock_guard lock(mutex);
    return stop;
  }
};

/// The life of the thread.
class ProgramReader::Run {
 public:
  Run(std::shared_ptr<Shared> shared, Find find, std::size_t most)
      : shared_(std::move(shared)), find_(std::move(find)), most_(most) {}

  void Live() {
    std::optional<Error> why;
    if (const auto begun = Begin(); !begun) why = begun.error();
    if (!why) {
      while (output_.reading.open() || said_.reading.open()) Wait();
      why = Reap();
    }
    const std::lock_guard lock(shared_->mutex);
    shared_->begun = true;
    shared_->end = std::move(why);
    shared_->changed.notify_all();
  }

 private:
  Result<void> Begin();
  void Wait();
  void TakeOutput();
  void TakeSaid();
  void Add(std::string_view bytes);
  bool has_room() const;
  Error Reap();

  std::shared_ptr<Shared> shared_;
  Find find_;
  std::size_t most_;
  std::string name_;
  Pipe output_;
  Pipe said_;
  LineSplitter lines_;
  std::string last_line_;
  std::string buffer_ = std::string(kPiece, '\0');
};

Result<void> ProgramReader::Run::Begin() {
  const auto program = find_();
  if (!program) return program.error();
  name_ = program->path.substr(program->path.rfind('/') + 1);
  if (!output_.Open() || !said_.Open()) {
    return base::SystemError(name_ + ": no pipe", errno);
  }
  ::fcntl(output_.writing.get(), F_SETPIPE_SZ, kPipe);
  const auto pid = base::Spawn(
      *program,
      {{0, -1}, {1, output_.writing.get()}, {2, said_.writing.get()}});
  if (!pid) return pid.error();
  output_.writing.Close();
  said_.writing.Close();
  const std::lock_guard lock(shared_->mutex);
  shared_->pid = *pid;
  shared_->begun = true;
  shared_->changed.notify_all();
  if (shared_->stop) ::kill(-*pid, SIGKILL);
  return {};
}

bool ProgramReader::Run::has_room() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->waiting < most_;
}

/// For output, if there is room for it, and for what it says of itself.
void ProgramReader::Run::Wait() {
  std::array<pollfd, 3> some{
      {{has_room() ? output_.reading.get() : -1, POLLIN, 0},
       {said_.reading.get(), POLLIN, 0},
       {shared_->wake.get(), POLLIN, 0}}};
  if (::poll(some.data(), some.size(), -1) < 0) return;
  if (some[2].revents != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got =
        ::read(shared_->wake.get(), &count, sizeof count);
  }
  if (shared_->stopped()) {
    output_.reading.Close();
    said_.reading.Close();
    return;
  }
  if (some[0].revents != 0) TakeOutput();
  if (some[1].revents != 0) TakeSaid();
}

void ProgramReader::Run::TakeOutput() {
  const ssize_t got =
      ::read(output_.reading.get(), buffer_.data(), buffer_.size());
  if (got > 0) return Add({buffer_.data(), static_cast<std::size_t>(got)});
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  output_.reading.Close();
}

/// Small pieces become one.
void ProgramReader::Run::Add(std::string_view bytes) {
  const std::lock_guard lock(shared_->mutex);
  auto& pieces = shared_->pieces;
  shared_->waiting += bytes.size();
  if (!pieces.empty() && pieces.back().size() + bytes.size() <= kPiece) {
    pieces.back() += bytes;
  } else {
    pieces.emplace_back(bytes);
  }
}

void ProgramReader::Run::TakeSaid() {
  const auto take = [this](std::string_view line) {
    if (!line.empty()) last_line_ = line;
  };
  const ssize_t got =
      ::read(said_.reading.get(), buffer_.data(), buffer_.size());
  if (got > 0) {
    return lines_.Add({buffer_.data(), static_cast<std::size_t>(got)}, take);
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  lines_.End(take);
  said_.reading.Close();
}

/// As long as it has not been waited for, its number is nobody else's: until
/// then it may be killed.
Error ProgramReader::Run::Reap() {
  siginfo_t info{};
  const auto pid = static_cast<id_t>(shared_->pid);
  while (::waitid(P_PID, pid, &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
    continue;
  }
  const std::lock_guard lock(shared_->mutex);
  ::waitid(P_PID, pid, &info, WEXITED | WNOHANG);
  shared_->pid = -1;
  shared_->succeeded = info.si_code == CLD_EXITED && info.si_status == 0;
  return {ErrorCode::kSystem,
          name_ + ' ' + HowItEnded(info) +
              (last_line_.empty() ? "" : ": " + base::OneLine(last_line_))};
}

ProgramReader::ProgramReader(Find find, std::size_t most_waiting)
    : shared_(std::make_shared<Shared>()) {
  shared_->wake.Take(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const auto fail = [this](int code) {
    shared_->begun = true;
    shared_->end = base::SystemError("no thread to read a program", code);
  };
  if (!shared_->wake.open()) {
    fail(errno);
    return;
  }
  auto run = std::make_shared<Run>(shared_, std::move(find), most_waiting);
  const int error = base::BeginDetached([run] { run->Live(); });
  if (error != 0) fail(error);
}

ProgramReader::~ProgramReader() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
  if (shared_->pid > 0) ::kill(-shared_->pid, SIGKILL);
  shared_->Wake();
}

void ProgramReader::AwaitBegin(base::Duration limit) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, std::chrono::nanoseconds(limit.ns),
                            [this] { return shared_->begun; });
}

void ProgramReader::AwaitEnd(base::Duration limit) const {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, std::chrono::nanoseconds(limit.ns),
                            [this] { return shared_->end.has_value(); });
}

std::optional<std::string> ProgramReader::Next() {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->pieces.empty()) return std::nullopt;
  std::string next = std::move(shared_->pieces.front());
  shared_->pieces.pop_front();
  shared_->waiting -= next.size();
  shared_->Wake();
  return next;
}

std::optional<base::Error> ProgramReader::end() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->end;
}

bool ProgramReader::succeeded() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->succeeded;
}

}  // namespace pmapi::records
