#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <vector>

namespace vow::modules {

/// Which exit statuses of a command mean what: the return codes of a promise's `classes` body.
/// Where none are promised, 0 is repaired and anything else failed.
struct ReturnCodes {
    std::vector<std::string> kept, repaired, failed;

    static ReturnCodes from(const Settings& promise);

    /// Judges an exit status and records the result. `quiet` is the log level for success.
    void judge(int status, LogLevel quiet, Record& record) const;
};

/// How they are described, for modules that run commands.
std::vector<AttributeDescription> return_code_attributes();

} // namespace vow::modules
