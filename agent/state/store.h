#pragma once

#include "agent/state/database.h"
#include "policy/run/state.h"

#include <chrono>
#include <optional>
#include <vector>

namespace vow::agent {

/// When a promise was kept.
struct KeptTime {
    using Time = std::chrono::system_clock::time_point;

    std::uint64_t promise;
    Time at;
    Time until; ///< the time means nothing from then on
};

/// The tables of the state database: the times of promises, and documents. All members throw
/// DatabaseError.
class Store {
public:
    /// Opens or creates the file, whose path holds no link. Once an hour, and when another version
    /// of vow has written it last, it looks through the file for damage, creates or migrates its
    /// tables, and erases the times that mean nothing at `now`.
    Store(const std::string& path, KeptTime::Time now);

    std::optional<KeptTime::Time> last_kept(std::uint64_t promise);
    /// Replaces the times of promises, all of them or none.
    void keep(const std::vector<KeptTime>& times);

    std::optional<Data> document(std::string_view space, std::string_view key);
    /// All documents of a space, by key.
    std::vector<Document> documents(std::string_view space);
    /// Makes all of the changes, or none.
    void change(const std::vector<DocumentChange>& changes);
    /// The same, and waits until the disk has them.
    void change_durably(const std::vector<DocumentChange>& changes);
    /// For further tables.
    Database& database() { return database_; }

private:
    enum class Wait { for_the_log, for_the_disk };

    void change(const std::vector<DocumentChange>& changes, Wait wait);
    void make(const DocumentChange& change);
    void put(const DocumentChange& change);
    void maintain(KeptTime::Time now, std::int64_t version);
    void migrate_times();
    void migrate_persistent_classes();

    Database database_;
    Wait wait_ = Wait::for_the_log; ///< at a commit
    // Prepared at first use, as most runs need none of them.
    std::optional<Statement> last_kept_;
    std::optional<Statement> put_;
};

} // namespace vow::agent
