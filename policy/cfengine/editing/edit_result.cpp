#include "policy/cfengine/editing/edit_result.h"

namespace vow::cfengine {

void log_result(Record& record, std::string_view type) {
    const std::string name = std::string(type) + " promise '" + record.promise().promiser + "'";
    switch (record.verdicts().worst()) {
    case Verdict::kept: return record.log(LogLevel::verbose, "No changes done for the " + name);
    case Verdict::repaired: return record.log(LogLevel::info, name + " repaired");
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error: break;
    }
    if (record.has_only_warned())
        record.log(LogLevel::warning, "Warnings encountered when actuating " + name);
    else
        record.log(LogLevel::error, "Errors encountered when actuating " + name);
}

} // namespace vow::cfengine
