#include "agent/state/store.h"

#include <algorithm>

namespace vow::agent {
namespace {

using std::chrono::system_clock;

/// The version of the file holds the hour of the last maintenance and the layout of its tables.
constexpr std::int64_t layout = 1;
constexpr std::int64_t layouts = 16;

/// Times are seconds since the epoch.
constexpr const char* schema =
    "CREATE TABLE IF NOT EXISTS kept_until (promise INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
    " until INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS document (space TEXT NOT NULL, key TEXT NOT NULL,"
    " value TEXT NOT NULL, PRIMARY KEY (space, key)) WITHOUT ROWID;";

/// The document for a row of the former table of classes: the time at which the class expires, in
/// seconds since the epoch, and its tags, separated by commas.
Data persistent_class(std::int64_t expires, const std::string& tags) {
    Data::Array items;
    for (std::size_t begin = 0; begin < tags.size();) {
        const std::size_t end = std::min(tags.find(',', begin), tags.size());
        items.push_back(Data::string(tags.substr(begin, end - begin)));
        begin = end + 1;
    }
    return Data::object(
        {{"expires", Data::integer(expires)}, {"tags", Data::array(std::move(items))}}
    );
}

/// nullopt if it is not JSON, since another program has written it.
std::optional<Data> document_value(const std::string& text) {
    auto parsed = parse_json(text);
    auto* data = std::get_if<Data>(&parsed);
    return data == nullptr ? std::nullopt : std::optional(std::move(*data));
}

std::int64_t hour_of(KeptTime::Time time) {
    return std::chrono::floor<std::chrono::hours>(time.time_since_epoch()).count();
}

} // namespace

Store::Store(const std::string& path, KeptTime::Time now) : database_(path) {
    const std::int64_t version = hour_of(now) * layouts + layout;
    if (database_.version() != version) maintain(now, version);
}

std::optional<KeptTime::Time> Store::last_kept(std::uint64_t promise) {
    if (!last_kept_) last_kept_ = database_.prepare("SELECT at FROM kept_until WHERE promise = ?");
    last_kept_->bind(1, static_cast<std::int64_t>(promise));
    if (!last_kept_->step()) return std::nullopt;
    const auto time = system_clock::from_time_t(last_kept_->number(0));
    last_kept_->reset();
    return time;
}

void Store::keep(const std::vector<KeptTime>& times) {
    Transaction transaction(database_);
    Statement insert = database_.prepare("INSERT OR REPLACE INTO kept_until VALUES (?, ?, ?)");
    for (const auto& [promise, at, until] : times) {
        insert.bind(1, static_cast<std::int64_t>(promise));
        insert.bind(2, system_clock::to_time_t(at)).bind(3, system_clock::to_time_t(until)).run();
    }
    transaction.commit();
}

std::optional<Data> Store::document(std::string_view space, std::string_view key) {
    auto query = database_.prepare("SELECT value FROM document WHERE space = ? AND key = ?");
    query.bind(1, space).bind(2, key);
    return query.step() ? document_value(query.text(0)) : std::nullopt;
}

std::vector<Document> Store::documents(std::string_view space) {
    std::vector<Document> found;
    auto query = database_.prepare("SELECT key, value FROM document WHERE space = ? ORDER BY key");
    query.bind(1, space);
    while (query.step()) {
        if (auto value = document_value(query.text(1))) found.push_back({query.text(0), *value});
    }
    return found;
}

void Store::change(const std::vector<DocumentChange>& changes) {
    change(changes, Wait::for_the_log);
}

void Store::change_durably(const std::vector<DocumentChange>& changes) {
    change(changes, Wait::for_the_disk);
}

void Store::change(const std::vector<DocumentChange>& changes, Wait wait) {
    if (wait != wait_)
        database_.run(
            wait == Wait::for_the_disk ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"
        );
    wait_ = wait;
    Transaction transaction(database_);
    for (const DocumentChange& change : changes)
        make(change);
    transaction.commit();
}

void Store::make(const DocumentChange& change) {
    if (change.value) return put(change);
    auto erase = database_.prepare("DELETE FROM document WHERE space = ? AND key = ?");
    erase.bind(1, change.space).bind(2, change.key).run();
}

void Store::put(const DocumentChange& change) {
    if (!put_) put_ = database_.prepare("INSERT OR REPLACE INTO document VALUES (?, ?, ?)");
    put_->bind(1, change.space).bind(2, change.key).bind(3, json_text(*change.value)).run();
}

void Store::maintain(KeptTime::Time now, std::int64_t version) {
    database_.check();
    Transaction transaction(database_);
    database_.run(schema);
    migrate_persistent_classes();
    migrate_times();
    auto erase = database_.prepare("DELETE FROM kept_until WHERE until <= ?");
    erase.bind(1, system_clock::to_time_t(now)).run();
    database_.set_version(version);
    transaction.commit();
}

/// Times used to be kept for ever.
void Store::migrate_times() {
    if (!database_.has_table("kept")) return;
    database_.run("INSERT OR IGNORE INTO kept_until"
                  " SELECT promise, at, at + 31536000 FROM kept;" // a year in seconds
                  "DROP TABLE kept");
}

/// Persistent classes used to have a table of their own.
void Store::migrate_persistent_classes() {
    if (!database_.has_table("persistent_class")) return;
    {
        auto rows = database_.prepare("SELECT name, expires, tags FROM persistent_class");
        while (rows.step()) {
            make(
                {.space = "persistent_class",
                 .key = rows.text(0),
                 .value = persistent_class(rows.number(1), rows.text(2))}
            );
        }
    }
    database_.run("DROP TABLE persistent_class");
}

} // namespace vow::agent
