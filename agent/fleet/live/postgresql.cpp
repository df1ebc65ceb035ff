#include "agent/fleet/live/stored_reports.h"
#include "protocol/system/dynamic_library.h"
#include "protocol/text/text.h"

#include <array>
#include <map>

namespace vow::agent {
namespace {

struct Connection; // of libpq
struct Answer;     // likewise

/// The functions in use, as the stable interface of libpq has them. Its header is not needed, and
/// other commands of a fleet start without the library.
struct Libpq {
    Connection* (*connect)(const char* url);
    void (*finish)(Connection* connection);
    int (*status)(const Connection* connection);
    void (*reset)(Connection* connection);
    char* (*error_message)(const Connection* connection);
    Answer* (*execute)(Connection* connection, const char* statements);
    Answer* (*prepare
    )(Connection* connection, const char* name, const char* text, int parameters, const void* types
    );
    Answer* (*execute_prepared
    )(Connection* connection,
      const char* name,
      int parameters,
      const char* const* values,
      const int* lengths,
      const int* formats,
      int format);
    int (*result_status)(const Answer* answer);
    void (*clear)(Answer* answer);
    int (*rows)(const Answer* answer);
    int (*columns)(const Answer* answer);
    int (*is_null)(const Answer* answer, int row, int column);
    char* (*value)(const Answer* answer, int row, int column);
    void* (*set_notice_receiver
    )(Connection* connection, void (*receiver)(void*, const Answer*), void*);
};

// Of the interface of libpq.
constexpr int connection_ok = 0;
constexpr int command_ok = 1, tuples_ok = 2;

Libpq open_libpq() {
    const auto library = DynamicLibrary::open({"libpq.so.5"});
    if (!library) throw DatabaseError("PostgreSQL's library is not installed: libpq5");
    try {
        const auto find = [&]<class Function>(Function& function, const char* name) {
            function = library->symbol<Function>(name);
        };
        Libpq functions = {};
        find(functions.connect, "PQconnectdb");
        find(functions.finish, "PQfinish");
        find(functions.status, "PQstatus");
        find(functions.reset, "PQreset");
        find(functions.error_message, "PQerrorMessage");
        find(functions.execute, "PQexec");
        find(functions.prepare, "PQprepare");
        find(functions.execute_prepared, "PQexecPrepared");
        find(functions.result_status, "PQresultStatus");
        find(functions.clear, "PQclear");
        find(functions.rows, "PQntuples");
        find(functions.columns, "PQnfields");
        find(functions.is_null, "PQgetisnull");
        find(functions.value, "PQgetvalue");
        find(functions.set_notice_receiver, "PQsetNoticeReceiver");
        return functions;
    } catch (const DynamicLibrary::MissingSymbol& missing) {
        throw DatabaseError(std::string("PostgreSQL's library lacks ") + missing.what());
    }
}

/// A parameter in the form of the interface. PostgreSQL stores no NUL, and no host can have one
/// stored.
std::string text_of(const SqlValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    std::string text(std::get<std::string_view>(value));
    constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD
    for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
        text.replace(at, 1, replacement);
    return text;
}

class PostgresqlDatabase final : public SqlDatabase {
public:
    explicit PostgresqlDatabase(const std::string& url)
        : libpq_(open_libpq()),
          connection_(libpq_.connect(url.c_str()), libpq_.finish) {
        check_connection();
        libpq_.set_notice_receiver(
            connection_.get(), [](void*, const Answer*) {}, nullptr
        );
    }

    using SqlDatabase::run;

    std::vector<SqlRow> run(const char* text, std::initializer_list<SqlValue> parameters) override {
        if (!is_in_transaction_) connect_again();
        const std::string& name = prepared(text, static_cast<int>(parameters.size()));
        std::vector<std::string> texts;
        texts.reserve(parameters.size());
        for (const SqlValue& parameter : parameters)
            texts.push_back(text_of(parameter));
        std::vector<const char*> values;
        values.reserve(texts.size());
        for (const std::string& each : texts)
            values.push_back(each.c_str());
        const AnswerHolder answer = checked(libpq_.execute_prepared(
            connection_.get(),
            name.c_str(),
            static_cast<int>(values.size()),
            values.data(),
            nullptr,
            nullptr,
            0
        ));
        return rows_of(answer.get());
    }

    void run_all(const char* statements) override {
        checked(libpq_.execute(connection_.get(), statements));
    }

    void begin() override {
        connect_again();
        run_all("BEGIN");
        is_in_transaction_ = true;
    }

    void commit() override {
        is_in_transaction_ = false;
        run_all("COMMIT");
    }

    void roll_back() override {
        is_in_transaction_ = false;
        run_all("ROLLBACK");
    }

    std::int64_t form() override {
        // The number of the lock is vow's own; it is held until the transaction ends.
        run_all("SELECT pg_advisory_xact_lock(7635831); "
                "CREATE TABLE IF NOT EXISTS form (number BIGINT NOT NULL)");
        const auto rows = run("SELECT coalesce(max(number), 0) FROM form");
        return rows.front().number(0);
    }

    void set_form(std::int64_t form) override {
        run("DELETE FROM form");
        run("INSERT INTO form VALUES ($1)", {form});
    }

private:
    using AnswerHolder = std::unique_ptr<Answer, void (*)(Answer*)>;

    void check_connection() const {
        if (connection_ && libpq_.status(connection_.get()) == connection_ok) return;
        throw DatabaseError("cannot connect to PostgreSQL: " + last_error());
    }

    void connect_again() {
        if (libpq_.status(connection_.get()) == connection_ok) return;
        statements_.clear();
        libpq_.reset(connection_.get());
        check_connection();
    }

    std::string last_error() const {
        return std::string(trimmed(libpq_.error_message(connection_.get())));
    }

    AnswerHolder checked(Answer* answer) const {
        AnswerHolder holder(answer, libpq_.clear);
        const int status = libpq_.result_status(answer);
        if (status != command_ok && status != tuples_ok)
            throw DatabaseError("PostgreSQL: " + last_error());
        return holder;
    }

    /// The name of a prepared statement: statements are literals of the program.
    const std::string& prepared(const char* text, int parameters) {
        const auto known = statements_.find(text);
        if (known != statements_.end()) return known->second;
        std::string name = "vow" + std::to_string(statements_.size());
        checked(libpq_.prepare(connection_.get(), name.c_str(), text, parameters, nullptr));
        return statements_.emplace(text, std::move(name)).first->second;
    }

    std::vector<SqlRow> rows_of(const Answer* answer) const {
        std::vector<SqlRow> rows;
        const int count = libpq_.rows(answer);
        const int columns = libpq_.columns(answer);
        rows.reserve(static_cast<std::size_t>(count));
        for (int row = 0; row < count; ++row) {
            std::vector<std::optional<std::string>> values;
            for (int column = 0; column < columns; ++column) {
                if (libpq_.is_null(answer, row, column) != 0)
                    values.emplace_back();
                else
                    values.emplace_back(libpq_.value(answer, row, column));
            }
            rows.emplace_back(std::move(values));
        }
        return rows;
    }

    Libpq libpq_;
    std::unique_ptr<Connection, void (*)(Connection*)> connection_;
    std::map<std::string, std::string, std::less<>> statements_; ///< names of those prepared
    bool is_in_transaction_ = false;
};

} // namespace

std::unique_ptr<SqlDatabase> open_postgresql(const std::string& url) {
    return std::make_unique<PostgresqlDatabase>(url);
}

} // namespace vow::agent
