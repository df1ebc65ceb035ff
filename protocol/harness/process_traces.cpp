#include "protocol/harness/process_traces.h"

#include "protocol/client/quotation.h"
#include "protocol/system/process_table.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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

namespace {

bool adopts() {
    int answer = 0;
    return ::prctl(PR_GET_CHILD_SUBREAPER, &answer) == 0 && answer != 0;
}

} // namespace

Adoption::Adoption() : known_(children_of(::getpid())), was_adopting_(adopts()) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Adoption::~Adoption() {
    // A killed process leaves its own children to us, so this takes one round per generation.
    for (auto left = children(); !left.empty(); left = children()) {
        for (const int process : left) {
            ::kill(process, SIGKILL);
            ::waitpid(process, nullptr, 0);
        }
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, was_adopting_ ? 1 : 0);
}

std::vector<int> Adoption::adopted(int module) const {
    std::vector<int> found = children();
    std::erase_if(found, [&](int child) { return child == module || !is_alive(child); });
    return found;
}

std::vector<int> Adoption::children() const {
    std::vector<int> found = children_of(::getpid());
    std::erase_if(found, [&](int child) {
        return std::find(known_.begin(), known_.end(), child) != known_.end();
    });
    return found;
}

} // namespace vow::harness
