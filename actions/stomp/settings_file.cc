// Each line by itself, then what is missing.
#include "actions/stomp/settings_file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/tls/identity.h"
#include "base/tls/trust.h"
#include "grammar/nearest.h"

namespace actions {
namespace {

using Offset = std::uint32_t;

constexpr std::string_view kBlank = " \t\r\v\f";
constexpr char kAuthorities[] = "/etc/ssl/certs";
constexpr char kKeyFile[] =
    "the key stands there, too, or in a file of its own: key_file";

/// pmie's default.
constexpr base::Duration kPmieTimeout{2 * base::kNanosPerSecond};

/// What values are kept as until all are known. Those of pmie's own first.
struct Values {
  std::string host, port, user, passcode, timeout, topic;
  std::string destination, vhost, heartbeat, tls, ca, certificate, key;
};

enum class Kind { kText, kNumber, kYesOrNo, kSecret };

struct Key {
  const char* name;
  std::string Values::*value;
  bool pmie = true;
  Kind kind = Kind::kText;
};

constexpr Key kKeys[] = {
    {"host", &Values::host},
    {"hostname", &Values::host},
    {"port", &Values::port, true, Kind::kNumber},
    {"user", &Values::user},
    {"username", &Values::user},
    {"passcode", &Values::passcode, true, Kind::kSecret},
    {"password", &Values::passcode, true, Kind::kSecret},
    {"timeout", &Values::timeout, true, Kind::kNumber},
    {"topic", &Values::topic},
    {"destination", &Values::destination, false},
    {"vhost", &Values::vhost, false},
    {"heartbeat", &Values::heartbeat, false, Kind::kNumber},
    {"tls", &Values::tls, false, Kind::kYesOrNo},
    {"ca_file", &Values::ca, false},
    {"certificate_file", &Values::certificate, false},
    {"key_file", &Values::key, false},
};

const Key* Find(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kKeys), std::end(kKeys),
                   [name](const Key& key) { return key.name == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

/// Whether what stands behind a key is plainly what belongs there. Else it may
/// be a passcode: its line may hold all of the file, or another key's value.
bool IsPlain(const Key& key, std::string_view value) {
  constexpr std::size_t kMostLetters = 5;
  switch (key.kind) {
    case Kind::kNumber:
      return value.find_first_not_of("0123456789") == value.npos;
    case Kind::kYesOrNo:
      return value.size() <= kMostLetters;
    case Kind::kText:
      return value.find_first_of("=,;@ \t\r\v\f") == value.npos;
    case Kind::kSecret:
      return false;
  }
  return false;
}

/// Not a URL, nor what else has a port or a user in it.
bool IsHost(std::string_view text) {
  const auto colons = std::count(text.begin(), text.end(), ':');
  return text.find_first_of("/@") == text.npos && colons != 1;
}

class FileReader {
 public:
  FileReader(const std::string& text, bool as_pmie, grammar::Severity unread)
      : text_(text), shown_(text), as_pmie_(as_pmie), unread_(unread) {}

  StompFile Read(const std::string& path);

 private:
  void ReadLine(Offset begin, Offset end);
  void Hide(Offset begin, Offset end);
  void ReadNumber(const std::string& value, const char* key, std::int64_t least,
                  std::int64_t most, std::int64_t* number);
  void ReadTls(StompSettings* settings);
  bool TlsFilesAreRead();
  bool TlsFilesAreOfUse();
  void Finish(StompFile* file);
  void Tell(grammar::Severity severity, grammar::Span span, std::string message,
            std::string hint);
  void Error(Offset begin, Offset end, std::string message,
             std::string hint = "") {
    Tell(grammar::Severity::kError, {begin, end}, std::move(message),
         std::move(hint));
  }
  /// Of what the key that `value` belongs to says.
  void ErrorOf(const std::string& value, std::string message,
               std::string hint = "") {
    const auto place = PlaceOf(value);
    if (place)
      Error(place->begin, place->end, std::move(message), std::move(hint));
  }
  std::optional<grammar::Span> PlaceOf(const std::string& value) const;

  std::string_view text_;
  std::string shown_;
  bool as_pmie_;
  grammar::Severity unread_;
  Values values_;
  std::vector<std::pair<const std::string*, grammar::Span>> places_;
  std::vector<grammar::Diagnostic> diagnostics_;
};

void FileReader::Tell(grammar::Severity severity, grammar::Span span,
                      std::string message, std::string hint) {
  if (as_pmie_) return;
  grammar::Diagnostic one;
  one.severity = severity;
  one.span = {span.begin, std::max(span.end, span.begin + 1)};
  one.message = std::move(message);
  one.hint = std::move(hint);
  diagnostics_.push_back(std::move(one));
}

/// Nothing where it is not said.
std::optional<grammar::Span> FileReader::PlaceOf(
    const std::string& value) const {
  for (const auto& [of, place] : places_) {
    if (of == &value) return place;
  }
  return std::nullopt;
}

void FileReader::Hide(Offset begin, Offset end) {
  std::fill(shown_.begin() + begin, shown_.begin() + end, '*');
}

void FileReader::ReadLine(Offset begin, Offset end) {
  const std::string_view line = text_.substr(begin, end - begin);
  const std::size_t first = line.find_first_not_of(kBlank);
  if (first == line.npos || line[first] == '#') return;
  const std::size_t equals = std::min(line.find('='), line.size());
  const std::string name(line.substr(0, equals));
  const auto value_at =
      static_cast<Offset>(begin + std::min(equals + 1, line.size()));
  const Key* const key = Find(name);
  if (key == nullptr || equals == line.size()) {
    Hide(equals == line.size() ? begin : value_at, end);
    std::vector<std::string> names;
    for (const Key& one : kKeys) names.emplace_back(one.name);
    const std::string meant = grammar::Nearest(name, names);
    std::string bare = name;
    bare.erase(0, bare.find_first_not_of(kBlank));
    bare.erase(bare.find_last_not_of(kBlank) + 1);
    const bool blanks = bare != name && Find(bare) != nullptr;
    return Error(
        begin, begin + static_cast<Offset>(equals),
        equals == line.size() ? "this is no key=value" : "there is no such key",
        blanks          ? "no blanks stand around " + bare + " and ="
        : meant.empty() ? ""
                        : "did you mean " + meant + "?");
  }
  if (as_pmie_ && !key->pmie) return;
  const std::string_view rest = text_.substr(value_at, end - value_at);
  const std::string_view value =
      rest.substr(0, std::min(rest.find_first_of(kBlank), rest.size()));
  if (!IsPlain(*key, rest.substr(0, rest.find_last_not_of('\r') + 1))) {
    Hide(value_at, end);
  }
  const auto value_end = static_cast<Offset>(value_at + value.size());
  if (rest.find_first_not_of(kBlank, value.size()) != rest.npos) {
    Error(value_end, end, "a value ends at the first blank");
  } else if (value.empty()) {
    Error(begin, value_at, "there is no value");
  }
  if (!value.empty() && !(values_.*key->value).empty()) {
    Error(begin, value_at, "this is said for the second time",
          "keep one: pmie heeds the last");
  }
  values_.*key->value = value;
  places_.emplace(places_.begin(), &(values_.*key->value),
                  grammar::Span{value_at, value_end});
}

/// pmie reads numbers as atoi(3).
void FileReader::ReadNumber(const std::string& value, const char* key,
                            std::int64_t least, std::int64_t most,
                            std::int64_t* number) {
  if (value.empty()) return;
  std::int64_t read = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, read);
  const bool whole = stop == end && error == std::errc();
  const bool fits = read >= least && read <= most;
  if (!whole || !fits) {
    ErrorOf(value, std::string(key) + " is a whole number from " +
                       std::to_string(least) + " to " + std::to_string(most));
  }
  *number = fits ? read : 0;
}

void FileReader::ReadTls(StompSettings* settings) {
  const bool wanted = values_.tls == "yes";
  if (!wanted && !values_.tls.empty() && values_.tls != "no") {
    ErrorOf(values_.tls, "this is yes or no");
  }
  if (!wanted) {
    for (const auto* value :
         {&values_.ca, &values_.certificate, &values_.key}) {
      ErrorOf(*value, "this is of use with tls=yes alone");
    }
    return;
  }
  if (!TlsFilesAreRead() || !TlsFilesAreOfUse()) return;
  base::tls::Settings tls;
  tls.authority_file = values_.ca;
  if (tls.authority_file.empty()) tls.authority_directory = kAuthorities;
  tls.certificate_file = values_.certificate;
  tls.key_file = values_.key.empty() ? values_.certificate : values_.key;
  const auto made = base::tls::MakeContext(tls);
  if (made) settings->tls = *made;
  if (!made) ErrorOf(values_.tls, made.error().message);
}

/// OpenSSL would wait for what is no file.
bool FileReader::TlsFilesAreRead() {
  constexpr std::size_t kMost = std::size_t{16} << 20;
  bool all = true;
  for (const auto* value : {&values_.ca, &values_.certificate, &values_.key}) {
    if (value->empty()) continue;
    if (const auto text = base::ReadRegularText(*value, kMost); !text) {
      const bool error = unread_ == grammar::Severity::kError;
      Tell(unread_, *PlaceOf(*value), text.error().message,
           error ? "" : "without it no run begins");
      all = false;
    }
  }
  return all;
}

/// At the key of what is wrong, which MakeContext() does not know.
bool FileReader::TlsFilesAreOfUse() {
  const std::string& ca = values_.ca;
  const std::string& certificate = values_.certificate;
  const std::string& key = values_.key;
  const std::size_t before = diagnostics_.size();
  const auto heed = [this](const std::string& value, const auto& used,
                           const char* hint = "") {
    if (!used) ErrorOf(value, used.error().message, hint);
    return used.has_value();
  };
  if (!ca.empty()) heed(ca, base::tls::ReadTrust(ca, ""));
  if (certificate.empty()) {
    ErrorOf(key, "there is a key_file and no certificate_file");
  } else if (heed(certificate, base::tls::TryCertificate(certificate))) {
    if (key.empty()) {
      heed(certificate, base::tls::TryKey(certificate, certificate), kKeyFile);
    } else {
      heed(key, base::tls::TryKey(key, certificate));
    }
  }
  return diagnostics_.size() == before;
}

void FileReader::Finish(StompFile* file) {
  StompSettings& settings = file->settings;
  constexpr std::int64_t kMostPort = 65'535;
  constexpr std::int64_t kMostSeconds = 3600;
  std::int64_t port = 0;
  std::int64_t timeout = 0;
  std::int64_t beat = settings.heart_beat.ns / base::kNanosPerSecond;
  ReadNumber(values_.port, "a port", 1, kMostPort, &port);
  ReadNumber(values_.timeout, "this", 1, kMostSeconds, &timeout);
  ReadNumber(values_.heartbeat, "this", 0, kMostSeconds, &beat);
  if (!IsHost(values_.host)) {
    ErrorOf(values_.host,
            "a host is a name or an address alone, without a scheme, a user "
            "and a port");
  }
  ReadTls(&settings);
  settings.host = values_.host;
  settings.port = static_cast<int>(port);
  settings.user = values_.user;
  settings.passcode = values_.passcode;
  if (timeout > 0) settings.timeout.ns = timeout * base::kNanosPerSecond;
  settings.heart_beat.ns = beat * base::kNanosPerSecond;
  if (!values_.topic.empty()) settings.destination = "/topic/" + values_.topic;
  if (!values_.destination.empty()) settings.destination = values_.destination;
  if (!values_.vhost.empty()) settings.virtual_host = values_.vhost;
  const std::pair<const char*, const std::string&> needed[] = {
      {"host", values_.host},
      {"port", values_.port},
      {"username", values_.user},
      {"passcode", values_.passcode}};
  for (const auto& [name, value] : needed) {
    if (value.empty()) file->missing.emplace_back(name);
  }
}

StompFile FileReader::Read(const std::string& path) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";  // of UTF-8
  for (std::size_t begin = text_.starts_with(kMark) ? kMark.size() : 0;
       begin < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    ReadLine(static_cast<Offset>(begin), static_cast<Offset>(end));
    begin = end + 1;
  }
  StompFile file{{}, grammar::SourceText(path, ""), {}, {}};
  if (as_pmie_) file.settings.timeout = kPmieTimeout;
  file.settings.as_pmie = as_pmie_;
  Finish(&file);
  for (const std::string& name : file.missing) {
    Error(0, 0, "there is no " + (name == "username" ? "user" : name) + "=");
  }
  file.shown = grammar::SourceText(path, std::move(shown_));
  std::stable_sort(
      diagnostics_.begin(), diagnostics_.end(),
      [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  file.diagnostics = std::move(diagnostics_);
  return file;
}

}  // namespace

bool StompFile::has_errors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const grammar::Diagnostic& one) {
                       return one.severity == grammar::Severity::kError;
                     });
}

StompFile ReadStompSettings(const std::string& path, const std::string& text,
                            bool as_pmie, grammar::Severity unread) {
  return FileReader(text, as_pmie, unread).Read(path);
}

}  // namespace actions
