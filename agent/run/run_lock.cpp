#include "agent/run/run_start.h"
#include "protocol/system/child.h"
#include "protocol/system/process_table.h"

#include <algorithm>

#include <unistd.h>

namespace vow::agent {
namespace {

using Clock = PromiseKeeper::Clock;
using Holder = LockFile::Holder;
using std::chrono::seconds;

/// True if the process started this one, or a process that did.
bool is_ancestor(pid_t process) {
    for (pid_t each = ::getppid(); each > 1;) {
        if (each == process) return true;
        const auto stat = stat_of(each);
        each = stat ? static_cast<pid_t>(stat->parent) : 0;
    }
    return false;
}

/// "another vow (pid 12, for 3 s)"
std::string text_of(const Holder& holder, std::chrono::system_clock::time_point now) {
    std::string text = holder.process != 0 ? "another vow (pid " + std::to_string(holder.process)
                                           : "a program that a killed vow has left (";
    if (holder.since) {
        const auto age = std::chrono::duration_cast<seconds>(now - *holder.since);
        if (holder.process != 0) text += ", ";
        text += "for " + std::to_string(std::max(age, seconds(0)).count()) + " s";
    }
    return text + ")";
}

class RunLock {
public:
    RunLock(const Options& options, DiskState& state, const World& world)
        : state_(state),
          world_(world),
          end_(end_of_wait(options.wait)) {}

    std::optional<int> take() {
        constexpr std::chrono::milliseconds poll_interval{100};
        while (const auto holder = state_.take_run_lock()) {
            if (world_.stop.signal() != 0) return interrupted(*holder);
            if (is_ancestor(holder->process)) return refused(*holder, "started this run and");
            const auto now = world_.keeper.now();
            if (now >= end_) return refused(*holder, "");
            announce(*holder);
            world_.keeper.wait(std::min(end_, now + poll_interval));
        }
        return std::nullopt;
    }

private:
    Clock::time_point end_of_wait(const std::optional<seconds>& wait) const {
        const auto now = world_.keeper.now();
        const auto most = std::chrono::floor<seconds>(Clock::time_point::max() - now);
        return now + std::min(wait.value_or(seconds(0)), most);
    }

    int interrupted(const Holder& holder) {
        const int signal = world_.stop.signal();
        world_.observer.receive(LogLine{
            LogLevel::notice,
            "interrupted by " + signal_text(signal) + " while waiting for " +
                text_of(holder, world_.host.now()) + "; no promise was reached"});
        return ended_by_signal(signal);
    }

    std::optional<int> refused(const Holder& holder, std::string_view relation) {
        std::string text = text_of(holder, world_.host.now()) + " ";
        if (!relation.empty()) text.append(relation) += " ";
        text += "is running in '" + state_.folder() + "'; ";
        if (relation.empty()) text += "wait for it with --wait[=SECONDS], or ";
        world_.observer.receive(LogLine{
            LogLevel::error, text + "choose another folder with --workdir"});
        return number_of(ExitStatus::busy);
    }

    void announce(const Holder& holder) {
        if (is_announced_) return;
        is_announced_ = true;
        world_.observer.receive(LogLine{
            LogLevel::notice,
            "Waiting for " + text_of(holder, world_.host.now()) + ", which is running in '" +
                state_.folder() + "'"});
    }

    DiskState& state_;
    const World& world_;
    Clock::time_point end_;
    bool is_announced_ = false;
};

} // namespace

std::optional<int>
exclude_other_runs(const Options& options, DiskState& state, const World& world) {
    const bool is_exclusive = options.personality == Personality::vow && options.run.use_locks &&
                              options.run.policy != Terms::Policy::dry_run;
    return is_exclusive ? RunLock(options, state, world).take() : std::nullopt;
}

} // namespace vow::agent
