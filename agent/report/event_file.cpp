#include "agent/report/event_file.h"

#include "agent/usage_error.h"
#include "protocol/system/place.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

SystemResult<FileDescriptor> open_output(const std::string& path) {
    using Result = SystemResult<FileDescriptor>;
    if (path.starts_with("/dev/")) { // links to open files: /dev/stdout, /dev/fd/3
        FileDescriptor file(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
        return file ? std::move(file) : Result::failed(errno);
    }
    const auto named = Place::at(path);
    const auto place = named ? named->resolved() : named;
    return place ? place->open_output(Place::Writing::over, 0600) : Result::failed(place.error());
}

FileDescriptor opened(const std::string& path) {
    if (path == "-") return FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    auto file = open_output(path);
    if (file) return std::move(*file);
    const bool is_link = file.error() == ENOLINK;
    throw UsageError(
        "--json " + path + ": cannot be written: " +
        (is_link ? "another user's symbolic link is in the way" : std::strerror(file.error())) +
        "; name a file in a folder that is there, or - for standard output"
    );
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
