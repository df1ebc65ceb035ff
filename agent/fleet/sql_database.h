#pragma once

#include "agent/state/database.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::agent {

/// A parameter of a statement; text is borrowed.
using SqlValue = std::variant<std::int64_t, std::string_view>;

/// The rows that a statement returned. Columns are numbered from 0.
class SqlRow {
public:
    explicit SqlRow(std::vector<std::optional<std::string>> columns)
        : columns_(std::move(columns)) {}

    std::string text(std::size_t column) const { return columns_.at(column).value_or(""); }
    std::int64_t number(std::size_t column) const;
    bool is_null(std::size_t column) const { return !columns_.at(column); }

private:
    std::vector<std::optional<std::string>> columns_;
};

/// A database that several programs may use, in the SQL that SQLite and PostgreSQL share.
/// Parameters are $1, $2, ..., and first appear in that order. Members throw DatabaseError.
class SqlDatabase {
public:
    SqlDatabase() = default;
    SqlDatabase(const SqlDatabase&) = delete;
    SqlDatabase& operator=(const SqlDatabase&) = delete;
    virtual ~SqlDatabase() = default;

    virtual std::vector<SqlRow>
    run(const char* statement, std::initializer_list<SqlValue> parameters) = 0;
    std::vector<SqlRow> run(const char* statement) { return run(statement, {}); }
    /// Statements without parameters and rows.
    virtual void run_all(const char* statements) = 0;

    // A transaction: SqlTransaction calls these.
    virtual void begin() = 0;
    virtual void commit() = 0;
    virtual void roll_back() = 0;

    /// The form of the tables; 0 without any. In a transaction, until whose end no other program
    /// changes it.
    virtual std::int64_t form() = 0;
    virtual void set_form(std::int64_t form) = 0;
};

/// A transaction that is undone unless it is committed.
class SqlTransaction {
public:
    explicit SqlTransaction(SqlDatabase& database) : database_(&database) { database.begin(); }
    SqlTransaction(const SqlTransaction&) = delete;
    SqlTransaction& operator=(const SqlTransaction&) = delete;
    ~SqlTransaction();
    void commit();

private:
    SqlDatabase* database_; ///< null after the commit
};

/// Opens or creates an SQLite file. Committed rows survive a power cut.
std::unique_ptr<SqlDatabase> open_sqlite(const std::string& path);

} // namespace vow::agent
