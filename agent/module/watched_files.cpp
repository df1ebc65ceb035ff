#include "agent/module/watched_files.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace vow::agent {
namespace {

namespace fs = std::filesystem;

/// Editors write several times, or write a new file and rename it.
constexpr int pause_after_change = 100; // milliseconds

} // namespace

WatchedFiles::WatchedFiles(const std::vector<fs::path>& files)
    : events_(::inotify_init1(IN_CLOEXEC)) {
    for (const fs::path& file : files) {
        const fs::path folder = fs::absolute(file).parent_path();
        const int number =
            ::inotify_add_watch(events_.number(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
        if (number < 0) {
            throw std::system_error(
                errno, std::system_category(), "cannot watch '" + folder.native() + "'"
            );
        }
        endings_[number].insert(file.extension());
    }
}

bool WatchedFiles::wait() {
    while (!read_events()) {
        if (errno != 0) return false;
    }
    pollfd more = {events_.number(), POLLIN, 0};
    while (::poll(&more, 1, pause_after_change) > 0)
        read_events();
    return true;
}

bool WatchedFiles::is_watched(int folder, const fs::path& name) const {
    const auto found = endings_.find(folder);
    return found != endings_.end() && !name.native().starts_with(".") &&
           found->second.count(name.extension()) > 0;
}

/// Returns whether one of the events is about a watched file; errno is 0 if reading succeeded.
bool WatchedFiles::read_events() {
    alignas(inotify_event) std::array<char, 4096> bytes = {};
    errno = 0;
    const ssize_t count = ::read(events_.number(), bytes.data(), bytes.size());
    bool is_about_one = false;
    for (std::size_t at = 0; count > 0 && at < static_cast<std::size_t>(count);) {
        inotify_event event = {};
        std::memcpy(&event, bytes.data() + at, sizeof event);
        const char* const name = bytes.data() + at + sizeof event;
        if (event.len > 0 && is_watched(event.wd, name)) is_about_one = true;
        at += sizeof event + event.len;
    }
    return is_about_one;
}

} // namespace vow::agent
