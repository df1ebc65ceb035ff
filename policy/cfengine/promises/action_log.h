#pragma once

#include "policy/cfengine/run/run_state.h"
#include "protocol/data/data.h"
#include "protocol/promise/outcome.h"

#include <string>

namespace vow::cfengine {

/// The line that an `action` body logs about the result of its promise, and for each result the
/// destination: a file, to which the line is appended, "stdout" or, if empty, none.
struct ActionLog {
    std::string line;
    std::string kept, repaired, failed;

    static ActionLog from(const Data& action);
};

/// Logs the result of a promise that was allowed to make changes. As with the reference, one that
/// only warned logs nothing.
void log_result(RunState& run, const ActionLog& log, const Verdicts& verdicts, const Terms& terms);

} // namespace vow::cfengine
