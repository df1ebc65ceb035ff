#include "agent/fleet/sql_database.h"

#include <charconv>
#include <map>

namespace vow::agent {
namespace {

class SqliteDatabase final : public SqlDatabase {
public:
    explicit SqliteDatabase(const std::string& path) : database_(path) {
        database_.run("PRAGMA synchronous = FULL");
    }

    using SqlDatabase::run;

    std::vector<SqlRow> run(const char* text, std::initializer_list<SqlValue> parameters) override {
        Statement& statement = prepared(text);
        int number = 0;
        for (const SqlValue& parameter : parameters) {
            ++number;
            std::visit([&](const auto& value) { statement.bind(number, value); }, parameter);
        }
        std::vector<SqlRow> rows;
        while (statement.step())
            rows.push_back(row_of(statement));
        return rows;
    }

    void run_all(const char* statements) override { database_.run(statements); }
    void begin() override { database_.run("BEGIN IMMEDIATE"); }
    void commit() override { database_.run("COMMIT"); }
    void roll_back() override { database_.run("ROLLBACK"); }
    std::int64_t form() override { return database_.version(); }
    void set_form(std::int64_t form) override { database_.set_version(form); }

private:
    /// Statements are literals of the program: few, each prepared once.
    Statement& prepared(const char* text) {
        const auto known = statements_.find(text);
        if (known != statements_.end()) return known->second;
        return statements_.emplace(text, database_.prepare(text)).first->second;
    }

    static SqlRow row_of(const Statement& statement) {
        std::vector<std::optional<std::string>> columns;
        columns.reserve(static_cast<std::size_t>(statement.columns()));
        for (int column = 0; column < statement.columns(); ++column) {
            if (statement.is_null(column))
                columns.emplace_back();
            else
                columns.emplace_back(statement.text(column));
        }
        return SqlRow(std::move(columns));
    }

    Database database_;
    std::map<std::string, Statement, std::less<>> statements_; ///< end before it
};

} // namespace

std::int64_t SqlRow::number(std::size_t column) const {
    const std::string digits = text(column);
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

SqlTransaction::~SqlTransaction() {
    if (database_ == nullptr) return;
    try {
        database_->roll_back();
    } catch (const DatabaseError&) {
        // The error that ended the transaction is reported; the database has undone it as well.
        return;
    }
}

void SqlTransaction::commit() {
    database_->commit();
    database_ = nullptr;
}

std::unique_ptr<SqlDatabase> open_sqlite(const std::string& path) {
    return std::make_unique<SqliteDatabase>(path);
}

} // namespace vow::agent
