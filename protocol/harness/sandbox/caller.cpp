#include "protocol/harness/sandbox/caller.h"

#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_path_length = 4096;
constexpr std::size_t piece = 256; ///< reading across the end of a mapping fails as a whole

fs::path folder_of(pid_t process) {
    return fs::path("/proc") / std::to_string(process);
}

/// The process of a thread.
pid_t process_of(pid_t thread) {
    std::ifstream in(folder_of(thread) / "status");
    for (std::string word; in >> word;) {
        pid_t process = 0;
        if (word == "Tgid:" && in >> process) return process;
    }
    return thread;
}

/// The group is the third word after the name, which is enclosed in parentheses.
pid_t group_of(const fs::path& process) {
    std::ifstream in(process / "stat");
    std::string line;
    std::getline(in, line);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream words(line.substr(name_end + 1));
    std::string state;
    pid_t parent = 0;
    pid_t group = 0;
    words >> state >> parent >> group;
    return group;
}

} // namespace

Caller::Caller(pid_t thread, fs::path root) : thread_(thread), root_(std::move(root)) {}

std::string Caller::bytes_at(std::uint64_t address, std::size_t size) const {
    std::string bytes(size, '\0');
    iovec here = {bytes.data(), size};
    iovec there = {reinterpret_cast<void*>(address), size}; // NOLINT(performance-no-int-to-ptr)
    const ssize_t count = ::process_vm_readv(thread_, &here, 1, &there, 1, 0);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

std::string Caller::text_at(std::uint64_t address) const {
    std::string text;
    while (text.size() < max_path_length) {
        const std::uint64_t begin = address + text.size();
        const std::string bytes = bytes_at(begin, piece - begin % piece);
        text += bytes.substr(0, bytes.find('\0'));
        if (bytes.empty() || bytes.find('\0') != std::string::npos) break;
    }
    return text;
}

std::uint64_t Caller::number_at(std::uint64_t address) const {
    std::uint64_t number = 0;
    const std::string bytes = bytes_at(address, sizeof number);
    std::memcpy(&number, bytes.data(), bytes.size());
    return number;
}

std::string Caller::absolute(int folder, const std::string& path) const {
    for (const std::string_view own_files : {"/proc/self/fd/", "/dev/fd/"}) {
        if (!path.starts_with(own_files)) continue;
        const std::size_t end = std::min(path.find('/', own_files.size()), path.size());
        const auto number = integer_from(path.substr(own_files.size(), end - own_files.size()));
        const std::string rest = end == path.size() ? "" : "." + path.substr(end);
        if (number) return absolute(static_cast<int>(*number), rest);
    }
    constexpr std::array<std::string_view, 3> standard = {
        "/dev/stdin", "/dev/stdout", "/dev/stderr"};
    const auto found = std::ranges::find(standard, path);
    if (found != standard.end()) return absolute(static_cast<int>(found - standard.begin()), "");
    if (path.starts_with("/")) return fs::path(path).lexically_normal();
    const fs::path own = folder_of(thread_);
    std::error_code error;
    const fs::path base = folder == AT_FDCWD
                              ? fs::read_symlink(own / "cwd", error)
                              : fs::read_symlink(own / "fd" / std::to_string(folder), error);
    const fs::path inside = base.lexically_relative(root_);
    const bool is_inside = !inside.empty() && *inside.begin() != "..";
    const fs::path whole = is_inside ? fs::path("/") / inside : base;
    return (path.empty() ? whole : whole / path).lexically_normal();
}

FileDescriptor Caller::descriptor(int number) const {
    const FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, process_of(thread_), 0))
    );
    if (!process) return {};
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_getfd, process.number(), number, 0))
    );
}

bool Caller::sees_process(pid_t process) const {
    std::error_code error;
    return fs::exists(root_ / "proc" / std::to_string(process), error);
}

bool Caller::sees_group(pid_t group) const {
    std::error_code error;
    const fs::directory_iterator processes(root_ / "proc", error);
    return std::any_of(begin(processes), end(processes), [&](const fs::directory_entry& entry) {
        const std::string name = entry.path().filename();
        return name.find_first_not_of("0123456789") == std::string::npos &&
               group_of(entry.path()) == group;
    });
}

} // namespace vow::harness
