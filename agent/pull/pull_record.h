#pragma once

#include "agent/command_line/options.h"
#include "agent/history/history.h"
#include "agent/pull/journal.h"
#include "agent/pull/settings.h"
#include "agent/run/session.h"

#include <optional>
#include <string>

namespace vow::agent {

/// A pull in the history: as a run of the policy "pull SOURCE", with one outcome of the type `pull`
/// if a version was taken, refused, or left again. Runs of the policy itself have records of their
/// own. It is reported like a run. A disk that takes no record fails nothing.
class PullRecord {
public:
    /// Borrows all of it.
    PullRecord(
        const Options& options, const PullSettings& settings, Session& session, PullJournal& journal
    );

    void begin();
    /// Its outcome; nullopt: nothing changed.
    struct What {
        std::string result; ///< "repaired" or "not_kept"
        std::string message;
        std::string before = {}, after = {}; ///< versions
    };
    void finish(int exit_status, const std::optional<What>& what);

private:
    const Options& options_;
    const PullSettings& settings_;
    Session& session_;
    PullJournal& journal_;
    std::optional<RecordedRun> run_;
};

} // namespace vow::agent
