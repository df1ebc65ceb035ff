#include "agent/state/disk_state.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <system_error>
#include <thread>

namespace vow::agent {
namespace {

using namespace std::chrono_literals;

/// How long a time is remembered at least: the next run of a policy may have a longer if_elapsed.
constexpr std::chrono::minutes shortest_memory{60};

} // namespace

DiskState::DiskState(std::string folder, Host& host, Log log)
    : folder_(std::move(folder), host),
      host_(host),
      log_(std::move(log)),
      written_(host.now()) {}

DiskState::~DiskState() {
    write_times();
}

std::optional<LockFile::Holder> DiskState::take_run_lock() {
    LockFile* file = locks();
    if (file == nullptr) return std::nullopt;
    const auto answer = file->take(LockName("vow run").hash(), host_.now());
    const auto* holder = std::get_if<LockFile::Holder>(&answer);
    return holder == nullptr ? std::nullopt : std::optional(*holder);
}

LockAnswer DiskState::take_lock(LockName name, const LockTerms& terms) {
    if (terms.holders == LockTerms::Holders::process_alone) {
        LockFile* own = own_locks();
        const bool is_free = own == nullptr || own->take_unnoted(name.hash());
        return is_free ? LockAnswer::taken : LockAnswer::held;
    }
    LockFile* file = locks();
    if (file == nullptr) return LockAnswer::taken;
    const LockAnswer answer = take_lock(*file, name.hash(), terms);
    if (answer == LockAnswer::taken) taken_.insert(name.hash());
    return answer;
}

LockAnswer DiskState::take_lock(LockFile& file, std::uint64_t promise, const LockTerms& terms) {
    // Notes are for holders that can be ended, and for times.
    if (!terms.expire_after && terms.if_elapsed.count() <= 0)
        return file.take_unnoted(promise) ? LockAnswer::taken : LockAnswer::held;
    const auto answer = file.take(promise, host_.now());
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
    file.give_back(promise);
    return LockAnswer::too_soon;
}

void DiskState::release(LockName name) {
    if (taken_.erase(name.hash()) > 0)
        locks_->give_back(name.hash());
    else if (own_locks_ != nullptr)
        own_locks_->give_back(name.hash());
}

void DiskState::give_back(LockName name) {
    const std::uint64_t promise = name.hash();
    const Time now = host_.now();
    if (taken_.erase(promise) > 0) {
        locks_->note_kept(promise, now);
        locks_->give_back(promise);
    }
    const auto longer = remembered_.find(promise);
    const auto memory = longer == remembered_.end() ? shortest_memory : longer->second;
    kept_[promise] = {.promise = promise, .at = now, .until = now + memory};
    if (now - written_ >= 1s) write_times();
}

bool DiskState::expired(
    std::uint64_t promise, const LockFile::Holder& holder, const LockTerms& terms
) {
    if (!terms.expire_after || !holder.since) return false;
    if (host_.now() - *holder.since < *terms.expire_after) return false;
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
    with_store(documents_, Missing::create, [&](Store& store) { time = store.last_kept(promise); });
    return time;
}

void DiskState::write_times() {
    written_ = host_.now();
    if (kept_.empty()) return;
    std::vector<KeptTime> times;
    times.reserve(kept_.size());
    for (const auto& [promise, kept] : kept_)
        times.push_back(kept);
    // As the table is, so that neighbours are written one after the other.
    std::ranges::sort(times, {}, [](const KeptTime& kept) {
        return static_cast<std::int64_t>(kept.promise);
    });
    with_store(documents_, Missing::create, [&](Store& store) { store.keep(times); });
    kept_.clear();
}

std::optional<Data> DiskState::document(std::string_view space, std::string_view key) {
    std::optional<Data> found;
    with_store(documents_, Missing::leave, [&](Store& store) {
        found = store.document(space, key);
    });
    return found;
}

std::vector<Document> DiskState::documents(std::string_view space) {
    std::vector<Document> found;
    with_store(documents_, Missing::leave, [&](Store& store) { found = store.documents(space); });
    return found;
}

State::Stored DiskState::change(const std::vector<DocumentChange>& changes) {
    return make(changes, &Store::change);
}

State::Stored DiskState::change_durably(const std::vector<DocumentChange>& changes) {
    return make(changes, &Store::change_durably);
}

State::Stored DiskState::make(
    const std::vector<DocumentChange>& changes,
    void (Store::*apply)(const std::vector<DocumentChange>&)
) {
    const bool only_erases = std::ranges::none_of(changes, [](const DocumentChange& change) {
        return change.value.has_value();
    });
    if (only_erases && store_ == nullptr && !folder_.has_database()) return Stored::yes;
    const bool done =
        with_store(documents_, Missing::create, [&](Store& store) { (store.*apply)(changes); });
    return done ? Stored::yes : Stored::no;
}

bool DiskState::record(const std::function<void(Database&)>& work) {
    if (documents_.has_failed) return false;
    return with_store(records_, Missing::create, [&](Store& store) { work(store.database()); });
}

template <class Work>
bool DiskState::with_store(Use& use, Missing missing, Work work) {
    if (use.has_failed) return false;
    if (missing == Missing::leave && store_ == nullptr && !folder_.has_database()) return false;
    for (const Attempt attempt : {Attempt::first, Attempt::reopened, Attempt::renewed}) {
        try {
            work(store());
            return true;
        } catch (const DatabaseError& error) {
            store_.reset();
            if (error.is_corruption() && may_try_after(attempt, error)) continue;
            use.has_failed = true;
            warn(use.failure, error.what());
            return false;
        }
    }
    return false;
}

/// Another agent may have set the database aside already: it is opened again first.
bool DiskState::may_try_after(Attempt attempt, const DatabaseError& error) {
    switch (attempt) {
    case Attempt::first: return true;
    case Attempt::reopened: return set_aside(error);
    case Attempt::renewed: break;
    }
    return false;
}

Store& DiskState::store() {
    if (store_ != nullptr) return *store_;
    const auto path = folder_.prepare_database();
    if (!path) throw DatabaseError(path.why_not);
    store_ = std::make_unique<Store>(*path, host_.now());
    return *store_;
}

/// Returns whether the damaged database could be renamed.
bool DiskState::set_aside(const DatabaseError& error) {
    const auto aside = folder_.set_database_aside();
    if (!aside) return false;
    log_(
        LogLevel::warning,
        "The state database '" + folder_.database() + "' is damaged (" + error.what() +
            "); it was renamed to '" + *aside + "', and a new one is created"
    );
    return true;
}

LockFile* DiskState::locks() {
    if (locks_ == nullptr && !locks_failed_) locks_ = open_locks();
    return locks_.get();
}

LockFile* DiskState::own_locks() {
    if (own_locks_ == nullptr && !locks_failed_) own_locks_ = open_locks();
    return own_locks_.get();
}

/// Null, after a warning, if the file cannot be opened.
std::unique_ptr<LockFile> DiskState::open_locks() {
    const auto folder = folder_.prepare();
    std::string why = folder.why_not;
    try {
        if (folder) return std::make_unique<LockFile>(*folder + "/vow.locks");
    } catch (const std::system_error& error) {
        why = error.what();
    }
    locks_failed_ = true;
    warn("Cannot lock promises", why);
    return nullptr;
}

void DiskState::warn(const std::string& what, const std::string& why) {
    if (why == last_problem_) return; // a full disk prevents everything else as well
    last_problem_ = why;
    log_(
        LogLevel::warning,
        what + " in '" + folder_.path() + "': " + why + "; the run continues without it"
    );
}

} // namespace vow::agent
