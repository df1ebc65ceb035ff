#include "protocol/system/process_table.h"

#include "protocol/system/accounts.h"
#include "protocol/system/file_descriptor.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace vow {
namespace {

std::string folder_of_process(pid_t process) {
    return "/proc/" + std::to_string(process);
}

/// Empty if the file is empty, or the process ends at that moment.
std::string text_of_file(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file ? read_all(file).value_or("") : "";
}

/// The time at which the machine was started, in seconds since the epoch.
std::int64_t boot_time() {
    const std::string text = text_of_file("/proc/stat");
    const std::size_t found = text.find("btime ");
    return found == std::string::npos ? 0 : std::atoll(text.c_str() + found + 6);
}

std::string terminal_name(std::uint64_t device) {
    if (device == 0) return "?";
    const std::string number = std::to_string(minor(device));
    return major(device) == 4 ? "tty" + number : "pts/" + number;
}

std::string owner_of(pid_t process) {
    struct stat status = {};
    if (::stat(folder_of_process(process).c_str(), &status) != 0) return {};
    return user_name(status.st_uid).value_or(std::to_string(status.st_uid));
}

std::vector<std::string_view> fields_in(std::string_view text) {
    std::vector<std::string_view> fields;
    constexpr std::string_view blanks = " \n";
    for (std::size_t at = text.find_first_not_of(blanks); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        fields.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(blanks, end);
    }
    return fields;
}

std::int64_t number_from(std::string_view digits) {
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

} // namespace

ProcessTime ProcessTime::now() {
    timespec now = {};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    const std::int64_t a_second = ::sysconf(_SC_CLK_TCK);
    return {now.tv_sec * a_second + now.tv_nsec * a_second / 1'000'000'000};
}

std::vector<pid_t> process_ids() {
    std::vector<pid_t> ids;
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir("/proc"));
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        const std::string_view name(entry->d_name);
        if (name.find_first_not_of("0123456789") == name.npos)
            ids.push_back(static_cast<pid_t>(number_from(name)));
    }
    std::ranges::sort(ids);
    return ids;
}

std::optional<ProcessStat> stat_of(pid_t process) {
    const std::string text = text_of_file(folder_of_process(process) + "/stat");
    // The name is in parentheses and may contain any character, even parentheses.
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == text.npos || close == text.npos) return std::nullopt;
    const auto fields = fields_in(std::string_view(text).substr(close + 1));
    constexpr std::size_t first = 3; // as proc_pid_stat(5) counts
    if (fields.size() <= 24 - first) return std::nullopt;
    const auto number = [&](std::size_t field) { return number_from(fields[field - first]); };
    return ProcessStat{
        .program = text.substr(open + 1, close - open - 1),
        .state = fields[0].front(),
        .parent = number(4),
        .group = number(5),
        .terminal = number(7),
        .user_ticks = number(14),
        .system_ticks = number(15),
        .nice = number(19),
        .threads = number(20),
        .start_ticks = number(22),
        .virtual_bytes = number(23),
        .resident_pages = number(24)};
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children = process_ids();
    std::erase_if(children, [&](pid_t process) {
        const auto stat = stat_of(process);
        return !stat || stat->parent != parent;
    });
    return children;
}

bool is_alive(pid_t process) {
    const auto stat = stat_of(process);
    return stat && stat->state != 'Z' && stat->state != 'X';
}

std::string command_line_of(pid_t process) {
    std::string line = text_of_file(folder_of_process(process) + "/cmdline");
    while (line.ends_with('\0'))
        line.pop_back();
    std::ranges::replace(line, '\0', ' ');
    return line;
}

std::string environment_of(pid_t process) {
    return text_of_file(folder_of_process(process) + "/environ");
}

std::vector<RunningProcess> running_processes() {
    std::vector<RunningProcess> all;
    const std::int64_t booted = boot_time();
    const std::int64_t ticks = ::sysconf(_SC_CLK_TCK);
    const std::int64_t page = ::sysconf(_SC_PAGESIZE) / 1024;
    for (const pid_t pid : process_ids()) {
        const auto stat = stat_of(pid);
        if (!stat) continue; // it has just ended
        const std::string command = command_line_of(pid);
        all.push_back(
            {.pid = pid,
             .parent = stat->parent,
             .group = stat->group,
             .owner = owner_of(pid),
             .state = std::string(1, stat->state),
             .tty = terminal_name(static_cast<std::uint64_t>(stat->terminal)),
             .command = command.empty() ? "[" + stat->program + "]" : command,
             .virtual_size = stat->virtual_bytes / 1024,
             .resident_size = stat->resident_pages * page,
             .nice = stat->nice,
             .threads = stat->threads,
             .started = booted + stat->start_ticks / ticks,
             .seconds_used = (stat->user_ticks + stat->system_ticks) / ticks}
        );
    }
    return all;
}

} // namespace vow
