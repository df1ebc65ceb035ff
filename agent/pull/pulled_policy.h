#pragma once

#include "agent/pull/fetch.h"
#include "agent/pull/host_versions.h"
#include "agent/pull/journal.h"
#include "agent/pull/own_program.h"
#include "agent/pull/pull_record.h"
#include "agent/pull/settings.h"
#include "agent/pull/store.h"
#include "agent/pull/trial.h"
#include "agent/run/session.h"

#include <optional>
#include <string>

namespace vow::agent {

/// One pull, from the fetch to the exit status (docs/pull.md, "The steps of a pull"). Every step
/// can be the last one, by a kill or a power cut: the journal has the current version, the links
/// are set to it first of all, and a version that was being tried is tried again.
class Pull {
public:
    /// Borrows all of it.
    Pull(
        const Options& options,
        const PullSettings& settings,
        Session& session,
        const ReleaseStore& store,
        PullJournal& journal
    );

    /// Returns the exit status.
    int run();
    /// Goes back to the version before, without a fetch, and runs it. Returns the exit status.
    /// Throws UsageError if this host has none.
    int take_back();

private:
    /// The result of the fetch and of the release that it brought; nullopt or 0 while nothing
    /// speaks against the run's own status.
    struct Result {
        std::optional<ExitStatus> status = {};
        std::string rule = {};
        std::string message = {};
        std::optional<int> run_status = {};
        bool is_resting = false; ///< the schedule has the policy run later
    };

    /// Records how it changed the version of this host, which was `before`.
    int record(const std::string& before);
    void fetch_release();
    void conclude(FetchWish wanted, const Fetched& fetched);
    void refuse(const RefusedFetch& refused);
    std::string clock_hint(const RefusedFetch& refused) const;
    void take(const Fetched& fetched);
    /// Why the release is not to be taken yet; nullopt if it is.
    std::optional<std::string> objection_of_host(const Offer& offer) const;
    void hold(const Offer& offer, const Fetched& fetched, const std::string& objection);
    /// Returns false if the release is bad or could not be stored.
    bool stage(const Offer& offer, const Fetched& fetched);
    bool unpack(const Offer& offer, const Fetched& fetched);
    void mark_bad(const Offer& offer, const std::string& why, ExitStatus status);
    void run_policy();
    void try_candidate();
    void accept_candidate();
    void go_back(const std::string& why);
    void run_good();
    void run_good_now();
    int show_plan();
    void save();
    int finish();
    void say(LogLevel level, const std::string& text) const;
    std::int64_t now() const;
    ReleaseTime release_now() const { return ReleaseTime(std::chrono::seconds(now())); }

    const Options& options_;
    const PullSettings& settings_;
    Session& session_;
    const ReleaseStore& store_;
    PullJournal& journal_;
    HostVersions versions_;
    OwnProgram programs_;
    Trial trial_;
    PullRecord record_;
    PullState state_;
    std::optional<Offer> staged_; ///< new, and ready to be tried
    std::optional<Offer> held_;   ///< new, and to be tried later
    Result result_;
};

} // namespace vow::agent
