#include "agent/report/output_file.h"

#include "protocol/text/path.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

namespace vow::agent {

SystemResult<Place> output_place(const std::string& path) {
    const auto named = Place::at(path);
    return named ? named->resolved() : named;
}

bool is_device_path(const std::string& path) {
    const std::string folder = folder_of(path);
    return folder == "/dev" || folder == "/dev/fd"; // others in /dev can be written by everyone
}

SystemResult<FileDescriptor> open_device(const std::string& path) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC));
    return file ? std::move(file) : SystemResult<FileDescriptor>::failed(errno);
}

std::string output_problem(int error) {
    return error == ENOLINK ? "another user's symbolic link is in the way" : std::strerror(error);
}

} // namespace vow::agent
