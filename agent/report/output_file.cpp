#include "agent/report/output_file.h"

#include "policy/run/usage_error.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <cstring>

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

} // namespace

SystemResult<Place> output_place(const std::string& path) {
    const auto named = Place::at(path);
    return named ? named->resolved() : named;
}

bool is_device_path(const std::string& path) {
    const std::string folder = folder_of(path);
    return folder == "/dev" || folder == "/dev/fd"; // others in /dev can be written by everyone
}

SystemResult<FileDescriptor> open_device(const std::string& path) {
    constexpr std::string_view open_files = "/dev/fd/";
    if (path.starts_with(open_files)) { // the open file itself, with its place in it
        const auto number = integer_from(std::string_view(path).substr(open_files.size()));
        FileDescriptor copy(::fcntl(static_cast<int>(number.value_or(-1)), F_DUPFD_CLOEXEC, 0));
        return copy ? std::move(copy) : SystemResult<FileDescriptor>::failed(errno);
    }
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC));
    return file ? std::move(file) : SystemResult<FileDescriptor>::failed(errno);
}

FileDescriptor open_output_file(const std::string& option, const std::string& path) {
    if (path == "-") return FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    auto file = open_output(path);
    if (file) return std::move(*file);
    throw UsageError(
        option + " " + path + ": cannot be written: " + output_problem(file.error()) +
        "; name a file in a folder that is there, or - for standard output"
    );
}

std::string output_problem(int error) {
    return error == ENOLINK ? "another user's symbolic link is in the way" : std::strerror(error);
}

} // namespace vow::agent
