// Settings: a map of a file's, read key by key. What is wrong is told with its
// place; what nobody has asked for is no setting.
#ifndef TOCSIN_GRAMMAR_SETTINGS_SETTINGS_H_
#define TOCSIN_GRAMMAR_SETTINGS_SETTINGS_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "base/yaml/yaml.h"
#include "grammar/diagnostic.h"

namespace grammar {

/// What is wrong at `place` of a file in YAML.
Diagnostic DiagnosticAt(Severity severity, base::yaml::Place place,
                        std::string message, std::string hint = "");

/// What a map may hold. Units: members; bytes of all names and values.
struct MapLimits {
  std::size_t members;
  std::size_t bytes;
};

/// What reading a file comes to, beside what it says.
struct FileFindings {
  std::vector<Diagnostic> diagnostics;
  std::vector<base::yaml::Place> secrets;  // what may be one
  std::vector<base::yaml::Place> shown;    // among these, and none
  std::set<std::string> open_files;        // of secrets, which has been told
  /// What is wrong with a file of TLS, if anything: by its path and what else
  /// decides that.
  std::map<std::pair<std::string, std::string>, std::optional<base::Error>>
      tried;

  void Error(base::yaml::Place place, std::string message,
             std::string hint = "");
  void Warning(base::yaml::Place place, std::string message,
               std::string hint = "");
  /// What kept a text from being a tree.
  void AddFaults(const base::yaml::Tree& tree);
  /// Hands out all of them, in the order of the text.
  std::vector<Diagnostic> TakeInOrder();
  /// True of a `key` that may be shown; another may be a secret from now on.
  bool MayShow(const base::yaml::Member& key);
  /// True, and told at the first one too many, of a `map` with more than its
  /// `limits`, all of which may be secrets then.
  bool IsTooMuch(const base::yaml::Member& map, const MapLimits& limits);
};

inline constexpr base::Duration kOneHour{3600 * base::kNanosPerSecond};

class Settings {
 public:
  /// `owner` is what they are of, as messages call it, and stands at `place`.
  /// What is no map is told, and has no settings.
  /// Lifetime: `node` and `findings` outlive it.
  Settings(const base::yaml::Node& node, std::string owner,
           base::yaml::Place place, FileFindings* findings);

  /// A text as it is written.
  struct Text {
    std::string text;
    base::yaml::Place place;
  };

  /// The member `key`, null where it is not there. It is a setting from now on,
  /// and so is what others ask for. Errors: one without a value is told, with
  /// `hint`.
  const base::yaml::Member* Find(
      std::string_view key, const char* hint = "give it one, or leave it out");
  /// Its text. Errors: one that is no text, or empty, is told.
  std::optional<Text> FindText(std::string_view key);
  /// The same of one that may be a secret.
  std::optional<Text> FindSecret(std::string_view key);
  /// Sets `time` to the interval `key`, if it is there.
  /// Errors: what is none, or none above 0 and up to `most`, is told.
  void ReadTime(std::string_view key, base::Duration most,
                base::Duration* time);
  /// Sets `choice` to the value in `words` of the word that `key` is, if it is
  /// there. Errors: another word is told.
  template <typename Value, typename Choice, std::size_t count>
  void ReadChoice(std::string_view key,
                  const std::pair<const char*, Value> (&words)[count],
                  Choice* choice) {
    const auto text = FindText(key);
    if (!text) return;
    std::vector<std::string> names;
    for (const auto& [word, value] : words) {
      if (text->text == word) return void(*choice = value);
      names.emplace_back(word);
    }
    NoChoice(key, *text, names);
  }

  /// Where they are.
  base::yaml::Place place() const { return place_; }
  FileFindings& findings() { return findings_; }

  /// To be called when all have been asked for: tells of those that are none,
  /// whose values may be secrets, and so may keys that are no plain words.
  void EndKeys(
      const std::vector<std::pair<std::string, std::string>>& advice = {});

 private:
  void NoChoice(std::string_view key, const Text& text,
                const std::vector<std::string>& words);

  static const std::vector<base::yaml::Member>& NoMembers();

  const std::vector<base::yaml::Member>* members_;
  std::string owner_;
  base::yaml::Place place_;
  FileFindings& findings_;
  std::vector<std::string> known_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SETTINGS_SETTINGS_H_
