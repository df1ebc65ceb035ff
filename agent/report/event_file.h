#pragma once

#include "agent/report/events.h"
#include "protocol/system/file_descriptor.h"

namespace vow::agent {

/// Writes the events of a run to a file of their own.
class EventFile {
public:
    /// `path` is "-" for standard output. Throws UsageError when it cannot be opened.
    EventFile(const std::string& path, LogLevel level);

    Events& events() { return events_; }
    /// Writes the last event, with the members of `details`. Returns the exit status as
    /// Output::finished() does.
    int finished(int status, const Data& details);

private:
    std::string path_;
    FileDescriptor file_;
    Output output_;
    Events events_;
};

} // namespace vow::agent
