#pragma once

#include "modules/sdk/cpp/range.h"
#include "protocol/promise/settings.h"
#include "protocol/system/running_process.h"
#include "protocol/text/regex.h"

#include <string>
#include <vector>

namespace vow::modules {

/// A `process_select` body: criteria, and the expression that combines them.
class ProcessSelection {
public:
    static ProcessSelection from(const Settings& body);

    /// Without an expression all given criteria must be met, at least one.
    bool selects(const RunningProcess& process) const;

private:
    struct Bounds {
        std::string_view criterion;
        std::int64_t RunningProcess::*member;
        Range range;
    };
    struct Form {
        std::string_view criterion;
        std::string RunningProcess::*member;
        Patterns patterns; ///< any of them
    };

    std::string result_;
    std::vector<Bounds> bounds_;
    std::vector<Form> forms_;
};

} // namespace vow::modules
