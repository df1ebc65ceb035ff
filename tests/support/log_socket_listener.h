#pragma once

#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

namespace vow::tests {

/// A Unix datagram socket in a folder of its own, in place of a logging service.
class LogSocketListener {
public:
    LogSocketListener();
    LogSocketListener(const LogSocketListener&) = delete;
    LogSocketListener& operator=(const LogSocketListener&) = delete;
    ~LogSocketListener();

    std::string path() const { return folder_ / "socket"; }
    /// The datagrams received since the last call.
    std::vector<std::string> take_datagrams() const;

private:
    TemporaryFolder folder_;
    int socket_;
};

} // namespace vow::tests
