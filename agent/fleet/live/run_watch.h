#pragma once

#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::agent {

/// Notices when a run in a work folder has ended: it closes the state database then, as other
/// commands do.
class RunWatch {
public:
    /// Of a folder of the state. Without a watch, as where the kernel has none left, it never
    /// notices anything.
    explicit RunWatch(const std::string& folder);

    /// For poll(): readable when there may be something.
    int descriptor() const { return file_.number(); }
    /// Whether a run may have ended since the last call.
    bool take_end();

private:
    FileDescriptor file_;
};

} // namespace vow::agent
