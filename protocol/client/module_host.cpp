#include "protocol/client/module_host.h"

#include "protocol/client/failure_report.h"
#include "protocol/text/text.h"

#include <csignal>

namespace vow::client {
/// A module is what a program does with its arguments.
std::string ModuleHost::key_of(const PromiseType& type) {
    std::string key = type.path;
    if (!type.arguments.empty()) key.append(" ").append(joined(type.arguments, " "));
    if (type.isolation != 0) key.append("\n").append(std::to_string(type.isolation));
    return key;
}

ModuleHost::ModuleHost(HostSettings settings)
    : settings_(std::move(settings)),
      sigpipe_before_(std::signal(SIGPIPE, SIG_IGN)),
      most_ahead_(settings_.starts_ahead) {}

ModuleHost::~ModuleHost() {
    end();
    if (sigpipe_before_ != SIG_ERR) std::signal(SIGPIPE, sigpipe_before_);
}

void ModuleHost::start(const Promise& promise, PromiseListener& listener) {
    start(promise, listener, *promise.type);
}

void ModuleHost::start(
    const Promise& promise, PromiseListener& listener, const PromiseType& module
) {
    start(Task{&promise, &listener, &module});
}

void ModuleHost::start(Task task) {
    const PromiseType& type = *task.module;
    Module& module = module_of(type);
    begin_with(module, type);
    if (module.type.interpreter != type.interpreter) {
        return refuse(task, interpreter_conflict(module.type, type));
    }
    module.waiting.push_back(task);
    begin_waiting(module);
}

PromiseKeeper::Overlap ModuleHost::overlap(const PromiseType& type) const {
    if (settings_.concurrency == Concurrency::none) return Overlap::refused;
    const auto found = modules_.find(key_of(type));
    if (found == modules_.end()) return Overlap::unknown;
    const Module& module = found->second;
    switch (module.together) {
    case Parallel::yes: return Overlap::allowed;
    case Parallel::no: return Overlap::refused;
    case Parallel::unknown: break;
    }
    return module.failed_ahead == changes_ ? Overlap::refused : Overlap::unknown;
}

bool ModuleHost::is_free(const PromiseType& type) const {
    const auto found = modules_.find(key_of(type));
    if (found == modules_.end()) return true;
    const Module& module = found->second;
    return module.waiting.empty() && module.busy < max_at_once(module);
}

bool ModuleHost::wait(std::optional<Clock::time_point> until) {
    return wait_or_ready(until, {});
}

bool ModuleHost::wait_or_ready(
    std::optional<Clock::time_point> until, std::span<const pollfd> descriptors
) {
    const std::size_t before = deliveries_;
    while (deliveries_ == before) {
        const bool has_reason = until || !descriptors.empty();
        if (busy_.empty() && (!has_reason || signals_ > 0)) return false;
        if (until && now() >= *until) return !busy_.empty();
        const Ready ready = pump(until.value_or(Clock::time_point::max()), descriptors);
        if (ready == Ready::others) return !busy_.empty();
    }
    return true;
}

void ModuleHost::cancel(PromiseListener& listener) {
    // cancel() may be called from within a log line while a process is being served; pump() does
    // the rest.
    for (Worker* worker : busy_) {
        if (!worker->process->has_promise()) continue;
        if (&worker->process->exchange().listener() == &listener) worker->is_cancelled = true;
    }
    for (auto& [path, module] : modules_) {
        for (Task& task : module.waiting) {
            if (task.listener == &listener) task.is_cancelled = true;
        }
    }
    has_cancellations_ = true;
}

void ModuleHost::end() {
    for (Worker* worker : busy_)
        worker->is_cancelled = true;
    for (auto& [path, module] : modules_) {
        for (Task& task : module.waiting)
            task.is_cancelled = true;
    }
    has_cancellations_ = true;
    while (wait({})) {
    }
    for (auto& [path, module] : modules_) {
        if (module.ahead) discard_ahead(module);
        for (Worker& worker : module.workers) {
            if (!worker.process) continue;
            if (signals_ == 0) {
                worker.process->terminate();
            } else {
                worker.process->end();
            }
            retired_.push_back(std::move(worker.process));
        }
    }
    while (!retired_.empty())
        pump(Clock::time_point::max(), {});
}

ModuleHost::Module& ModuleHost::module_of(const PromiseType& type) {
    return modules_.try_emplace(key_of(type), Module{.type = type}).first->second;
}

void ModuleHost::begin_waiting(Module& module) {
    while (!module.waiting.empty()) {
        Worker* worker = free_worker(module);
        if (worker == nullptr) return;
        Task task = module.waiting.front();
        module.waiting.pop_front();
        if (begin(*worker, task) == BeginResult::begun) continue;
        task.was_starved = true;
        module.waiting.push_front(task);
        starved_.push_back(&module);
        return;
    }
}

/// A promise is done: its process may be ended for another module's.
void ModuleHost::begin_starved() {
    for (Module* module : std::exchange(starved_, {}))
        begin_waiting(*module);
}

/// A module that failed in the middle of a promise gets one promise at a time: whether to give it
/// up must be known before the next one begins. One that has not described itself yet does, too.
std::size_t ModuleHost::max_at_once(const Module& module) const {
    const bool is_trusted = module.together == Parallel::yes && module.ends == 0 &&
                            module.known.description != nullptr && signals_ == 0;
    return is_trusted ? static_cast<std::size_t>(settings_.processes()) : 1;
}

/// Null if the task has to wait.
ModuleHost::Worker* ModuleHost::free_worker(Module& module) {
    if (module.busy >= max_at_once(module)) return nullptr;
    for (Worker& worker : module.workers) {
        if (worker.is_free()) return &worker;
    }
    return &module.workers.emplace_back(Worker{.module = module});
}

/// Whether a promise must not be started; it then has its outcome.
bool ModuleHost::is_refused(Module& module, Task task) {
    if (signals_ > 0) {
        refuse(task, "A signal ends this run");
        return true;
    }
    if (module.ends < settings_.limits_for(task.promise->type->name).ends) return false;
    refuse(
        task,
        "Promise module '" + module.type.path +
            "' is not started again in this run, since it failed in the middle of " +
            std::to_string(module.ends) + " promises; the last time: " + module.last_end,
        std::exchange(module.is_set_aside, true) ? LogLevel::verbose : LogLevel::error
    );
    return true;
}

/// Refusing a promise also counts as begun.
ModuleHost::BeginResult ModuleHost::begin(Worker& worker, Task task) {
    Module& module = worker.module;
    if (is_refused(module, task)) return BeginResult::begun;
    StartResult started = ensure_process(worker, task);
    const auto begin_in_process = [&] {
        return worker.process->begin(*task.promise, *task.listener, task.extent);
    };
    if (started == StartResult::started &&
        begin_in_process() == ModuleProcess::BeginResult::process_gone) {
        // Modules may exit after their last answer.
        retire(worker);
        started = ensure_process(worker, task);
        if (started == StartResult::started) begin_in_process();
    }
    if (started != StartResult::started)
        return started == StartResult::no_room ? BeginResult::no_room : BeginResult::begun;
    worker.number = ++module.promises;
    ++module.busy;
    busy_.push_back(&worker);
    if (auto outcome = worker.process->take_outcome()) deliver_outcome(worker, *std::move(outcome));
    return BeginResult::begun;
}

void ModuleHost::fail(Worker& worker, const ModuleError& error) {
    worker.failure = error;
    worker.process->end();
}

void ModuleHost::deliver_failure(Worker& worker) {
    Module& module = worker.module;
    const Process process = std::move(worker.process);
    const ModuleError error = *std::exchange(worker.failure, std::nullopt);
    module.shown_errors = log_failure(*process, error, module.shown_errors);
    if (error.cause() != ModuleError::Cause::requested) {
        ++module.ends;
        // Of several that fail together, the last in policy order counts.
        if (worker.number > module.last_ended) {
            module.last_ended = worker.number;
            module.last_end = error.what();
        }
    }
    module.known = process->known();
    const PromiseExchange& exchange = process->exchange();
    Outcome outcome{.verdicts = error.verdicts(), .duration = exchange.duration()};
    tell_watcher(*process, outcome);
    deliver(worker, exchange.listener(), std::move(outcome));
}

void ModuleHost::deliver_outcome(Worker& worker, Outcome outcome) {
    ModuleProcess& process = *worker.process;
    PromiseListener& listener = process.exchange().listener();
    tell_watcher(process, outcome);
    if (most_ahead_ < settings_.starts_ahead && outcome.result() == Verdict::kept) ++most_ahead_;
    process.finish();
    if (process.is_out_of_step()) retire(worker);
    deliver(worker, listener, std::move(outcome));
}

void ModuleHost::tell_watcher(const ModuleProcess& process, const Outcome& outcome) const {
    const PromiseExchange& exchange = process.exchange();
    const bool is_told =
        settings_.watcher != nullptr && exchange.extent() == PromiseExchange::Extent::whole;
    if (!is_told) return;
    settings_.watcher->process_worked(process.process_id(), exchange.promise(), outcome);
}

void ModuleHost::deliver(Worker& worker, PromiseListener& listener, Outcome outcome) {
    worker.is_cancelled = false;
    std::erase(busy_, &worker);
    --worker.module.busy;
    ++deliveries_;
    listener.done(std::move(outcome)); // may start the next promise
    begin_waiting(worker.module);
    begin_starved();
}

void ModuleHost::refuse(Task task, const std::string& why, LogLevel level) {
    if (level <= LogLevel::error || level <= task.promise->terms.log_level)
        task.listener->log(level, why + ": " + name_of(*task.promise) + " is not kept");
    ++deliveries_;
    task.listener->done(Outcome::of(Verdict::error));
}

} // namespace vow::client
