// Database: one SQLite database. SQLite is database.cc's, and is loaded
// when it is needed: linked, it would cost each start of the program a
// twentieth more instructions.
#ifndef TOCSIN_ACTIONS_DELIVERY_DATABASE_H_
#define TOCSIN_ACTIONS_DELIVERY_DATABASE_H_

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace actions {

class SharedIndex;

/// Once something has failed nothing more is done, until status() has told it:
/// who makes many steps asks once, at the end.
/// Threads: one at a time.
class Database {
 public:
  using Value = std::variant<std::int64_t, std::string_view>;

  /// A row of an answer, its columns from 0. Lifetime: the call's.
  class Row {
   public:
    explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
    std::int64_t Integer(int column) const;
    std::string Text(int column) const;

   private:
    sqlite3_stmt* statement_;
  };

  /// The database in the file `path`, which is made if there is none, or in
  /// memory (":memory:"). Nothing that stands in it is run but triggers: whose
  /// these are is to be looked at first. Errors: kUnsupported: no SQLite here;
  /// those of status().
  static base::Result<std::unique_ptr<Database>> Open(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Does what `sql`, one statement, says, with `values` for its ?1, ?2...; of
  /// its answer each row is given to `take`. Lifetime: `sql` is a literal.
  void Run(const char* sql, std::initializer_list<Value> values = {},
           const std::function<void(const Row&)>& take = nullptr);
  /// The same for any number of statements without values or answers.
  void RunAll(const char* sql);
  /// What `sql`, one statement that gives a number, comes to; 0: nothing.
  std::int64_t Number(const char* sql);

  /// The first failure since it was asked last. Errors: kCorrupt: this is no
  /// database, is damaged, or does not hold what the statements are about;
  /// kSystem else (full, read-only, locked).
  base::Result<void> status();

 private:
  explicit Database(sqlite3* connection);
  sqlite3_stmt* Prepared(const char* sql);
  void Note(int code);

  sqlite3* connection_;
  std::unique_ptr<SharedIndex> index_;
  std::map<const char*, sqlite3_stmt*> statements_;
  base::Result<void> status_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_DATABASE_H_
