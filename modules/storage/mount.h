#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>

namespace vow::modules {

/// A `mount` body: a network file system that is mounted at the promiser, or not.
struct Mount {
    std::string source; ///< the folder on the server
    std::string server;
    bool unmount = false;

    static Mount from(const Settings& body);
};

/// Checks whether the file system is mounted as promised. Changes nothing.
void check(const Mount& mount, Record& record);

} // namespace vow::modules
