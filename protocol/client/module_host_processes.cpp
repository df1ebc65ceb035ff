#include "protocol/client/module_host.h"

#include <algorithm>

/// How ModuleHost starts, replaces and ends the processes of modules.
namespace vow::client {

ModuleHost::StartResult ModuleHost::ensure_process(Worker& worker, Task task) {
    if (worker.process) return StartResult::started;
    Module& module = worker.module;
    try {
        // How many are started depends on how fast they are, so only the first start is logged at a
        // level that users compare.
        const LogLevel level = module.promises == 0 ? LogLevel::verbose : LogLevel::debug;
        const bool is_named = !task.promise->type->path.empty(); // else it is the agent's own
        if (is_named && task.promise->terms.log_level >= level && !task.was_starved) {
            task.listener->log(level, "Starting promise module '" + module.type.path + "'");
        }
        if (!take_ahead(worker)) worker.process = new_process(*task.module, module);
        return StartResult::started;
    } catch (const ModuleError& error) {
        if (error.cause() == ModuleError::Cause::no_room && !busy_.empty())
            return StartResult::no_room;
        refuse(task, error.what());
        return StartResult::refused;
    }
}

/// Ends idle processes of other modules until this one has room.
ModuleHost::Process ModuleHost::new_process(const PromiseType& type, const Module& module) {
    while (true) {
        try {
            return std::make_unique<ModuleProcess>(type, settings_, module.known);
        } catch (const ModuleError& error) {
            if (error.cause() != ModuleError::Cause::no_room || !end_idle_process()) throw;
        }
    }
}

/// Returns false when no process is idle.
bool ModuleHost::end_idle_process() {
    if (!ahead_.empty()) {
        discard_ahead(*ahead_.back());
        const Process last = std::move(retired_.back());
        retired_.pop_back();
        wait_for_end(*last);
        return true;
    }
    for (auto& [path, module] : modules_) {
        for (Worker& worker : module.workers) {
            if (!worker.process || worker.process->state() != ModuleProcess::State::ready) continue;
            module.known = worker.process->known();
            end_alone(*worker.process);
            worker.process.reset();
            return true;
        }
    }
    return false;
}

/// The process had ended while idle, which was noticed only with this request. Nothing has been
/// done for the promise yet, so it is safe to try a new process.
void ModuleHost::retry_in_new_process(Worker& worker) {
    const PromiseExchange& exchange = worker.process->exchange();
    const Task task{
        &exchange.promise(), &exchange.listener(), &worker.module.type, exchange.extent()};
    worker.module.known = worker.process->known();
    worker.process.reset();
    worker.failure.reset();
    std::erase(busy_, &worker);
    --worker.module.busy;
    worker.module.waiting.push_front(task);
    begin_waiting(worker.module);
}

void ModuleHost::retire(Worker& worker) {
    worker.module.known = worker.process->known();
    worker.process->end();
    retired_.push_back(std::move(worker.process));
}

/// They end while others work; end() makes sure of it.
void ModuleHost::end_isolation(std::uint64_t isolation) {
    for (auto next = modules_.begin(); next != modules_.end();) {
        Module& module = next->second;
        if (module.type.isolation != isolation || module.busy > 0 || !module.waiting.empty()) {
            ++next;
            continue;
        }
        for (Worker& worker : module.workers) {
            if (!worker.process) continue;
            worker.process->terminate();
            retired_.push_back(std::move(worker.process));
        }
        std::erase(starved_, &module);
        if (module.ahead) discard_ahead(module);
        next = modules_.erase(next);
    }
}

/// While nothing else is attended to.
void ModuleHost::end_alone(ModuleProcess& process) const {
    process.terminate();
    wait_for_end(process);
}

void ModuleHost::wait_for_end(ModuleProcess& process) const {
    constexpr std::chrono::milliseconds max_wait = std::chrono::hours(1);
    while (process.state() != ModuleProcess::State::ended) {
        Subprocess::Watched watched = process.watched();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(process.until() - now());
        const auto timeout = std::clamp(left, std::chrono::milliseconds(0), max_wait);
        poll(watched.data(), watched.size(), static_cast<int>(timeout.count()));
        attend_retired(process, watched);
    }
}

} // namespace vow::client
