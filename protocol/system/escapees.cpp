#include "protocol/system/escapees.h"

#include "protocol/system/process_table.h"

#include <map>

#include <sys/syscall.h>
#include <unistd.h>

namespace vow {
namespace {

struct Descendant {
    pid_t pid;
    ProcessStat stat;
};

std::vector<Descendant> descendants_of(pid_t ancestor) {
    std::multimap<std::int64_t, Descendant> by_parent;
    for (const pid_t pid : process_ids()) {
        if (auto stat = stat_of(pid)) by_parent.emplace(stat->parent, Descendant{pid, *stat});
    }
    std::vector<Descendant> found;
    const auto add_children = [&](pid_t parent) {
        const auto [begin, end] = by_parent.equal_range(parent);
        for (auto child = begin; child != end; ++child)
            found.push_back(child->second);
    };
    add_children(ancestor);
    for (std::size_t i = 0; i < found.size(); ++i)
        add_children(found[i].pid);
    return found;
}

/// Holds the process; its number may mean another one since it was seen.
FileDescriptor hold(const Descendant& seen) {
    FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, seen.pid, 0)));
    const auto now = stat_of(seen.pid);
    if (!now || now->start_ticks != seen.stat.start_ticks) return {};
    return process;
}

} // namespace

void Escapees::find(const Child& child) {
    for (const Descendant& descendant : descendants_of(child.pid)) {
        if (descendant.stat.group == child.pid) continue;
        if (FileDescriptor process = hold(descendant)) found_.push_back(std::move(process));
    }
}

void Escapees::signal(int number) const {
    for (const FileDescriptor& process : found_)
        ::syscall(SYS_pidfd_send_signal, process.number(), number, nullptr, 0);
}

} // namespace vow
