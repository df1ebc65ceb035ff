#include "agent/report/event_file.h"

#include "agent/usage_error.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

FileDescriptor opened(const std::string& path) {
    if (path == "-") return FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file)
        throw UsageError(
            "--json " + path + ": cannot be written: " + std::strerror(errno) +
            "; name a file in a folder that is there, or - for standard output"
        );
    return file;
}

} // namespace

EventFile::EventFile(const std::string& path, LogLevel level)
    : path_(path),
      file_(opened(path)),
      output_(file_.number(), buffering_for(file_.number())),
      events_(output_, level) {}

int EventFile::finished(int status) {
    events_.run_ended(status);
    return output_.finished(status, path_ == "-" ? "standard output" : "'" + path_ + "'");
}

} // namespace vow::agent
