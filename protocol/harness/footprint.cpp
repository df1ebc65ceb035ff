#include "protocol/harness/footprint.h"

#include "protocol/system/process_table.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

std::string proc_text(const fs::path& path) {
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf(); // ends without an error if the process ends at that moment
    return text.str();
}

fs::path folder_of_process(int process) {
    return "/proc/" + std::to_string(process);
}

} // namespace

std::string trace_of(int process) {
    const auto stat = stat_of(process);
    if (!stat || stat->state != 'S') return {};
    const std::string status = proc_text(folder_of_process(process) / "status");
    const std::size_t switches = status.find("voluntary_ctxt_switches");
    return switches == std::string::npos ? "" : status.substr(switches);
}

std::optional<Footprint> footprint_of(int process) {
    std::istringstream sizes(proc_text(folder_of_process(process) / "statm"));
    std::size_t pages = 0;
    std::size_t resident_pages = 0;
    if (!(sizes >> pages >> resident_pages)) return std::nullopt;
    std::error_code error;
    const fs::directory_iterator files(folder_of_process(process) / "fd", error);
    if (error) return std::nullopt;
    return Footprint{
        .memory = resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)),
        .descriptors = static_cast<std::size_t>(std::distance(begin(files), end(files)))};
}

} // namespace vow::harness
