#include "protocol/system/descendants.h"

#include "protocol/system/process_table.h"

#include <algorithm>
#include <csignal>
#include <map>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vow {
namespace {

struct Descendant {
    pid_t pid;
    ProcessStat stat;
};

/// Those below a child, and below the processes that have its mark.
std::vector<Descendant> descendants_of(const Child& child, ProcessTime since) {
    std::multimap<std::int64_t, Descendant> by_parent;
    std::vector<Descendant> found;
    for (const pid_t pid : process_ids()) {
        const auto stat = stat_of(pid);
        if (!stat) continue;
        const Descendant process{pid, *stat};
        by_parent.emplace(stat->parent, process);
        const bool is_candidate = pid != child.pid && stat->start_ticks >= since.ticks;
        if (is_candidate && environment_of(pid).find(child.mark) != std::string::npos)
            found.push_back(process);
    }
    const auto add_children = [&](pid_t parent) {
        const auto [begin, end] = by_parent.equal_range(parent);
        for (auto child = begin; child != end; ++child)
            found.push_back(child->second);
    };
    add_children(child.pid);
    for (std::size_t i = 0; i < found.size(); ++i) // NOLINT(modernize-loop-convert): it grows
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

/// Searches for processes that start others faster than they are found end some time.
constexpr int max_searches = 100;

} // namespace

void Descendants::signal_all(const Child& child, ProcessTime since, int number) {
    for (int search = 0; search < max_searches; ++search) {
        const bool finds_more = find(child, since);
        for (const Process& process : found_) {
            const bool is_in_group = process.group == child.pid; // which gets the signal
            if (is_in_group && number != SIGKILL) continue;
            ::syscall(SYS_pidfd_send_signal, process.descriptor.number(), number, nullptr, 0);
        }
        signal_group(child, number);
        if (number != SIGKILL) return;
        // The second search finds processes that started during the first.
        if (search > 0 && !finds_more) return;
    }
}

void Descendants::wait_for_end(std::chrono::milliseconds limit) const {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + limit;
    const auto has_ended = [deadline](const Process& process) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        const auto timeout = std::max(left, std::chrono::milliseconds(0));
        pollfd exit = {process.descriptor.number(), POLLIN, 0};
        return ::poll(&exit, 1, static_cast<int>(timeout.count())) > 0;
    };
    for (const Process& process : found_) {
        while (!has_ended(process) && Clock::now() < deadline) { // a signal can cut a wait short
        }
    }
}

/// Adds those that it finds to those found before. Returns true if there are any.
bool Descendants::find(const Child& child, ProcessTime since) {
    const std::size_t before = found_.size();
    for (const Descendant& seen : descendants_of(child, since)) {
        if (holds(seen.pid, seen.stat.start_ticks)) continue;
        if (FileDescriptor process = hold(seen))
            found_.push_back({seen.pid, seen.stat.start_ticks, seen.stat.group, std::move(process)}
            );
    }
    return found_.size() > before;
}

bool Descendants::holds(pid_t pid, std::int64_t start_ticks) const {
    return std::ranges::any_of(found_, [&](const Process& process) {
        return process.pid == pid && process.start_ticks == start_ticks;
    });
}

} // namespace vow
