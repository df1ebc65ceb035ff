#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <vector>

namespace vow::modules {

/// The meaning of a command's exit statuses: the return codes of a promise's `classes` body. If
/// none are promised, 0 means repaired and any other status failed.
struct ReturnCodes {
    std::vector<std::string> kept, repaired, failed;

    static ReturnCodes from(const Settings& promise);

    /// Judges an exit status and records the result. `quiet` is the log level for success, and in
    /// the reference's manner for a status in none of them.
    void judge(int status, LogLevel quiet, Record& record) const;
};

/// Their descriptions, for modules that run commands.
std::vector<AttributeDescription> return_code_attributes();

} // namespace vow::modules
