#include "protocol/harness/footprint.h"

#include "protocol/system/process_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

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

namespace {

using std::chrono::nanoseconds;

constexpr int max_generations = 8;

void add_share(ProcessorShare& sum, int process, int generations) {
    const std::string folder = "/proc/" + std::to_string(process);
    std::ifstream in(folder + "/schedstat");
    nanoseconds::rep used = 0;
    nanoseconds::rep waited = 0;
    if (in >> used >> waited) {
        sum.used += nanoseconds(used);
        sum.waited += nanoseconds(waited);
    }
    if (generations == 0) return;
    std::ifstream children(folder + "/task/" + std::to_string(process) + "/children");
    for (int child = 0; children >> child;)
        add_share(sum, child, generations - 1);
}

} // namespace

std::optional<ProcessorShare> processor_share_of(int process) {
    ProcessorShare sum;
    add_share(sum, process, max_generations);
    if (sum.used == nanoseconds::zero()) return std::nullopt;
    return sum;
}

ProcessorShare share_between(const ProcessorShare& begin, const ProcessorShare& end) {
    return {
        .used = std::max(end.used - begin.used, nanoseconds::zero()),
        .waited = std::max(end.waited - begin.waited, nanoseconds::zero())};
}

bool was_starved(const ProcessorShare& share, nanoseconds duration) {
    return share.waited > duration / 2;
}

bool was_busy(const ProcessorShare& share, nanoseconds duration) {
    return share.used + share.waited > duration / 2;
}

} // namespace vow::harness
