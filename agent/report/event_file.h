#pragma once

#include "agent/machine/descriptor.h"
#include "agent/report/events.h"

namespace vow::agent {

/// Events on their way to a file of their own.
class EventFile {
public:
    /// `path` is "-" for standard output. Throws std::system_error when it cannot be opened.
    EventFile(const std::string& path, LogLevel level);

    Events& events() { return events_; }

private:
    Descriptor file_;
    Output output_;
    Events events_;
};

} // namespace vow::agent
