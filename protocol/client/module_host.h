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

/// Keeps promises of custom types by programs that speak the module protocol. Each module has one
/// process, started for its first promise, or up to HostSettings::processes if it lists `parallel`.
/// This class decides about processes: starts, restarts, queues, giving up, the end. The
/// conversation with one process belongs to ModuleProcess.
///
/// The program ignores SIGPIPE as long as a ModuleHost exists.
class ModuleHost final : public PromiseKeeper, public DescriptionSource {
public:
    explicit ModuleHost(HostSettings settings);
    ModuleHost(const ModuleHost&) = delete;
    ModuleHost& operator=(const ModuleHost&) = delete;
    ~ModuleHost() override; ///< calls end()

    void start(const Promise& promise, PromiseListener& listener) override;
    /// The same, by the module of another type: that of the agent for a bundled type, which names
    /// none. `module` must live as long as the promise.
    void start(const Promise& promise, PromiseListener& listener, const PromiseType& module);
    bool wait(std::optional<Clock::time_point> until) override;
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override;
    void cancel(PromiseListener& listener) override;
    void end_isolation(std::uint64_t isolation) override;
    /// Pending promises go on in the meantime, and their listeners may get outcomes.
    DescriptionResult describe(const PromiseType& type) override;
    std::vector<std::string> validate(const Promise& promise) override;
    Overlap overlap(const PromiseType& type) const override;
    bool is_free(const PromiseType& type) const override;
    void expect(std::span<const PromiseType* const> types) override;
    void note_change() override;

    /// Cancels all pending promises, sends `terminate` to every module, and makes sure that all
    /// exit.
    void end();

private:
    using Process = std::unique_ptr<ModuleProcess>;

    struct Task {
        const Promise* promise;
        PromiseListener* listener;
        const PromiseType* module; ///< which keeps it
        PromiseExchange::Extent extent = PromiseExchange::Extent::whole;
        bool is_cancelled = false;
        bool was_starved = false; ///< there was no room for its process before
    };

    struct Module;

    /// A slot for one process of a module, and for its successor when that has ended.
    struct Worker {
        Module& module;
        Process process = {};                    ///< null while none runs
        std::uint64_t number = 0;                ///< of its current promise
        bool is_cancelled = false;               ///< that promise was cancelled
        std::optional<ModuleError> failure = {}; ///< the reason why the process is being ended

        bool is_free() const { return !process || !process->has_promise(); }
    };

    /// Whether several processes may evaluate promises concurrently, according to the header.
    enum class Parallel { unknown, no, yes };

    /// State of one module path in this run; outlives its processes.
    struct Module {
        PromiseType type;               ///< of its first promise
        bool is_expected = false;       ///< but has had none
        Process ahead = {};             ///< started for a promise that is expected
        std::uint64_t failed_ahead = 0; ///< after so many changes no process could be started
        std::deque<Worker> workers = {};
        std::size_t busy = 0; ///< workers with a promise
        std::deque<Task> waiting = {};
        Parallel together = Parallel::unknown;
        std::uint64_t promises = 0;                 ///< started so far
        int ends = 0;                               ///< failures in the middle of a promise
        bool is_set_aside = false;                  ///< and that was logged
        std::string last_end = {};                  ///< reason of the last failure
        std::uint64_t last_ended = 0;               ///< number of the promise that failed last
        std::vector<std::string> shown_errors = {}; ///< lines of standard error, last logged
        ModuleProcess::ModuleKnowledge known = {};  ///< from its processes so far
    };

    static std::string key_of(const PromiseType& type);

    void start(Task task);
    Module& module_of(const PromiseType& type);
    void request_description(Module& module);
    void end_without_promise(Worker& worker);

    void start_ahead(const PromiseType& type);
    std::vector<Module*> unheard_ahead() const;
    bool take_ahead(Worker& worker);
    void discard_ahead(Module& module);
    void attend_ahead(Module& module, const Subprocess::Watched& ready);
    void begin_with(Module& module, const PromiseType& type);

    void begin_waiting(Module& module);
    std::size_t max_at_once(const Module& module) const;
    Worker* free_worker(Module& module);
    bool is_refused(Module& module, Task task);
    enum class BeginResult { begun, no_room };
    BeginResult begin(Worker& worker, Task task);
    enum class StartResult { started, refused, no_room };
    StartResult ensure_process(Worker& worker, Task task);
    Process new_process(const PromiseType& type, const Module& module);
    bool end_idle_process();
    void end_alone(ModuleProcess& process) const;
    void wait_for_end(ModuleProcess& process) const;
    void begin_starved();
    void retry_in_new_process(Worker& worker);
    void retire(Worker& worker);

    enum class Ready { own, others };
    /// Whether one of the given descriptors is ready, which are not ours.
    Ready pump(Clock::time_point until, std::span<const pollfd> descriptors);
    int timeout(Clock::time_point until) const;
    void attend(Worker& worker, const Subprocess::Watched& ready);
    void attend_retired(ModuleProcess& process, const Subprocess::Watched& ready) const;
    void share_description(Worker& worker);
    void check_signals();
    void fail_cancelled();
    void cancel_waiting(Module& module);

    void fail(Worker& worker, const ModuleError& error);
    void deliver_failure(Worker& worker);
    void deliver_outcome(Worker& worker, Outcome outcome);
    void tell_watcher(const ModuleProcess& process, const Outcome& outcome) const;
    void deliver(Worker& worker, PromiseListener& listener, Outcome outcome);
    void refuse(Task task, const std::string& why, LogLevel level = LogLevel::error);

    HostSettings settings_;
    void (*sigpipe_before_)(int);
    std::map<std::string, Module, std::less<>> modules_; ///< by path and arguments
    std::vector<Worker*> busy_;                          ///< with a promise
    std::vector<Process> retired_;                       ///< ending, without a promise
    std::vector<Module*> starved_;                       ///< had no room for a process
    std::vector<Module*> ahead_;                         ///< with a process ahead of need
    std::size_t most_ahead_;         ///< of them; fewer after a change made them useless
    std::uint64_t changes_ = 1;      ///< of the machine
    bool has_cancellations_ = false; ///< a promise waits to be cancelled
    std::vector<pollfd> polled_;
    std::size_t deliveries_ = 0; ///< counts outcomes delivered and slots freed
    int signals_ = 0;
};

} // namespace vow::client
