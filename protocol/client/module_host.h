#pragma once

#include "protocol/client/host_settings.h"
#include "protocol/client/module_process.h"
#include "protocol/description/description_source.h"
#include "protocol/promise/keeper.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace vow::client {

/// Keeps the promises of custom types: by programs that speak the module protocol, one process for
/// each module, started when the first promise asks for it; up to HostSettings::processes of one
/// that lists `parallel`. It decides about processes: restarts, queues, when to give up, the end.
/// What is said to one of them is ModuleProcess's.
///
/// While it lives the program ignores SIGPIPE.
class ModuleHost final : public PromiseKeeper, public DescriptionSource {
public:
    explicit ModuleHost(HostSettings settings);
    ModuleHost(const ModuleHost&) = delete;
    ModuleHost& operator=(const ModuleHost&) = delete;
    ~ModuleHost() override; ///< end()

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override;
    void cancel(PromiseListener& listener) override;
    /// Works on pending promises at the same time, and may report their outcomes.
    Described describe(const PromiseType& type) override;
    Room room(const PromiseType& type) const override;

    /// Cancels what is under way, asks every module to end, and sees to it that all do.
    void end();

private:
    using Process = std::unique_ptr<ModuleProcess>;

    struct Task {
        const Promise* promise;
        PromiseListener* listener;
        bool is_cancelled = false;
    };

    struct Module;

    /// Where one process of a module runs, and the next when that has ended.
    struct Worker {
        Module& module;
        Process process = {};                    ///< null: none runs
        std::uint64_t number = 0;                ///< of the promise that it works on
        bool is_cancelled = false;               ///< that promise
        std::optional<ModuleError> failure = {}; ///< for which the process is being ended

        bool is_free() const { return !process || !process->has_promise(); }
    };

    /// Whether promises may be evaluated in several processes at once; its header says so.
    enum class Together { unknown, no, yes };

    /// What is known of one module path in this run, whatever becomes of its processes.
    struct Module {
        PromiseType type; ///< of the first promise
        std::deque<Worker> workers = {};
        std::size_t busy = 0; ///< workers with a promise
        std::deque<Task> waiting = {};
        Together together = Together::unknown;
        std::uint64_t promises = 0;                ///< begun
        int ends = 0;                              ///< in the middle of a promise
        std::string last_end = {};                 ///< why
        std::uint64_t last_ended = 0;              ///< the number of that promise
        ModuleProcess::ModuleKnowledge known = {}; ///< by its processes so far
    };

    Module& module_of(const PromiseType& type);
    void ask_to_describe(Module& module);
    void end_without_promise(Worker& worker);

    void begin_waiting(Module& module);
    std::size_t most_at_once(const Module& module) const;
    Worker* free_worker(Module& module);
    void begin(Worker& worker, Task task);
    bool ensure_process(Worker& worker, Task task);
    void begin_anew(Worker& worker);
    void retire(Worker& worker);

    void pump(Clock::time_point until);
    int timeout(Clock::time_point until) const;
    void attend(Worker& worker, const Subprocess::Watched& ready);
    void attend_retired(ModuleProcess& process, const Subprocess::Watched& ready) const;
    void get_acquainted(Worker& worker);
    void look_for_signals();
    void cancel_as_asked();
    void cancel_waiting(Module& module);

    void fail(Worker& worker, const ModuleError& error);
    void tell_failure(Worker& worker);
    void tell_outcome(Worker& worker, Outcome outcome);
    void tell(Worker& worker, PromiseListener& listener, Outcome outcome);
    void refuse(Task task, const std::string& why);

    HostSettings settings_;
    void (*sigpipe_before_)(int);
    std::map<std::string, Module, std::less<>> modules_; ///< by path
    std::vector<Worker*> busy_;                          ///< with a promise
    std::vector<Process> retired_;                       ///< ending, without a promise
    bool cancelling_ = false;                            ///< somebody is to be cancelled
    std::vector<pollfd> polled_;
    std::size_t news_ = 0; ///< outcomes told, and room made
    int signals_ = 0;
};

} // namespace vow::client
