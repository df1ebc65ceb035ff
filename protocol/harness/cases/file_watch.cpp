#include "protocol/harness/cases/file_watch.h"

#include <array>
#include <cstring>
#include <filesystem>

#include <sys/inotify.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// All events until now. Events are not split, so each read needs room for one.
std::string pending_bytes(const FileDescriptor& events) {
    std::string bytes;
    std::array<char, 65536> room = {};
    while (true) {
        const ssize_t count = ::read(events.number(), room.data(), room.size());
        if (count <= 0) return bytes;
        bytes.append(room.data(), static_cast<std::size_t>(count));
    }
}

/// A file is written if bytes or its size change, and a descriptor for writing is closed. A change
/// of its modification time alone looks like the former.
constexpr std::uint32_t written = IN_MODIFY | IN_CLOSE_WRITE;

void drop_empty_files(std::set<std::string>& paths) {
    std::erase_if(paths, [](const std::string& path) {
        std::error_code error;
        return !fs::is_regular_file(path, error) || fs::file_size(path, error) == 0;
    });
}

} // namespace

FileWatch::FileWatch(const std::vector<std::string>& paths)
    : events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      paths_(paths.begin(), paths.end()) {
    constexpr std::uint32_t writes = written | IN_MOVED_TO | IN_CREATE;
    for (const std::string& path : paths_) {
        const std::string folder = fs::path(path).parent_path();
        const int number =
            ::inotify_add_watch(events_.number(), folder.c_str(), writes | IN_ONLYDIR);
        if (number >= 0) folders_[number] = folder;
    }
}

FileWrites FileWatch::take_writes() const {
    std::map<std::string, std::uint32_t> seen;
    const std::string bytes = pending_bytes(events_);
    for (std::size_t at = 0; at + sizeof(inotify_event) <= bytes.size();) {
        inotify_event event = {};
        std::memcpy(&event, bytes.data() + at, sizeof event);
        const char* const name = bytes.data() + at + sizeof event;
        at += sizeof event + event.len;
        const auto folder = folders_.find(event.wd);
        if (folder == folders_.end() || event.len == 0) continue;
        const std::string path = fs::path(folder->second) / name;
        if (paths_.count(path) > 0) seen[path] |= event.mask;
    }
    FileWrites writes;
    for (const auto& [path, mask] : seen) {
        if ((mask & written) == written) {
            writes.in_place.insert(path);
        } else if ((mask & (IN_MOVED_TO | IN_CREATE)) != 0) {
            writes.at_once.insert(path);
        }
    }
    drop_empty_files(writes.in_place);
    drop_empty_files(writes.at_once);
    return writes;
}

} // namespace vow::harness
