#pragma once

#include "agent/history/history.h"
#include "agent/report/reason.h"
#include "agent/state/disk_state.h"
#include "agent/trace/timeline.h"
#include "policy/run/observer.h"
#include "protocol/description/secrets.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Records one run in the history: at its beginning, so that a killed run is there as unfinished,
/// and at its end with everything that it collected from the events, in one transaction. It
/// receives masked events. A disk that cannot take the record is logged by the state, once, and
/// fails nothing.
class RunRecorder : public Observer {
public:
    static constexpr std::size_t max_errors = 20; ///< of the run itself; further ones are left out

    /// Borrows the state.
    explicit RunRecorder(DiskState& state) : state_(state) {}

    /// `start` has the members of the event `start`.
    void begin(RunTime now, Data start);
    /// An error of the run itself.
    void add_error(std::string_view text);
    bool wants_scopes() const override { return true; }
    void receive(const Event& event) override;
    /// Completes the record. `secrets` are those that the run has learned up to its end; `further`
    /// joins the transaction that records it.
    void finish(
        RunTime now,
        int exit_status,
        Data totals,
        const Secrets& secrets,
        const History::Further& further = {}
    );
    /// Removes the record: nothing ran.
    void discard();

private:
    static constexpr std::size_t max_spans = 200;

    void add_timing(const PromiseDone& done);
    void add_outcome(const PromiseDone& done, std::string_view first_error);
    bool is_of_promise(const LogLine& line) const;

    DiskState& state_;
    std::optional<RecordedRun> run_; ///< once it has begun
    RunEnd end_;
    FirstLines first_lines_;
    std::string last_error_; ///< that the last outcome came with
    std::string timings_;
    Timeline timeline_{Timeline::Promises::left_out, max_spans};
    std::size_t bytes_ = 0; ///< of the outcomes
};

} // namespace vow::agent
