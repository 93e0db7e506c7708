// SQLite's interface in C, loaded at the first use.
#include "actions/delivery/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "actions/delivery/shared_index.h"
#include "base/shared_library.h"

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;

/// How long another process may have the database for itself.
constexpr int kBusyMilliseconds = 1000;

/// The functions of SQLite that are used.
struct Library {
  decltype(&::sqlite3_open_v2) open = nullptr;
  decltype(&::sqlite3_close_v2) close = nullptr;
  decltype(&::sqlite3_busy_timeout) busy_timeout = nullptr;
  decltype(&::sqlite3_db_config) db_config = nullptr;
  decltype(&::sqlite3_file_control) file_control = nullptr;
  decltype(&::sqlite3_exec) exec = nullptr;
  decltype(&::sqlite3_prepare_v2) prepare = nullptr;
  decltype(&::sqlite3_finalize) finalize = nullptr;
  decltype(&::sqlite3_bind_int64) bind_int64 = nullptr;
  decltype(&::sqlite3_bind_text) bind_text = nullptr;
  decltype(&::sqlite3_step) step = nullptr;
  decltype(&::sqlite3_reset) reset = nullptr;
  decltype(&::sqlite3_clear_bindings) clear_bindings = nullptr;
  decltype(&::sqlite3_column_int64) column_int64 = nullptr;
  decltype(&::sqlite3_column_text) column_text = nullptr;
  decltype(&::sqlite3_column_bytes) column_bytes = nullptr;
  decltype(&::sqlite3_errmsg) errmsg = nullptr;
  decltype(&::sqlite3_extended_errcode) extended_errcode = nullptr;
  decltype(&::sqlite3_system_errno) system_errno = nullptr;
  std::string missing = {};  // why it is not complete, if so
};

Library Load() {
  base::SharedLibrary library("libsqlite3.so.0");
  Library sqlite;
  library.Find("sqlite3_open_v2", &sqlite.open);
  library.Find("sqlite3_close_v2", &sqlite.close);
  library.Find("sqlite3_busy_timeout", &sqlite.busy_timeout);
  library.Find("sqlite3_db_config", &sqlite.db_config);
  library.Find("sqlite3_file_control", &sqlite.file_control);
  library.Find("sqlite3_exec", &sqlite.exec);
  library.Find("sqlite3_prepare_v2", &sqlite.prepare);
  library.Find("sqlite3_finalize", &sqlite.finalize);
  library.Find("sqlite3_bind_int64", &sqlite.bind_int64);
  library.Find("sqlite3_bind_text", &sqlite.bind_text);
  library.Find("sqlite3_step", &sqlite.step);
  library.Find("sqlite3_reset", &sqlite.reset);
  library.Find("sqlite3_clear_bindings", &sqlite.clear_bindings);
  library.Find("sqlite3_column_int64", &sqlite.column_int64);
  library.Find("sqlite3_column_text", &sqlite.column_text);
  library.Find("sqlite3_column_bytes", &sqlite.column_bytes);
  library.Find("sqlite3_errmsg", &sqlite.errmsg);
  library.Find("sqlite3_extended_errcode", &sqlite.extended_errcode);
  library.Find("sqlite3_system_errno", &sqlite.system_errno);
  if (!library.complete()) sqlite.missing = library.Missing("libsqlite3-0");
  return sqlite;
}

const Library& Sqlite() {
  static const Library sqlite = Load();
  return sqlite;
}

/// Statements are right: where one fails by itself it is the file's fault.
ErrorCode CodeOf(int code) {
  switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return ErrorCode::kCorrupt;
    default:
      return ErrorCode::kSystem;
  }
}

void Bind(sqlite3_stmt* statement, int place, const Database::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    Sqlite().bind_int64(statement, place, *number);
    return;
  }
  const auto text = std::get<std::string_view>(value);
  // A null pointer would be NULL, whatever its size.
  Sqlite().bind_text(statement, place,
                     text.data() == nullptr ? "" : text.data(),
                     static_cast<int>(text.size()), SQLITE_STATIC);
}

}  // namespace

std::int64_t Database::Row::Integer(int column) const {
  return Sqlite().column_int64(statement_, column);
}

std::string Database::Row::Text(int column) const {
  const auto* text =
      reinterpret_cast<const char*>(Sqlite().column_text(statement_, column));
  const auto size = Sqlite().column_bytes(statement_, column);
  return text == nullptr ? ""
                         : std::string(text, static_cast<std::size_t>(size));
}

base::Result<std::unique_ptr<Database>> Database::Open(
    const std::string& path) {
  if (!Sqlite().missing.empty()) {
    return Error{ErrorCode::kUnsupported, Sqlite().missing};
  }
  sqlite3* connection = nullptr;
  const int code = Sqlite().open(
      path.c_str(), &connection,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
      nullptr);
  std::unique_ptr<Database> database(new Database(connection));
  database->Note(code);
  if (auto opened = database->status(); !opened) return opened.error();
  sqlite3_file* file = nullptr;
  Sqlite().file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  database->index_ = std::make_unique<SharedIndex>(file);
  Sqlite().busy_timeout(connection, kBusyMilliseconds);
  Sqlite().db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  Sqlite().db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  Sqlite().db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return database;
}

Database::Database(sqlite3* connection) : connection_(connection) {}

Database::~Database() {
  for (const auto& [sql, statement] : statements_) {
    Sqlite().finalize(statement);
  }
  Sqlite().close(connection_);
}

void Database::Note(int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  if (!status_) return;
  const int kind = code & 0xff;
  if (kind == SQLITE_BUSY) {
    status_ = Error{ErrorCode::kSystem, "another program has locked it"};
  } else if (Sqlite().extended_errcode(connection_) ==
             SQLITE_IOERR_SHORT_READ) {
    status_ = Error{ErrorCode::kCorrupt, "its end is missing"};
  } else {
    const int system = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN
                           ? Sqlite().system_errno(connection_)
                           : 0;
    // Others may be of another call.
    const bool full = system == ENOSPC || system == EDQUOT;
    status_ = Error{CodeOf(kind), full ? std::strerror(system)
                                       : Sqlite().errmsg(connection_)};
  }
}

sqlite3_stmt* Database::Prepared(const char* sql) {
  sqlite3_stmt*& statement = statements_[sql];
  if (statement == nullptr) {
    Note(Sqlite().prepare(connection_, sql, -1, &statement, nullptr));
  }
  return statement;
}

void Database::Run(const char* sql, std::initializer_list<Value> values,
                   const std::function<void(const Row&)>& take) {
  if (!status_) return;
  sqlite3_stmt* statement = Prepared(sql);
  if (statement == nullptr) return;
  int place = 0;
  for (const Value& value : values) Bind(statement, ++place, value);
  int code = SQLITE_ROW;
  while ((code = Sqlite().step(statement)) == SQLITE_ROW) {
    if (take) take(Row(statement));
  }
  Note(code);
  Sqlite().reset(statement);
  Sqlite().clear_bindings(statement);
}

void Database::RunAll(const char* sql) {
  if (!status_) return;
  Note(Sqlite().exec(connection_, sql, nullptr, nullptr, nullptr));
}

std::int64_t Database::Number(const char* sql) {
  std::int64_t number = 0;
  Run(sql, {}, [&](const Row& row) { number = row.Integer(0); });
  return number;
}

base::Result<void> Database::status() {
  return std::exchange(status_, base::Result<void>());
}

}  // namespace actions
