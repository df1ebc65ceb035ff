#include "agent/report/log_targets.h"

#include "agent/report/output_file.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

namespace vow::agent {

namespace {

constexpr std::size_t max_buffered = std::size_t{64} << 10U;
constexpr mode_t folder_mode = 0755;
constexpr mode_t file_mode = 0644;

template <class T>
T value_or_throw(SystemResult<T> result) {
    if (!result) throw std::runtime_error(output_problem(result.error()));
    return std::move(*result);
}

void throw_on_error(int error) {
    if (error != 0 && error != ENOENT) throw std::runtime_error(output_problem(error));
}

} // namespace

LogFile::LogFile(const LogFileSettings& settings)
    : max_size_(settings.max_size),
      old_files_(settings.old_files) {
    if (is_device_path(settings.path)) {
        file_ = value_or_throw(open_device(settings.path));
        return;
    }
    make_folders(folder_of(settings.path), folder_mode); // opening the place reports a failure
    place_ = value_or_throw(output_place(settings.path));
    open();
}

LogFile::~LogFile() {
    write_all(file_, buffered_);
}

void LogFile::open() {
    file_ = value_or_throw(place_->open_output(Place::Writing::appended, file_mode));
    struct stat status = {};
    ::fstat(file_.number(), &status);
    size_ = static_cast<std::size_t>(status.st_size);
}

void LogFile::append(std::string_view line) {
    if (place_ && size_ > 0 && size_ + line.size() > max_size_) rotate();
    buffered_ += line;
    size_ += line.size();
    if (buffered_.size() >= max_buffered) flush();
}

void LogFile::flush() {
    const std::string lines = std::exchange(buffered_, {});
    if (!write_all(file_, lines)) throw std::runtime_error(output_problem(errno));
}

void LogFile::rotate() {
    flush();
    const auto old_file = [this](std::size_t number) {
        return number == 0 ? *place_ : place_->beside("." + std::to_string(number));
    };
    for (std::size_t number = old_files_; number > 0; --number)
        throw_on_error(old_file(number - 1).rename_to(old_file(number)));
    if (old_files_ == 0) throw_on_error(place_->unlink());
    open();
}

namespace {

FileDescriptor connected_socket(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return {};
    }
    path.copy(address.sun_path, path.size());
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const timeval patience{.tv_sec = 1, .tv_usec = 0};
    ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const auto* target = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(socket.number(), target, sizeof address) != 0) return {};
    return socket;
}

} // namespace

void LogSocket::open() {
    if (!connect()) throw std::system_error(errno, std::generic_category(), "cannot connect");
}

bool LogSocket::connect() {
    socket_ = connected_socket(path_);
    return socket_.number() >= 0;
}

void LogSocket::send(std::string_view datagram) {
    const auto try_once = [&] {
        return ::send(socket_.number(), datagram.data(), datagram.size(), MSG_NOSIGNAL) >= 0;
    };
    if (!socket_) open();
    if (try_once()) return;
    const bool is_gone = errno == ECONNREFUSED || errno == ECONNRESET || errno == ENOTCONN;
    if (is_gone && connect() && try_once()) return;
    throw std::system_error(errno, std::generic_category(), path_);
}

} // namespace vow::agent
