#include "agent/report/event_file.h"

#include "agent/report/output_file.h"
#include "policy/run/usage_error.h"

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

SystemResult<FileDescriptor> open_output(const std::string& path) {
    if (is_device_path(path)) return open_device(path);
    const auto place = output_place(path);
    return place ? place->open_output(Place::Writing::over, 0600)
                 : SystemResult<FileDescriptor>::failed(place.error());
}

FileDescriptor opened(const std::string& path) {
    if (path == "-") return FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    auto file = open_output(path);
    if (file) return std::move(*file);
    throw UsageError(
        "--json " + path + ": cannot be written: " + output_problem(file.error()) +
        "; name a file in a folder that is there, or - for standard output"
    );
}

} // namespace

EventFile::EventFile(const std::string& path, LogLevel level)
    : path_(path),
      file_(opened(path)),
      output_(file_.number(), buffering_for(file_.number())),
      events_(output_, level) {}

int EventFile::finished(int status, const Data& details) {
    events_.run_ended(status, details);
    return output_.finished(status, path_ == "-" ? "standard output" : "'" + path_ + "'");
}

} // namespace vow::agent
