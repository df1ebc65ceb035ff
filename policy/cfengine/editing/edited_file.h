#pragma once

#include "policy/cfengine/editing/edit_defaults.h"
#include "policy/cfengine/promises/promise_run.h"

#include <string>
#include <vector>

namespace vow::cfengine {

struct EditSession;

/// A file that an edit bundle works on, in memory, between reading it through the host and having
/// it saved by the keeper of `files` promises.
class EditedFile {
public:
    EditedFile(PromiseRound& round, const PromiseType& type, const EditDefaults& defaults)
        : round_(round),
          type_(type),
          defaults_(defaults) {}

    struct Call {
        const Bundle& bundle;
        std::vector<Value> arguments;
    };

    /// Reads the file, has the bundles edit it one after the other, and saves what came of it.
    Outcome edit(std::vector<Call> calls);

private:
    Evaluation& evaluation() { return round_.evaluation(); }
    Verdict run(Call& call, EditSession& session);
    void name_file();
    Outcome
    save(const EditSession& session, const std::string& before, const std::string& untouched);

    PromiseRound& round_;
    const PromiseType& type_;
    EditDefaults defaults_;
};

/// Logs why a `files` promise cannot be edited; not kept.
Outcome edit_failed(PromiseRound& round, const std::string& message);

} // namespace vow::cfengine
