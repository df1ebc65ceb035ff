#include "protocol/harness/process_table.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

std::optional<int> number_from(std::string_view digits) {
    int number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || stop != end) return std::nullopt;
    return number;
}

std::string text_of_file(const fs::path& path) {
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf(); // stops quietly where the process ends meanwhile
    return text.str();
}

/// Of /proc/N/stat what stands behind the name, which may hold anything.
struct Status {
    char state = 'X';
    int parent = 0;
};

Status status_of(const fs::path& process) {
    const std::string text = text_of_file(process / "stat");
    const std::size_t behind_name = text.rfind(')');
    Status status;
    if (behind_name == std::string::npos) return status;
    std::istringstream(text.substr(behind_name + 1)) >> status.state >> status.parent;
    return status;
}

} // namespace

std::vector<int> children_of(int parent) {
    std::vector<int> children;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
        const auto process = number_from(entry.path().filename().native());
        if (process && status_of(entry.path()).parent == parent) children.push_back(*process);
    }
    return children;
}

bool lives(int process) {
    const char state = status_of(fs::path("/proc") / std::to_string(process)).state;
    return state != 'Z' && state != 'X';
}

std::string command_of(int process) {
    std::string words = text_of_file(fs::path("/proc") / std::to_string(process) / "cmdline");
    if (words.ends_with('\0')) words.pop_back();
    std::replace(words.begin(), words.end(), '\0', ' ');
    return words;
}

std::string trace_of(int process) {
    const fs::path folder = "/proc/" + std::to_string(process);
    if (status_of(folder).state != 'S') return {};
    const std::string status = text_of_file(folder / "status");
    const std::size_t switches = status.find("voluntary_ctxt_switches");
    return switches == std::string::npos ? "" : status.substr(switches);
}

std::optional<Footprint> footprint_of(int process) {
    const fs::path folder = "/proc/" + std::to_string(process);
    std::istringstream sizes(text_of_file(folder / "statm"));
    std::size_t pages = 0;
    std::size_t resident_pages = 0;
    if (!(sizes >> pages >> resident_pages)) return std::nullopt;
    std::error_code error;
    const fs::directory_iterator files(folder / "fd", error);
    if (error) return std::nullopt;
    return Footprint{
        .memory = resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)),
        .descriptors = static_cast<std::size_t>(std::distance(begin(files), end(files)))};
}

} // namespace vow::harness
