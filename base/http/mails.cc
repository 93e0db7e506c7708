// A connection a mail, which is closed behind it.
#include "base/http/mails.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "base/http/easy.h"
#include "base/http/libcurl.h"
#include "base/printable.h"
#include "base/tls/tls.h"

namespace base::http {
namespace {

constexpr char kForeign[] = "answers, but not in SMTP";

/// Of a server. Units: bytes.
constexpr std::size_t kMostSaid = std::size_t{512} << 10;
/// Of what it sends over TLS.
constexpr std::size_t kMostRecords = 1 << 16;

long UseOfTls(StartTls start) {
  if (start == StartTls::kRequired) return CURLUSESSL_ALL;
  return start == StartTls::kIfOffered ? CURLUSESSL_TRY : CURLUSESSL_NONE;
}

}  // namespace

/// What its thread has. `over` and `said` are the loop's, too.
struct Mails::Mail {
  Mail(const Libcurl& loaded, Request asked, std::string addresses)
      : curl(loaded),
        request(std::move(asked)),
        resolved(std::move(addresses)) {}

  void Perform();
  std::vector<std::string> RepliesToAddresses() const;
  std::string RefusedForNow() const;
  std::string Flaw() const;
  bool HoldsPassword(std::string_view line) const;
  void SetReplyLimit(long seconds);
  void SetUp(curl_slist* to);
  Result<Response> ResultOf(CURLcode code);

  static std::size_t OnRead(char* buffer, std::size_t one, std::size_t count,
                            void* mail);
  static int OnSaid(CURL* easy, curl_infotype type, char* data,
                    std::size_t size, void* mail);
  static std::size_t OnReply(char* data, std::size_t one, std::size_t size,
                             void* mail);
  static int OnProgress(void* mail, curl_off_t all_down, curl_off_t down,
                        curl_off_t all_up, curl_off_t up);

  const Libcurl curl;
  const Request request;
  const std::string resolved;
  CURL* easy = nullptr;
  std::atomic<bool> over = false;     // nobody waits for it any more
  std::atomic<std::size_t> said = 0;  // bytes of the server
  std::size_t records = 0;
  const tls::MayRead may_read = [this](const void*, std::size_t) {
    return !over && ++records <= kMostRecords;
  };
  bool leaves = false;               // good-bye was said
  std::size_t given = 0;             // bytes that libcurl has
  std::vector<std::string> replies;  // of the server, the last line of each
  char fault[CURL_ERROR_SIZE] = "";  // libcurl's words
  Response response = {};
  Result<Response> result = Error{ErrorCode::kNotConnected, ""};
};

/// One for each address. They are the last before the one to DATA, or of all,
/// if all were refused.
std::vector<std::string> Mails::Mail::RepliesToAddresses() const {
  const auto end = std::find_if(
      replies.begin(), replies.end(),
      [](const std::string& reply) { return reply.starts_with("354"); });
  const auto count = static_cast<std::ptrdiff_t>(request.envelope->to.size());
  if (end - replies.begin() < count) return {};
  return {end - count, end};
}

/// The answer to an address that is to be tried again; empty: to none.
std::string Mails::Mail::RefusedForNow() const {
  const auto replied = RepliesToAddresses();
  const auto found =
      std::find_if(replied.begin(), replied.end(),
                   [](const auto& reply) { return reply.starts_with('4'); });
  return found == replied.end() ? "" : *found;
}

/// Of a mail that was taken.
std::string Mails::Mail::Flaw() const {
  constexpr std::size_t kMostShown = 100;
  std::string flaw;
  const auto replied = RepliesToAddresses();
  for (std::size_t i = 0; i < replied.size(); ++i) {
    if (replied[i].starts_with('2')) continue;
    flaw += (flaw.empty() ? "not for " : ", ") + request.envelope->to[i] +
            " (answers " + Printable(replied[i].substr(0, kMostShown)) + ')';
  }
  const bool let_in = std::any_of(
      replies.begin(), replies.end(),
      [](const std::string& reply) { return reply.starts_with("235"); });
  if (request.envelope->user.empty() || let_in) return flaw;
  return flaw + (flaw.empty() ? "" : "; ") +
         "the server does not ask for the user and the password";
}

/// As it is, or as it is sent.
bool Mails::Mail::HoldsPassword(std::string_view line) const {
  const auto& [user, password] =
      std::tie(request.envelope->user, request.envelope->password);
  if (password.empty()) return false;
  // Some leave out the end of it.
  const auto holds = [&](std::string_view text) {
    return line.find(text.substr(0, text.find_last_not_of('=') + 1)) !=
           line.npos;
  };
  return line.find(password) != line.npos || holds(Base64(password)) ||
         holds(Base64('\0' + user + '\0' + password));
}

/// The message, piece by piece.
std::size_t Mails::Mail::OnRead(char* buffer, std::size_t one,
                                std::size_t count, void* mail) {
  auto* self = static_cast<Mail*>(mail);
  const bool begins = self->given == 0;
  if (begins && !self->RefusedForNow().empty()) return CURL_READFUNC_ABORT;
  const std::size_t bytes =
      self->request.body.copy(buffer, one * count, self->given);
  self->given += bytes;
  return bytes;
}

/// What libcurl says to the server, among much else.
int Mails::Mail::OnSaid(CURL* /*easy*/, curl_infotype type, char* data,
                        std::size_t size, void* mail) {
  const bool command = type == CURLINFO_HEADER_OUT;
  if (command && std::string_view(data, size).starts_with("QUIT")) {
    static_cast<Mail*>(mail)->leaves = true;
  }
  return 0;
}

/// A line of the server.
std::size_t Mails::Mail::OnReply(char* data, std::size_t /*one*/,
                                 std::size_t size, void* mail) {
  auto* self = static_cast<Mail*>(mail);
  self->said += size;
  if (self->said > kMostSaid) return 0;
  const std::string_view line(data, size);
  if (self->leaves) return size;
  constexpr std::size_t kCode = 3;
  self->response.body = line.substr(
      0, self->HoldsPassword(line) ? kCode : line.find_first_of("\r\n"));
  const bool goes_on = line.size() > kCode && line[kCode] == '-';
  if (!goes_on) self->replies.push_back(self->response.body);
  // It is taken: good-bye is not worth waiting for.
  const bool taken = self->given > 0 && !goes_on && line.starts_with('2');
  if (taken) self->SetReplyLimit(1);
  return size;
}

/// Of each answer, as of now; libcurl knows no less than a second.
void Mails::Mail::SetReplyLimit(long seconds) {
  curl.easy_setopt(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, seconds);
}

/// Another value than 0 breaks it off.
int Mails::Mail::OnProgress(void* mail, curl_off_t /*all_down*/,
                            curl_off_t /*down*/, curl_off_t /*all_up*/,
                            curl_off_t /*up*/) {
  return static_cast<Mail*>(mail)->over ? 1 : 0;
}

void Mails::Mail::SetUp(curl_slist* to) {
  const auto set = [&](CURLoption option, auto value) {
    curl.easy_setopt(easy, option, value);
  };
  const Envelope& envelope = *request.envelope;
  // Who waits for it gives it up before, and says so: Drop().
  const long limit = static_cast<long>(request.limit.ns / kNanosPerSecond) + 2;
  set(CURLOPT_TIMEOUT, limit);
  SetReplyLimit(limit);
  set(CURLOPT_FORBID_REUSE, 1L);
  set(CURLOPT_ERRORBUFFER, static_cast<char*>(fault));
  set(CURLOPT_MAIL_FROM, envelope.from.c_str());
  set(CURLOPT_MAIL_RCPT, to);
  set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1L);
  set(CURLOPT_UPLOAD, 1L);
  set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  set(CURLOPT_READFUNCTION, &Mail::OnRead);
  set(CURLOPT_READDATA, this);
  set(CURLOPT_HEADERFUNCTION, &Mail::OnReply);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_VERBOSE, 1L);
  set(CURLOPT_DEBUGFUNCTION, &Mail::OnSaid);
  set(CURLOPT_DEBUGDATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &Mail::OnProgress);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_USE_SSL, UseOfTls(envelope.start_tls));
  // Else all would go in clear: any certificate is better. Source: RFC 7435.
  if (envelope.start_tls == StartTls::kIfOffered &&
      request.connection.ca_file.empty()) {
    set(CURLOPT_SSL_VERIFYPEER, 0L);
    set(CURLOPT_SSL_VERIFYHOST, 0L);
  }
  if (envelope.user.empty()) return;
  set(CURLOPT_USERNAME, envelope.user.c_str());
  set(CURLOPT_PASSWORD, envelope.password.c_str());
}

/// A server has answered when it has refused, too.
Result<Response> Mails::Mail::ResultOf(CURLcode code) {
  long status = 0;
  curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  response.of_mail = true;
  response.status = static_cast<int>(status);
  if (code == CURLE_OK) {
    response.flaw = Flaw();
  } else if (std::string later = RefusedForNow(); !later.empty()) {
    std::from_chars(later.data(), later.data() + later.size(), response.status);
    response.body = std::move(later);
  }
  const bool answered = response.status >= (code == CURLE_OK ? 200 : 400);
  if (answered) return std::move(response);
  return NoAnswer(curl, easy, code, fault, kForeign, said > 0,
                  request.connection.proxy);
}

void Mails::Mail::Perform() {
  curl_slist* addresses = nullptr;
  curl_slist* to = nullptr;
  if (!resolved.empty()) {
    addresses = curl.slist_append(addresses, resolved.c_str());
  }
  for (const std::string& one : request.envelope->to) {
    to = curl.slist_append(to, one.c_str());
  }
  easy = curl.easy_init();
  SetUpEasy(curl, easy, request, addresses);
  const OurTls ours{&may_read, nullptr, ""};
  UseOurTls(curl, easy, &ours);
  SetUp(to);
  result = ResultOf(curl.easy_perform(easy));
  curl.easy_cleanup(easy);
  curl.slist_free_all(addresses);
  curl.slist_free_all(to);
}

Mails::Mails(const Libcurl& curl, loop::Loop* loop, Ended ended)
    : curl_(curl), loop_(*loop), ended_(std::move(ended)) {}

Mails::~Mails() {
  for (const auto& [id, one] : mails_) one.mail->over = true;
}

void Mails::Begin(std::uint64_t id, Request request, std::string resolved) {
  const auto mail =
      std::make_shared<Mail>(curl_, std::move(request), std::move(resolved));
  Sending& sending = mails_[id];
  sending.mail = mail;
  sending.worker = std::make_unique<loop::Worker>(&loop_);
  const auto begun = sending.worker->Do(
      [mail] {
        mail->Perform();
        tls::LeaveThread();
      },
      [this, id] { End(id); });
  if (begun) return;
  mail->result = begun.error();
  sending.none = loop_.After({}, [this, id] { End(id); });
}

void Mails::End(std::uint64_t id) {
  const auto node = mails_.extract(id);
  if (!node.empty()) ended_(id, std::move(node.mapped().mail->result));
}

Result<Response> Mails::Drop(std::uint64_t id, const std::string& why) {
  const auto node = mails_.extract(id);
  if (node.empty()) return Error{ErrorCode::kNotConnected, why};
  Mail& mail = *node.mapped().mail;
  mail.over = true;
  return Error{mail.said > 0 ? ErrorCode::kTimeout : ErrorCode::kNotConnected,
               why};
}

}  // namespace base::http
