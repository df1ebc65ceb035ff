#include "protocol/harness/process_traces.h"

#include "protocol/client/quotation.h"
#include "protocol/system/process_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// The kernel reports for each descriptor which locks were taken by it (proc_pid_fdinfo(5)).
bool holds_lock(const fs::path& descriptor_info) {
    std::ifstream in(descriptor_info);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("lock:")) return true;
    }
    return false;
}

void add_locks(std::vector<std::string>& locks, pid_t process) {
    const fs::path folder = fs::path("/proc") / std::to_string(process);
    std::error_code error;
    for (const fs::directory_entry& info : fs::directory_iterator(folder / "fdinfo", error)) {
        if (!holds_lock(info.path())) continue;
        locks.push_back(fs::read_symlink(folder / "fd" / info.path().filename(), error));
    }
}

void add_traces(ProcessTraces& traces, pid_t ancestor) {
    for (const pid_t child : children_of(ancestor)) {
        if (!is_alive(child)) continue;
        traces.processes.push_back(child);
        add_locks(traces.locks, child);
        add_traces(traces, child);
    }
}

template <class Value>
bool has(const std::vector<Value>& values, const Value& value) {
    return std::ranges::find(values, value) != values.end();
}

} // namespace

ProcessTraces traces_below(pid_t ancestor) {
    ProcessTraces traces;
    add_traces(traces, ancestor);
    return traces;
}

std::vector<std::string> new_traces(const ProcessTraces& before, const ProcessTraces& after) {
    std::vector<std::string> lines;
    for (const pid_t process : after.processes) {
        if (has(before.processes, process)) continue;
        lines.push_back(
            "it started " + client::quoted_excerpt(command_line_of(process)) +
            ", which is still running"
        );
    }
    for (const std::string& path : after.locks) {
        if (!has(before.locks, path)) lines.push_back("it holds a lock on " + path);
    }
    return lines;
}

} // namespace vow::harness
