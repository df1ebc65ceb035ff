#include "agent/fleet/live/work_folder.h"

#include <array>
#include <cstring>
#include <string_view>

#include <sys/inotify.h>
#include <unistd.h>

namespace vow::agent {

AgentLock::AgentLock(const Membership& membership) : file_(membership.lock()) {
    const auto answer = file_.take(1, std::chrono::system_clock::now());
    const auto* holder = std::get_if<LockFile::Holder>(&answer);
    if (holder == nullptr) return;
    fault_ = "an agent of '" + membership.folder() + "' is running";
    if (holder->process != 0) *fault_ += ", process " + std::to_string(holder->process);
}

namespace {

constexpr std::string_view database = "vow.db";
constexpr std::size_t room = 16'384;

} // namespace

RunWatch::RunWatch(const std::string& folder) : file_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (file_) ::inotify_add_watch(file_.number(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
}

bool RunWatch::take_end() {
    bool has_ended = false;
    alignas(inotify_event) std::array<char, room> buffer{};
    while (file_) {
        const ssize_t size = ::read(file_.number(), buffer.data(), buffer.size());
        if (size <= 0) break;
        for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* name = buffer.data() + at + sizeof event;
            has_ended = has_ended || (event.mask & IN_Q_OVERFLOW) != 0 ||
                        (event.len > 0 && name == database);
            at += sizeof event + event.len;
        }
    }
    return has_ended;
}

} // namespace vow::agent
