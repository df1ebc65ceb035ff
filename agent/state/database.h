#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vow::agent {

/// An error from SQLite, with the operation that failed.
class DatabaseError : public std::runtime_error {
public:
    explicit DatabaseError(const std::string& message) : std::runtime_error(message) {}
    DatabaseError(const std::string& message, int code)
        : std::runtime_error(message),
          code_(code) {}

    /// True if the file is not a database, is damaged, or has other tables than expected.
    bool is_corruption() const;

private:
    int code_ = 0; ///< 0: not one of SQLite's
};

/// One SQL statement, prepared once and run repeatedly. Parameters are numbered from 1, columns
/// from 0.
class Statement {
public:
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, std::string_view text); ///< copied
    Statement& bind_null(int parameter);
    /// Advances to the next row; false at the end, after which the statement can be run again.
    bool step();
    /// Runs a statement that returns no rows.
    void run() {
        while (step()) {
        }
    }
    int columns() const;
    std::int64_t number(int column) const;
    std::string text(int column) const;
    bool is_null(int column) const;
    /// Resets the statement before its last row.
    void reset();

private:
    struct Finish {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finish> statement_;
};

/// An open SQLite file, possibly shared with other agents. All members throw DatabaseError.
class Database {
public:
    /// Opens or creates `path`, which holds no link.
    explicit Database(const std::string& path);

    Statement prepare(const char* sql);
    void run(const char* sql);
    /// On a disk that cannot be written to. It may be one of an earlier version, without a table
    /// of this one.
    bool is_read_only() const;
    bool has_table(std::string_view name);
    /// The number of the row that was inserted last.
    std::int64_t inserted_row() const;
    /// A number of 31 bits that the application keeps in the header of the file; 0 in a new one.
    std::int64_t version();
    void set_version(std::int64_t version);
    /// Reads the whole file, and throws if it is damaged anywhere.
    void check();

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Close> database_;
};

/// A transaction that is undone unless it is committed.
class Transaction {
public:
    explicit Transaction(Database& database) : database_(&database) {
        database.run("BEGIN IMMEDIATE");
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();
    void commit();

private:
    Database* database_; ///< null after the commit
};

} // namespace vow::agent
