// A member for each of its own, but for those that are empty.
#include "actions/notification/errand.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"

namespace actions {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kMessage[] = "message";
constexpr char kProgram[] = "program";
constexpr char kArguments[] = "arguments";
constexpr char kEnvironment[] = "environment";

Json JsonOf(const std::string& text) {
  if (base::Utf8ValidPrefix(text) == text.size()) return text;
  return std::vector<std::uint8_t>(text.begin(), text.end());
}

Json JsonOf(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) all.push_back(JsonOf(text));
  return all;
}

/// False where `json` is no text.
bool Read(const Json& json, std::string* text) {
  if (json.is_string()) {
    *text = json.get_ref<const std::string&>();
    return true;
  }
  if (!json.is_array()) return false;
  for (const Json& byte : json) {
    constexpr std::uint64_t kMost = 255;
    const auto* number = byte.get_ptr<const Json::number_unsigned_t*>();
    if (number == nullptr || *number > kMost) return false;
    *text += static_cast<char>(*number);
  }
  return true;
}

bool Read(const Json& json, std::vector<std::string>* texts) {
  if (!json.is_array()) return false;
  return std::all_of(json.begin(), json.end(), [texts](const Json& one) {
    return Read(one, &texts->emplace_back());
  });
}

/// False where it is not there, or is none.
template <typename Value>
bool ReadMember(const Json& object, const char* name, Value* value) {
  const auto found = object.find(name);
  return found != object.end() && Read(*found, value);
}

/// Whether it is as we write one: others may have.
bool IsProgram(const Errand& errand) {
  return errand.program.starts_with('/') &&
         errand.program.find('\0') == errand.program.npos &&
         !errand.arguments.empty();
}

}  // namespace

std::string ErrandJson(const Errand& errand) {
  Json json = Json::object();
  if (!errand.program.empty()) {
    json[kProgram] = JsonOf(errand.program);
    json[kArguments] = JsonOf(errand.arguments);
    json[kEnvironment] = JsonOf(errand.environment);
  }
  json[kMessage] = JsonOf(errand.message);
  return json.dump(-1, ' ', true);
}

std::optional<Errand> ErrandOf(const std::string& json) {
  const Json read = Json::parse(json, nullptr, false);
  Errand errand;
  if (!read.is_object() || !ReadMember(read, kMessage, &errand.message)) {
    return std::nullopt;
  }
  const bool whole = !read.contains(kProgram) ||
                     (ReadMember(read, kProgram, &errand.program) &&
                      ReadMember(read, kArguments, &errand.arguments) &&
                      ReadMember(read, kEnvironment, &errand.environment) &&
                      IsProgram(errand));
  return whole ? std::optional(std::move(errand)) : std::nullopt;
}

}  // namespace actions
