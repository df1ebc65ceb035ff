#pragma once

#include "policy/otterscript/run/executor.h"
#include "policy/otterscript/statements/operation.h"
#include "policy/run/promise_call.h"
#include "protocol/promise/outcome.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow::otterscript {

/// One operation while it runs: its evaluated arguments, the promises that it makes, its outputs.
class OperationRun {
public:
    OperationRun(Executor& executor, const Action& action, Drift::Instance instance);

    Executor& executor() { return executor_; }
    const Operation& operation() const { return *action_.operation; }
    const Action& action() const { return action_; }
    World& world() { return executor_.execution().world; }
    /// The machine that it works on.
    Host& host() { return executor_.host(); }
    /// True if nothing may be changed, because drift is collected or the run is a simulation.
    bool is_dry() const {
        return !is_allowed_ && (is_collecting() || executor_.execution().is_simulation());
    }
    bool is_collecting() const { return executor_.execution().pass == Pass::collect; }

    // --- arguments: conversions that fail raise an error ---
    /// Fails unless the texts match the patterns of their properties: what is not a name reaches no
    /// program.
    void check_patterns();
    bool has(std::string_view property) const { return find(property) != nullptr; }
    /// Null if it is not given.
    const Value* find(std::string_view property) const;
    std::string text(std::string_view property, std::string_view fallback = {}) const;
    /// The argument or, without it, the scalar variable that stands for it, which has to fit the
    /// pattern, too; nullopt without either.
    std::optional<std::string>
    text_or_variable(std::string_view property, const std::string& variable);
    bool boolean(std::string_view property, bool fallback) const;
    std::int64_t integer(std::string_view property, std::int64_t fallback) const;
    double seconds(std::string_view property) const;
    /// Texts; one text is a list of one.
    std::vector<std::string> list(std::string_view property) const;
    /// Null if it is not given.
    const Map* map(std::string_view property) const;
    /// A path in the working directory, as an absolute one.
    std::string path(std::string_view property) const;
    /// All arguments by name, as written, without the positional one.
    const std::vector<std::pair<std::string, Value>>& named() const { return named_; }

    // --- what it does ---
    /// Keeps a promise, and logs its lines as the operation's.
    Outcome keep(
        std::string_view type,
        std::string promiser,
        Attributes attributes,
        const LineFilter& filter = {}
    );
    Outcome keep(
        const PromiseType& type,
        std::string promiser,
        Attributes attributes,
        const LineFilter& filter = {}
    );
    void log(LogLevel level, std::string_view text);
    /// Logs an error and ends the operation.
    [[noreturn]] void fail(const std::string& text);
    /// Ends the operation with an error of the engine, at its place.
    [[noreturn]] void raise(const std::string& words) const;
    /// Whether the plan takes an output.
    bool wants_output(std::string_view property) const;
    void set_output(const std::string& property, Value value);
    /// Sets a scalar of the caller, as `set` does.
    void set_variable(const std::string& name, Value value);
    /// A variable by its name.
    VariableName variable(const std::string& name, Sign sign) const;
    /// The promised state does not hold, and nothing may be changed.
    void note_drift() { has_drifted_ = true; }
    /// The promises that failed so far are all right.
    void forgive() { has_failed_ = false; }
    /// Fails without a further line.
    void end_failed() { has_failed_ = has_error_line_ = true; }

    /// Lets promises look at the machine, with programs too, even if nothing may be changed.
    class Allowed {
    public:
        explicit Allowed(OperationRun& run) : run_(run) { run.is_allowed_ = true; }
        Allowed(const Allowed&) = delete;
        Allowed& operator=(const Allowed&) = delete;
        ~Allowed() { run_.is_allowed_ = false; }

    private:
        OperationRun& run_;
    };
    /// The place of the drift, if the promise is about another thing than the first argument.
    void name_promiser(std::string promiser) { promiser_ = std::move(promiser); }

    // --- afterwards ---
    void finish();
    const std::map<std::string, Value>& outputs() const { return outputs_; }

private:
    void bind();
    void check_pattern(const Property& property, const std::string& text);
    void log_line(LogLevel level, std::string_view text, const LineFilter& filter);
    void note(const Outcome& outcome);
    void report_drift(const Finding& finding);
    void record(Finding::State state);

    Executor& executor_;
    const Action& action_;
    Drift::Instance instance_;
    std::map<std::string, Value> values_; ///< by property, in lower case
    std::vector<std::pair<std::string, Value>> named_;
    std::map<std::string, Value> outputs_; ///< by name in lower case
    std::string written_;                  ///< the positional argument
    std::string promiser_;
    std::vector<Change> changes_;
    bool is_allowed_ = false;
    bool has_drifted_ = false;
    bool has_failed_ = false;
    bool has_error_line_ = false;
};

/// Ends an operation; its errors were logged.
struct OperationFailed {};

} // namespace vow::otterscript
