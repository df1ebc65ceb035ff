#include "agent/state/disk_state.h"

#include <array>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include <sys/stat.h>

namespace vow::agent {
namespace {

using std::chrono::system_clock;
using namespace std::chrono_literals;

constexpr const char* schema =
    "CREATE TABLE IF NOT EXISTS kept (promise INTEGER PRIMARY KEY, at INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS persistent_class"
    " (name TEXT PRIMARY KEY, expires INTEGER NOT NULL, tags TEXT NOT NULL) WITHOUT ROWID;";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ",") + word;
    return text;
}

std::vector<std::string> separated(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// Creates a folder and its parents. Errors show when a file is opened in it.
void make_folders(const std::string& path) {
    for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        ::mkdir(path.substr(0, slash).c_str(), 0700);
        if (slash == std::string::npos) return;
    }
}

} // namespace

struct DiskState::Store {
    explicit Store(const std::string& path) : database(path, schema) {}

    Database database;
    Statement last_kept = database.prepare("SELECT at FROM kept WHERE promise = ?");
    Statement keep = database.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?)");
};

DiskState::DiskState(std::string folder, Host& host, Log log)
    : folder_(std::move(folder)),
      host_(host),
      log_(std::move(log)),
      written_(host.now()) {}

DiskState::~DiskState() {
    write_times();
}

LockAnswer DiskState::take_lock(std::uint64_t promise, const LockTerms& terms) {
    LockFile* file = locks();
    if (file == nullptr) return LockAnswer::taken;
    if (const auto holder = file->take(promise, host_.now())) {
        if (!expired(promise, *holder, terms)) return LockAnswer::held;
    }
    const auto kept = last_kept(promise);
    const bool too_soon = kept && *kept <= host_.now() && host_.now() - *kept < terms.if_elapsed;
    if (!too_soon) return LockAnswer::taken;
    file->give_back(promise);
    return LockAnswer::too_soon;
}

void DiskState::give_back(std::uint64_t promise) {
    if (locks_) locks_->give_back(promise);
    kept_[promise] = host_.now();
    if (host_.now() - written_ >= 1s) write_times();
}

bool DiskState::expired(
    std::uint64_t promise, const LockFile::Holder& holder, const LockTerms& terms
) {
    const bool is_old = holder.since && host_.now() - *holder.since >= terms.expire_after;
    if (!is_old || holder.process <= 0) return false;
    log_(
        LogLevel::warning,
        "Lock expired: ending process " + std::to_string(holder.process) +
            ", which has been keeping a promise for too long"
    );
    // Asks it to end first, then kills it.
    for (const int signal : std::array{SIGINT, SIGTERM, SIGKILL}) {
        ::kill(holder.process, signal);
        for (int patience = 0; patience < 20; ++patience) {
            if (!locks_->take(promise, host_.now())) return true;
            std::this_thread::sleep_for(50ms);
        }
    }
    return false;
}

std::optional<DiskState::Time> DiskState::last_kept(std::uint64_t promise) {
    if (const auto found = kept_.find(promise); found != kept_.end()) return found->second;
    std::optional<Time> time;
    with_store([&](Store& store) {
        Statement& query = store.last_kept.bind(1, static_cast<std::int64_t>(promise));
        if (!query.step()) return;
        time = system_clock::from_time_t(query.number(0));
        query.reset();
    });
    return time;
}

void DiskState::write_times() {
    written_ = host_.now();
    if (kept_.empty()) return;
    with_store([&](Store& store) {
        store.database.run("BEGIN IMMEDIATE");
        for (const auto& [promise, time] : kept_) {
            store.keep.bind(1, static_cast<std::int64_t>(promise))
                .bind(2, std::int64_t{system_clock::to_time_t(time)})
                .run();
        }
        store.database.run("COMMIT");
    });
    kept_.clear();
}

std::vector<PersistentClass> DiskState::persistent_classes() {
    std::vector<PersistentClass> classes;
    if (store_ == nullptr && !store_exists()) return classes;
    with_store([&](Store& store) {
        auto query = store.database.prepare(
            "SELECT name, expires, tags FROM persistent_class WHERE expires > ? ORDER BY name"
        );
        query.bind(1, std::int64_t{system_clock::to_time_t(host_.now())});
        while (query.step()) {
            classes.push_back({
                .name = query.text(0),
                .expires = system_clock::from_time_t(query.number(1)),
                .tags = separated(query.text(2)),
            });
        }
    });
    return classes;
}

void DiskState::persist(const PersistentClass& made, TimerPolicy policy) {
    with_store([&](Store& store) {
        if (policy == TimerPolicy::absolute) {
            auto query = store.database.prepare(
                "SELECT 1 FROM persistent_class WHERE name = ? AND expires > ?"
            );
            query.bind(1, made.name).bind(2, std::int64_t{system_clock::to_time_t(host_.now())});
            if (query.step()) return;
        }
        store.database.prepare("INSERT OR REPLACE INTO persistent_class VALUES (?, ?, ?)")
            .bind(1, made.name)
            .bind(2, std::int64_t{system_clock::to_time_t(made.expires)})
            .bind(3, joined(made.tags))
            .run();
    });
}

void DiskState::forget(std::string_view name) {
    if (store_ == nullptr && !store_exists()) return;
    with_store([&](Store& store) {
        store.database.prepare("DELETE FROM persistent_class WHERE name = ?").bind(1, name).run();
    });
}

/// Runs `work` with the database, unless the database has failed before.
template <class Work>
void DiskState::with_store(Work work) {
    if (store_failed_) return;
    try {
        work(store());
    } catch (const DatabaseError& error) {
        store_.reset();
        store_failed_ = true;
        warn("Cannot use the state database", error.what());
    }
}

DiskState::Store& DiskState::store() {
    if (store_ == nullptr) open_store();
    return *store_;
}

void DiskState::open_store() {
    const std::string path = folder_ + "/vow.db";
    make_folders(folder_);
    try {
        store_ = std::make_unique<Store>(path);
    } catch (const DatabaseError& error) {
        if (!error.is_corruption()) throw;
        const std::string aside = path + ".broken";
        log_(
            LogLevel::warning,
            "The state database '" + path + "' is damaged (" + error.what() +
                "); it was renamed to '" + aside + "', and a new one is created"
        );
        if (::rename(path.c_str(), aside.c_str()) != 0) throw;
        store_ = std::make_unique<Store>(path);
    }
}

bool DiskState::store_exists() const {
    return host_.may(Access::exists, folder_ + "/vow.db");
}

LockFile* DiskState::locks() {
    if (locks_ != nullptr || locks_failed_) return locks_.get();
    make_folders(folder_);
    try {
        locks_ = std::make_unique<LockFile>(folder_ + "/vow.locks");
    } catch (const std::system_error& error) {
        locks_failed_ = true;
        warn("Cannot lock promises", error.what());
    }
    return locks_.get();
}

void DiskState::warn(const std::string& what, const std::string& why) {
    log_(LogLevel::warning, what + " in '" + folder_ + "': " + why + "; the run goes on without");
}

} // namespace vow::agent
