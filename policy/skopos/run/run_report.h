#pragma once

#include "policy/run/observer.h"
#include "policy/skopos/actions/action_kinds.h"
#include "policy/skopos/plan/plan.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

/// The events and log lines of a plan's run. They are held back until flush(), so that observers
/// never know more than the disk. Borrows the observer.
class RunReport {
public:
    enum class Begin { first, resumed };
    using Clock = std::chrono::steady_clock;
    using Index = std::optional<std::int64_t>;

    explicit RunReport(Observer& observer) : observer_(observer) {}

    /// A step begins. `index` is that of the loop that it is in.
    void begin(const Step& step, Index index, Begin begin);
    /// The innermost step that has begun ends, and its chain goes on at `flow`.
    void end(const Step& step, Index index, const StepResult& result, const Flow& flow);
    /// The innermost step that has begun is interrupted.
    void interrupt(const Step& step, Index index);
    /// Ends the scopes of steps that stay open.
    void close_scopes();

    /// `step` is the gate, or the step that is due; null for none.
    void state(std::string_view state, const Step* step, std::string_view message);
    void log(LogLevel level, std::string_view text);

    /// The scope of the innermost step that has begun.
    ScopeId scope() const { return open_.empty() ? ScopeId::run : open_.back().scope; }
    void flush();

private:
    struct Open {
        ScopeId scope;
        Clock::time_point begin;
    };

    void send(std::string_view name, std::vector<Data::Member> members);
    void end_scope(Verdict verdict);
    void log_result(const Step& step, Index index, const StepResult& result, const Flow& flow);

    Observer& observer_;
    std::vector<StoredEvent> held_;
    std::vector<Open> open_;
    std::uint32_t last_scope_ = 0;
};

} // namespace vow::skopos
