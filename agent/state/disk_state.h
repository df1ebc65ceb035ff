#pragma once

#include "agent/state/lock_file.h"
#include "agent/state/state_folder.h"
#include "agent/state/store.h"
#include "policy/run/host.h"
#include "policy/run/state.h"
#include "protocol/promise/log_level.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace vow::agent {

/// State kept in a folder: held locks in a lock file, everything else in an SQLite database. Both
/// are opened on first use, and several agents may share them.
///
/// A folder that cannot be written, or a damaged database, is logged as a warning, once; the run
/// continues without it. So is a disk without room for records, which leaves documents readable.
class DiskState : public State {
public:
    using Log = std::function<void(LogLevel, std::string_view)>;

    /// Creates the folder on the first write. Borrows the host, for its clock.
    DiskState(std::string folder, Host& host, Log log);
    ~DiskState() override;

    /// Takes the lock of the whole run, which is held until this is destroyed. Returns its holder
    /// if somebody else has it.
    std::optional<LockFile::Holder> take_run_lock();
    const std::string& folder() const { return folder_.path(); }

    LockAnswer take_lock(LockName name, const LockTerms& terms) override;
    void give_back(LockName name) override;
    void release(LockName name) override;
    int lock_descriptor() const override { return locks_ ? locks_->descriptor() : -1; }
    std::optional<Data> document(std::string_view space, std::string_view key) override;
    std::vector<Document> documents(std::string_view space) override;
    Stored change(const std::vector<DocumentChange>& changes) override;
    Stored change_durably(const std::vector<DocumentChange>& changes) override;
    /// Calls `work` with the database, which is created if it does not exist, to write records of
    /// the run into tables of their own. It may be called again if it throws DatabaseError. Returns
    /// false if that was not possible, or was not before.
    bool record(const std::function<void(Database&)>& work);

private:
    using Time = KeptTime::Time;

    enum class Missing { create, leave };
    enum class Attempt { first, reopened, renewed };
    /// A use of the database, which a failure ends without ending the others.
    struct Use {
        const char* failure;
        bool has_failed = false;
    };

    /// Calls `work` with the database, unless that is missing or has failed before. Returns true if
    /// it was called.
    template <class Work>
    bool with_store(Use& use, Missing missing, Work work);
    Store& store();
    bool may_try_after(Attempt attempt, const DatabaseError& error);
    bool set_aside(const DatabaseError& error);
    Stored make(
        const std::vector<DocumentChange>& changes,
        void (Store::*apply)(const std::vector<DocumentChange>&)
    );
    LockFile* locks();
    LockFile* own_locks();
    std::unique_ptr<LockFile> open_locks();
    LockAnswer take_lock(LockFile& file, std::uint64_t promise, const LockTerms& terms);
    /// Ends the holder if it has held the lock for too long; true if the lock is free now.
    bool expired(std::uint64_t promise, const LockFile::Holder& holder, const LockTerms& terms);
    std::optional<Time> last_kept(std::uint64_t promise);
    void write_times();
    void warn(const std::string& what, const std::string& why);

    StateFolder folder_;
    Host& host_;
    Log log_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<LockFile> locks_;
    std::unique_ptr<LockFile> own_locks_; ///< the same file, which no child has open
    Use documents_{"Cannot use the state database"};
    Use records_{"Cannot record the run"};
    bool locks_failed_ = false;
    std::string last_problem_; ///< the reason of the last warning, which is not repeated
    std::unordered_set<std::uint64_t> taken_; ///< and not released yet
    /// How long the times of promises with a long if_elapsed are remembered.
    std::unordered_map<std::uint64_t, std::chrono::minutes> remembered_;
    std::unordered_map<std::uint64_t, KeptTime> kept_; ///< in this run and not written yet
    Time written_ = {};
};

} // namespace vow::agent
