#include "agent/state/disk_state.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

using std::chrono::system_clock;
using namespace std::chrono_literals;

constexpr const char* schema =
    "CREATE TABLE IF NOT EXISTS kept_until (promise INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
    " until INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS document (space TEXT NOT NULL, key TEXT NOT NULL,"
    " value TEXT NOT NULL, PRIMARY KEY (space, key)) WITHOUT ROWID;";

/// How long a time is remembered at least: the next run of a policy may have a longer if_elapsed.
constexpr std::chrono::minutes shortest_memory{60};

/// A row of the table `kept_until`. Times are seconds since the epoch.
struct KeptTime {
    std::int64_t promise;
    std::int64_t at;
    std::int64_t until; ///< the row means nothing from then on
};

std::string keeping_rows(std::size_t count) {
    std::string statement = "INSERT OR REPLACE INTO kept_until VALUES (?, ?, ?)";
    for (std::size_t row = 1; row < count; ++row)
        statement += ", (?, ?, ?)";
    return statement;
}

/// A transaction that is undone unless it is committed.
class Transaction {
public:
    explicit Transaction(Database& database) : database_(&database) {
        database.run("BEGIN IMMEDIATE");
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction() {
        if (database_ == nullptr) return;
        try {
            database_->run("ROLLBACK");
        } catch (const DatabaseError&) { // SQLite has undone it already
        }
    }
    void commit() { std::exchange(database_, nullptr)->run("COMMIT"); }

private:
    Database* database_;
};

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

/// Creates a folder and its parents. Errors show when a file is opened in it.
void make_folders(const std::string& path) {
    for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        ::mkdir(path.substr(0, slash).c_str(), 0700);
        if (slash == std::string::npos) return;
    }
}

/// SQLite is to follow no link.
std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> found(
        ::realpath(path.c_str(), nullptr), &std::free
    );
    return found ? found.get() : path;
}

/// The name itself, or with a number if it is taken.
std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; ::access(name.c_str(), F_OK) == 0; ++number)
        name = wanted + "-" + std::to_string(number);
    return name;
}

} // namespace

struct DiskState::Store {
    explicit Store(const std::string& path) : database(path, schema) {
        migrate_persistent_classes();
        migrate_times();
    }

    Database database;
    std::optional<Statement> last_kept_query; ///< prepared at first use, as most runs read nothing

    Statement& last_kept() {
        if (!last_kept_query)
            last_kept_query = database.prepare("SELECT at FROM kept_until WHERE promise = ?");
        return *last_kept_query;
    }
    /// Many rows in one statement cost half as much, but the statement has to serve often.
    void keep(std::span<const KeptTime> times) {
        constexpr std::size_t many = 64;
        if (times.size() >= many * 8) times = keep(times, many);
        keep(times, 1);
    }
    /// Returns the times that are left.
    std::span<const KeptTime> keep(std::span<const KeptTime> times, std::size_t at_once) {
        Statement statement = database.prepare(keeping_rows(at_once).c_str());
        for (; times.size() >= at_once; times = times.subspan(at_once)) {
            int parameter = 1;
            for (const auto& [promise, at, until] : times.first(at_once)) {
                statement.bind(parameter, promise).bind(parameter + 1, at);
                statement.bind(parameter + 2, until);
                parameter += 3;
            }
            statement.run();
        }
        return times;
    }
    void make(const DocumentChange& change) {
        Statement statement = database.prepare(
            change.value ? "INSERT OR REPLACE INTO document VALUES (?, ?, ?)"
                         : "DELETE FROM document WHERE space = ? AND key = ?"
        );
        statement.bind(1, change.space).bind(2, change.key);
        if (change.value) statement.bind(3, json_text(*change.value));
        statement.run();
    }
    void erase_times_until(std::int64_t now) {
        database.prepare("DELETE FROM kept_until WHERE until <= ?").bind(1, now).run();
    }
    bool has_table(std::string_view name) {
        auto found =
            database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
        found.bind(1, name);
        return found.step();
    }
    /// Times used to be kept for ever.
    void migrate_times() {
        if (!has_table("kept")) return;
        constexpr const char* year = "31536000";
        Transaction transaction(database);
        database.run(("INSERT OR IGNORE INTO kept_until SELECT promise, at, at + " +
                      std::string(year) + " FROM kept")
                         .c_str());
        database.run("DROP TABLE kept");
        transaction.commit();
    }
    /// Persistent classes used to have a table of their own.
    void migrate_persistent_classes() {
        if (!has_table("persistent_class")) return;
        Transaction transaction(database);
        {
            auto rows = database.prepare("SELECT name, expires, tags FROM persistent_class");
            while (rows.step()) {
                make(
                    {.space = "persistent_class",
                     .key = rows.text(0),
                     .value = persistent_class(rows.number(1), rows.text(2))}
                );
            }
        }
        database.run("DROP TABLE persistent_class");
        transaction.commit();
    }
};

DiskState::DiskState(std::string folder, Host& host, Log log)
    : folder_(std::move(folder)),
      host_(host),
      log_(std::move(log)),
      written_(host.now()) {}

DiskState::~DiskState() {
    write_times();
    if (store_ == nullptr) return;
    with_store(Missing::leave, [&](Store& store) {
        store.erase_times_until(system_clock::to_time_t(host_.now()));
    });
}

std::optional<LockFile::Holder> DiskState::take_run_lock() {
    LockFile* file = locks();
    if (file == nullptr) return std::nullopt;
    const auto answer = file->take(LockName("vow run").hash(), host_.now());
    const auto* holder = std::get_if<LockFile::Holder>(&answer);
    return holder == nullptr ? std::nullopt : std::optional(*holder);
}

LockAnswer DiskState::take_lock(LockName name, const LockTerms& terms) {
    const std::uint64_t promise = name.hash();
    LockFile* file = locks();
    if (file == nullptr) return LockAnswer::taken;
    const auto answer = file->take(promise, host_.now());
    if (const auto* holder = std::get_if<LockFile::Holder>(&answer)) {
        if (!expired(promise, *holder, terms)) return LockAnswer::held;
    }
    if (terms.if_elapsed.count() <= 0) return LockAnswer::taken;
    // Another agent may have kept it and not written its times yet.
    const auto* taken = std::get_if<LockFile::Taken>(&answer);
    const auto kept = std::max(last_kept(promise), taken ? taken->kept : std::nullopt);
    const bool too_soon = kept && *kept <= host_.now() && host_.now() - *kept < terms.if_elapsed;
    if (!too_soon) {
        if (terms.if_elapsed > shortest_memory) remembered_[promise] = terms.if_elapsed;
        return LockAnswer::taken;
    }
    file->give_back(promise);
    return LockAnswer::too_soon;
}

void DiskState::release(LockName name) {
    if (locks_) locks_->give_back(name.hash());
}

void DiskState::give_back(LockName name) {
    const std::uint64_t promise = name.hash();
    const Time now = host_.now();
    if (locks_) {
        locks_->note_kept(promise, now);
        locks_->give_back(promise);
    }
    const auto longer = remembered_.find(promise);
    kept_[promise] = {now, now + (longer == remembered_.end() ? shortest_memory : longer->second)};
    if (now - written_ >= 1s) write_times();
}

bool DiskState::expired(
    std::uint64_t promise, const LockFile::Holder& holder, const LockTerms& terms
) {
    const bool is_old = holder.since && host_.now() - *holder.since >= terms.expire_after;
    if (!is_old) return false;
    if (holder.process == 0) {
        log_(LogLevel::warning, "Lock expired: the agent that had taken it has ended");
        return true;
    }
    log_(
        LogLevel::warning,
        "Lock expired: ending process " + std::to_string(holder.process) +
            ", which has been keeping a promise for too long"
    );
    // Lets it end in order first, then kills it.
    for (const int signal : std::array{SIGINT, SIGTERM, SIGKILL}) {
        ::kill(holder.process, signal);
        for (int patience = 0; patience < 20; ++patience) {
            const auto answer = locks_->take(promise, host_.now());
            if (std::holds_alternative<LockFile::Taken>(answer)) return true;
            std::this_thread::sleep_for(50ms);
        }
    }
    return false;
}

std::optional<DiskState::Time> DiskState::last_kept(std::uint64_t promise) {
    if (const auto found = kept_.find(promise); found != kept_.end()) return found->second.at;
    std::optional<Time> time;
    with_store(Missing::create, [&](Store& store) {
        Statement& query = store.last_kept().bind(1, static_cast<std::int64_t>(promise));
        if (!query.step()) return;
        time = system_clock::from_time_t(query.number(0));
        query.reset();
    });
    return time;
}

void DiskState::write_times() {
    written_ = host_.now();
    if (kept_.empty()) return;
    with_store(Missing::create, [&](Store& store) {
        std::vector<KeptTime> times;
        times.reserve(kept_.size());
        for (const auto& [promise, kept] : kept_) {
            times.push_back(
                {static_cast<std::int64_t>(promise),
                 system_clock::to_time_t(kept.at),
                 system_clock::to_time_t(kept.until)}
            );
        }
        std::ranges::sort(times, {}, &KeptTime::promise); // as the table is
        Transaction transaction(store.database);
        store.keep(times);
        transaction.commit();
    });
    kept_.clear();
}

std::optional<Data> DiskState::document(std::string_view space, std::string_view key) {
    std::optional<Data> found;
    with_store(Missing::leave, [&](Store& store) {
        auto query =
            store.database.prepare("SELECT value FROM document WHERE space = ? AND key = ?");
        query.bind(1, space).bind(2, key);
        if (query.step()) found = document_value(query.text(0));
    });
    return found;
}

std::vector<Document> DiskState::documents(std::string_view space) {
    std::vector<Document> found;
    with_store(Missing::leave, [&](Store& store) {
        auto query =
            store.database.prepare("SELECT key, value FROM document WHERE space = ? ORDER BY key");
        query.bind(1, space);
        while (query.step()) {
            if (auto value = document_value(query.text(1)))
                found.push_back({query.text(0), *value});
        }
    });
    return found;
}

State::Stored DiskState::change(const std::vector<DocumentChange>& changes) {
    const bool only_erases = std::ranges::none_of(changes, [](const DocumentChange& change) {
        return change.value.has_value();
    });
    if (only_erases && store_ == nullptr && !store_exists()) return Stored::yes;
    const bool done = with_store(Missing::create, [&](Store& store) {
        Transaction transaction(store.database);
        for (const DocumentChange& change : changes)
            store.make(change);
        transaction.commit();
    });
    return done ? Stored::yes : Stored::no;
}

template <class Work>
bool DiskState::with_store(Missing missing, Work work) {
    if (store_failed_) return false;
    if (missing == Missing::leave && store_ == nullptr && !store_exists()) return false;
    for (const Attempt attempt : {Attempt::first, Attempt::last}) {
        try {
            work(store());
            return true;
        } catch (const DatabaseError& error) {
            store_.reset();
            if (attempt == Attempt::first && error.is_corruption() && set_aside(error)) continue;
            store_failed_ = true;
            warn("Cannot use the state database", error.what());
            return false;
        }
    }
    return false;
}

DiskState::Store& DiskState::store() {
    if (store_ == nullptr) open_store();
    return *store_;
}

void DiskState::open_store() {
    const auto folder = prepare_folder();
    if (!folder) throw DatabaseError(folder.why_not);
    const std::string path = *folder + "/vow.db";
    // SQLite would let others read it, and so hold its locks.
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)
    );
    if (!file) throw DatabaseError(std::strerror(errno));
    ::fchmod(file.number(), 0600); // fails if it is not ours, which does no harm
    store_ = std::make_unique<Store>(path);
}

/// A damaged database gets another name, and so do the files that SQLite keeps beside it. Returns
/// whether that was possible.
bool DiskState::set_aside(const DatabaseError& error) {
    const std::string path = folder_ + "/vow.db";
    const std::string aside = free_name(path + ".broken");
    if (::rename(path.c_str(), aside.c_str()) != 0) return false;
    for (const char* part : {"-wal", "-shm"})
        ::rename((path + part).c_str(), (aside + part).c_str());
    log_(
        LogLevel::warning,
        "The state database '" + path + "' is damaged (" + error.what() + "); it was renamed to '" +
            aside + "', and a new one is created"
    );
    return true;
}

/// Creates the folder, and returns its real path, or why it must not be used.
Answer<std::string> DiskState::prepare_folder() {
    make_folders(folder_);
    const FileDescriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status = {};
    if (!folder || ::fstat(folder.number(), &status) != 0) return {.why_not = std::strerror(errno)};
    constexpr mode_t writable_by_others = 0022;
    if (status.st_uid == ::geteuid() && (status.st_mode & writable_by_others) != 0)
        ::fchmod(folder.number(), 0700);
    if (const auto objection = host_.objection_to(folder_))
        return {.why_not = "it is not trusted: " + *objection};
    return {.value = real_path(folder_)};
}

bool DiskState::store_exists() const {
    return host_.may(Access::exists, folder_ + "/vow.db");
}

LockFile* DiskState::locks() {
    if (locks_ != nullptr || locks_failed_) return locks_.get();
    const auto folder = prepare_folder();
    std::string why = folder.why_not;
    try {
        if (folder) locks_ = std::make_unique<LockFile>(*folder + "/vow.locks");
    } catch (const std::system_error& error) {
        why = error.what();
    }
    if (locks_ == nullptr) {
        locks_failed_ = true;
        warn("Cannot lock promises", why);
    }
    return locks_.get();
}

void DiskState::warn(const std::string& what, const std::string& why) {
    log_(LogLevel::warning, what + " in '" + folder_ + "': " + why + "; the run goes on without");
}

} // namespace vow::agent
