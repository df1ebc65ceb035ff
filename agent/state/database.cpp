#include "agent/state/database.h"

#include "protocol/text/percent_encoding.h"

#include <sqlite3.h>

#include <cerrno>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr int busy_timeout = 5000; // milliseconds to wait while another agent writes
constexpr int max_pages_kept = 32; // of the log, which the next run reads
constexpr int max_log_pages = 1000;

enum class LogAtClose { stays, is_emptied };

void choose(LogAtClose log, sqlite3* database) {
    const int stays = log == LogAtClose::stays ? 1 : 0;
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, stays, nullptr);
}

/// The last error. A full disk keeps no log.
DatabaseError error_of(sqlite3* database) {
    DatabaseError error(sqlite3_errmsg(database), sqlite3_errcode(database));
    if (sqlite3_errcode(database) == SQLITE_FULL) choose(LogAtClose::is_emptied, database);
    return error;
}

[[noreturn]] void fail(sqlite3* database) {
    throw error_of(database);
}

bool is_on_read_only_disk(const std::string& path) {
    return ::access(path.c_str(), W_OK) != 0 && errno == EROFS;
}

/// A database without a log would get one at its first use, unless it is immutable.
int open_to_read(const std::string& path, sqlite3** database) {
    constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
    const bool has_log = ::access((path + "-wal").c_str(), F_OK) == 0;
    if (has_log) return sqlite3_open_v2(path.c_str(), database, flags, nullptr);
    const std::string name = "file:" + percent_encoded(path) + "?immutable=1";
    return sqlite3_open_v2(name.c_str(), database, flags | SQLITE_OPEN_URI, nullptr);
}

int open_to_write(const std::string& path, sqlite3** database) {
    constexpr int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
    return sqlite3_open_v2(path.c_str(), database, flags, nullptr);
}

/// After each commit. A log of few pages stays when the database is closed; a very long one is
/// moved to it at once, as SQLite would do by itself.
int limit_log(void*, sqlite3* database, const char* name, int pages) {
    choose(pages <= max_pages_kept ? LogAtClose::stays : LogAtClose::is_emptied, database);
    if (pages < max_log_pages) return SQLITE_OK;
    sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    return SQLITE_OK;
}

} // namespace

bool DatabaseError::is_corruption() const {
    // A damaged header or schema may be one of another version, or without the columns of ours.
    return code_ == SQLITE_CORRUPT || code_ == SQLITE_NOTADB || code_ == SQLITE_ERROR ||
           code_ == SQLITE_READONLY;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
    sqlite3_bind_int64(statement_.get(), parameter, number);
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
    sqlite3_bind_text64(
        statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8
    );
    return *this;
}

Statement& Statement::bind_null(int parameter) {
    sqlite3_bind_null(statement_.get(), parameter);
    return *this;
}

bool Statement::step() {
    switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: reset(); return false;
    default: break;
    }
    sqlite3* database = sqlite3_db_handle(statement_.get());
    const DatabaseError error = error_of(database); // which reset() would change
    reset();
    throw DatabaseError(error);
}

int Statement::columns() const {
    return sqlite3_column_count(statement_.get());
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    return text == nullptr ? std::string() : std::string(text);
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
}

void Statement::Finish::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Database::Database(const std::string& path) {
    sqlite3* database = nullptr;
    const bool is_read_only = is_on_read_only_disk(path);
    const int answer =
        is_read_only ? open_to_read(path, &database) : open_to_write(path, &database);
    database_.reset(database);
    if (answer != SQLITE_OK) fail(database);
    if (is_read_only) return;
    sqlite3_busy_timeout(database, busy_timeout);
    // With a write-ahead log readers and a writer do not block each other, and a commit does not
    // wait for the disk. A short log stays for the next run: to empty it, as SQLite does whenever
    // a database is closed, takes several waits for the disk, which is most of a short run.
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = NORMAL");
    choose(LogAtClose::stays, database);
    sqlite3_wal_hook(database, limit_log, nullptr);
    // No temporary files, and each changed page is written once, at the commit. Beyond the size of
    // the cache, in KiB, changed pages stay, but each other page is read again whenever it is used.
    run("PRAGMA temp_store = MEMORY");
    run("PRAGMA cache_spill = OFF");
    run("PRAGMA cache_size = -65536");
}

Statement Database::prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK) {
        fail(database_.get());
    }
    return Statement(statement);
}

void Database::run(const char* sql) {
    if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail(database_.get());
    }
}

bool Database::is_read_only() const {
    return sqlite3_db_readonly(database_.get(), "main") == 1;
}

bool Database::has_table(std::string_view name) {
    const std::string table(name);
    const int answer = sqlite3_table_column_metadata(
        database_.get(), "main", table.c_str(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr
    );
    if (answer != SQLITE_OK && answer != SQLITE_ERROR) fail(database_.get());
    return answer == SQLITE_OK;
}

std::int64_t Database::inserted_row() const {
    return sqlite3_last_insert_rowid(database_.get());
}

std::int64_t Database::version() {
    Statement version = prepare("PRAGMA user_version");
    return version.step() ? version.number(0) : 0;
}

void Database::set_version(std::int64_t version) {
    run(("PRAGMA user_version = " + std::to_string(version)).c_str());
}

void Database::check() {
    Statement check = prepare("PRAGMA quick_check(1)"); // the first fault is enough
    if (!check.step()) return;
    const std::string result = check.text(0);
    if (result == "ok") return;
    const std::size_t line = result.find('\n') + 1; // the first one names the database
    throw DatabaseError(result.substr(line), SQLITE_CORRUPT);
}

void Database::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Transaction::~Transaction() {
    if (database_ == nullptr) return;
    try {
        database_->run("ROLLBACK");
    } catch (const DatabaseError&) { // SQLite has undone it already
    }
}

void Transaction::commit() {
    database_->run("COMMIT");
    database_ = nullptr;
}

} // namespace vow::agent
