#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vow::agent {

/// SQLite could not do it; says what and why.
class DatabaseError : public std::runtime_error {
public:
    DatabaseError(const std::string& message, int code)
        : std::runtime_error(message),
          code_(code) {}

    /// The file is no database, or a broken one.
    bool is_corruption() const;

private:
    int code_;
};

/// One SQL statement, prepared once and run as often as needed. Parameters are numbered from 1,
/// columns from 0.
class Statement {
public:
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, std::string_view text); ///< copied
    /// Goes to the next row; false when there is none, and then it can be run again.
    bool step();
    /// Runs a statement that answers no rows.
    void run() {
        while (step()) {
        }
    }
    std::int64_t number(int column) const;
    std::string text(int column) const;
    /// Makes it ready to run again before its last row.
    void reset();

private:
    struct Finish {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finish> statement_;
};

/// An open SQLite file, shared with other agents that run now. Everything throws DatabaseError.
class Database {
public:
    /// Opens `path`, made if need be, and brings its tables to the shape that `schema` says.
    Database(const std::string& path, const char* schema);

    Statement prepare(const char* sql);
    void run(const char* sql);

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Close> database_;
};

} // namespace vow::agent
