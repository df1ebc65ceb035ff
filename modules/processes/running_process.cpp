#include "modules/processes/running_process.h"

#include "modules/sdk/cpp/accounts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace vow::modules {

namespace {

std::string text_of_file(const std::string& path) {
    const std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf(); // stops quietly where the process ends meanwhile
    return text.str();
}

/// When the machine was started, in seconds since the epoch.
std::int64_t boot_time() {
    const std::string text = text_of_file("/proc/stat");
    const std::size_t found = text.find("btime ");
    return found == std::string::npos ? 0 : std::atoll(text.c_str() + found + 6);
}

std::string command_line(const std::string& folder, const std::string& program) {
    std::string line = text_of_file(folder + "/cmdline");
    while (!line.empty() && line.back() == '\0')
        line.pop_back();
    if (line.empty()) return "[" + program + "]"; // a kernel thread, or a zombie
    std::replace(line.begin(), line.end(), '\0', ' ');
    return line;
}

std::string tty_of(std::uint64_t device) {
    if (device == 0) return "?";
    const std::string number = std::to_string(minor(device));
    return major(device) == 4 ? "tty" + number : "pts/" + number;
}

std::string owner_of(const std::string& folder) {
    struct stat status = {};
    if (stat(folder.c_str(), &status) != 0) return {};
    return user_name(status.st_uid).value_or(std::to_string(status.st_uid));
}

/// What proc(5) says of /proc/PID/stat: after the name in parentheses, which may hold anything,
/// fields from the third on.
class StatFields {
public:
    explicit StatFields(const std::string& text) {
        std::istringstream words(text);
        for (std::string word; words >> word;)
            words_.push_back(word);
    }
    const std::string& word(std::size_t field) const { return words_.at(field - 3); }
    std::int64_t number(std::size_t field) const { return std::atoll(word(field).c_str()); }
    bool are_complete() const { return words_.size() > 22; }

private:
    std::vector<std::string> words_;
};

std::optional<RunningProcess> process_in(const std::string& folder, std::int64_t booted) {
    const std::string text = text_of_file(folder + "/stat");
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) return std::nullopt;
    const StatFields fields(text.substr(close + 1));
    if (!fields.are_complete()) return std::nullopt;
    const std::int64_t ticks = sysconf(_SC_CLK_TCK);
    const std::int64_t page = sysconf(_SC_PAGESIZE) / 1024;
    return RunningProcess{
        .pid = std::atoll(text.c_str()),
        .parent = fields.number(4),
        .group = fields.number(5),
        .owner = owner_of(folder),
        .state = fields.word(3),
        .tty = tty_of(static_cast<std::uint64_t>(fields.number(7))),
        .command = command_line(folder, text.substr(open + 1, close - open - 1)),
        .virtual_size = fields.number(23) / 1024,
        .resident_size = fields.number(24) * page,
        .nice = fields.number(19),
        .threads = fields.number(20),
        .started = booted + fields.number(22) / ticks,
        .seconds_used = (fields.number(14) + fields.number(15)) / ticks};
}

} // namespace

std::vector<RunningProcess> running_processes() {
    std::vector<RunningProcess> all;
    const std::int64_t booted = boot_time();
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        // One that has ended meanwhile is left out.
        if (auto process = process_in(entry.path(), booted)) all.push_back(std::move(*process));
    }
    std::ranges::sort(all, {}, &RunningProcess::pid);
    return all;
}

} // namespace vow::modules
