#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The result of one promise of an edit bundle.
struct EditResult {
    struct Line {
        LogLevel level;
        std::string text;
    };

    Outcome outcome = {};
    std::vector<Line> log = {}; ///< lines at info level count only if the file is then saved
    /// The lines it looks for do not exist yet: a later pass may try again. Otherwise equal
    /// promises are kept once in one file.
    bool undecided = false;
};

/// Logs the last line of an edit promise: its result.
void log_result(Record& record, std::string_view type);

} // namespace vow::cfengine
