#pragma once

#include "agent/report/events.h"
#include "protocol/system/file_descriptor.h"

namespace vow::agent {

/// Events on their way to a file of their own.
class EventFile {
public:
    /// `path` is "-" for standard output. Throws UsageError when it cannot be opened.
    EventFile(const std::string& path, LogLevel level);

    Events& events() { return events_; }
    /// Tells of the end. The status to end with: `status`, or that of a fault, told on standard
    /// error, when not everything could be written.
    int finished(int status);

private:
    std::string path_;
    FileDescriptor file_;
    Output output_;
    Events events_;
};

} // namespace vow::agent
