#pragma once

#include "agent/report/reason.h"
#include "policy/run/observer.h"
#include "protocol/data/data.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::agent {

/// A class or variable that a run has defined. Texts are masked, as observers receive them.
struct Definition {
    std::string name;  ///< of a variable: with its bundle
    std::string value; ///< of a variable
    std::string bundle;
    Origin origin;        ///< of the promise that defined it; without a file: none did
    std::size_t position; ///< among all that was recorded
};

/// A class that was cancelled, and by which promise.
struct Cancellation {
    std::string name;
    Origin origin;
    std::size_t position;
};

/// The result of a promise in one pass.
struct Sighting {
    std::string type;
    std::string promiser;
    Origin origin;
    std::string result;         ///< kept, skipped, ...: docs/commands.md, "Events"
    std::optional<Data> reason; ///< docs/commands.md, "Reasons"
    std::size_t position;
};

/// A bundle call, a block, a step or a resource.
struct RecordedScope {
    ScopeId scope, parent;
    std::string kind;
    std::string name;
    Origin origin;
    std::optional<Verdict> result; ///< nullopt until it ends
};

/// A class that a promise would define in a real run, and the promise.
struct Expectation {
    std::string class_name;
    std::string cause; ///< the promise: "files '/etc/motd'"
    Origin origin;
};

/// A class that a promise defines after another outcome than the one it had.
struct Withholding {
    std::string class_name;
    Verdict now, needed;
    Origin origin; ///< of the promise
};

/// Keeps what a dry run does, for questions that are put when it has ended (explanation.h). It
/// stores every definition and promise of the run; it does not interpret them.
class Recording : public Observer {
public:
    void receive(const Event& event) override;
    bool wants_details() const override { return true; }
    LogLevel log_level() const override { return LogLevel::error; }

    const std::vector<Definition>& classes() const { return classes_; }
    const std::vector<Cancellation>& cancellations() const { return cancellations_; }
    const std::vector<Definition>& variables() const { return variables_; }
    /// Positions are below it.
    std::size_t size() const { return position_; }
    const std::vector<Sighting>& sightings() const { return sightings_; }
    const std::vector<RecordedScope>& scopes() const { return scopes_; }
    /// Whether a scope is another one or a part of it.
    bool is_within(ScopeId scope, ScopeId outer) const;
    const std::vector<Expectation>& expectations() const { return expectations_; }
    const std::vector<Withholding>& withholdings() const { return withholdings_; }

private:
    void note(const ClassDefined& defined);
    void note(const ClassCancelled& cancelled);
    void note(const VariableDefined& defined);
    void note(const ScopeBegan& began);
    void note(const ScopeEnded& ended);
    void note(const PromiseDone& done);
    void note(const PromiseSkipped& skipped);
    void note(const ClassExpected& expected);
    void note(const ClassWithheld& withheld);
    template <class Other>
    void note(const Other&) {} ///< explains nothing
    std::size_t next() { return position_++; }

    std::vector<Definition> classes_, variables_;
    std::vector<Cancellation> cancellations_;
    std::vector<Sighting> sightings_;
    std::vector<RecordedScope> scopes_;
    std::unordered_map<ScopeId, std::size_t> positions_; ///< of scopes
    std::vector<Expectation> expectations_;
    std::vector<Withholding> withholdings_;
    FirstLines first_lines_;
    std::size_t position_ = 0;
};

} // namespace vow::agent
