#include "agent/machine/host.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t largest_proc_file = 1 << 20;

bool is_number(std::string_view name) {
    return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// When the machine was started, in seconds since the epoch.
std::int64_t boot_time(Host& host) {
    const auto text = host.read_file("/proc/stat", largest_proc_file);
    if (!text) return 0;
    const std::size_t found = text->find("btime ");
    return found == std::string::npos ? 0 : std::atoll(text->c_str() + found + 6);
}

/// What /proc/PID/stat says after the name of the program, which may hold anything.
struct Stat {
    std::string program;
    std::int64_t parent = 0, group = 0, start_ticks = 0;
};

std::optional<Stat> stat_from(const std::string& text) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) return std::nullopt;
    Stat stat{.program = text.substr(open + 1, close - open - 1)};
    std::istringstream fields(text.substr(close + 1));
    std::string ignored;
    fields >> ignored >> stat.parent >> stat.group;
    for (int field = 6; field < 22; ++field)
        fields >> ignored;
    fields >> stat.start_ticks;
    return stat;
}

std::string command_line(Host& host, const std::string& folder, const std::string& program) {
    const auto text = host.read_file(folder + "/cmdline", largest_proc_file);
    if (!text || text->empty()) return "[" + program + "]"; // a kernel thread, or a zombie
    std::string line = *text;
    while (!line.empty() && line.back() == '\0')
        line.pop_back();
    std::replace(line.begin(), line.end(), '\0', ' ');
    return line;
}

} // namespace

std::vector<Process> MachineHost::processes() {
    std::vector<Process> all;
    const auto names = list_directory("/proc");
    if (!names) return all;
    const std::int64_t booted = boot_time(*this);
    const std::int64_t ticks = ::sysconf(_SC_CLK_TCK);
    for (const std::string& name : *names) {
        if (!is_number(name)) continue;
        const std::string folder = "/proc/" + name;
        const auto text = read_file(folder + "/stat", largest_proc_file);
        const auto owner = status(folder, Symlinks::follow);
        if (!text || !owner) continue; // it has just ended
        const auto stat = stat_from(*text);
        if (!stat) continue;
        const auto account = user(owner->owner);
        all.push_back({
            .pid = std::atoll(name.c_str()),
            .parent = stat->parent,
            .group = stat->group,
            .user = account ? account->name : std::to_string(owner->owner),
            .command = command_line(*this, folder, stat->program),
            .started = booted + stat->start_ticks / ticks,
        });
    }
    return all;
}

} // namespace vow::agent
