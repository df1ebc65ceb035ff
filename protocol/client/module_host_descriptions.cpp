#include "protocol/client/failure_report.h"
#include "protocol/client/module_host.h"
#include "protocol/client/self_description.h"

/// How ModuleHost gets the description of a module, once for all of its processes, and has promises
/// validated.
namespace vow::client {
namespace {

/// Collects the reasons why a promise is invalid.
class Reasons : public PromiseListener {
public:
    void log(LogLevel level, std::string_view line) override {
        if (level <= LogLevel::error) lines_.emplace_back(line);
    }
    void done(Outcome outcome) override {
        is_done_ = true;
        if (outcome.result() == Verdict::kept) lines_.clear();
    }
    bool is_done() const { return is_done_; }
    std::vector<std::string> take_lines() { return std::move(lines_); }

private:
    std::vector<std::string> lines_;
    bool is_done_ = false;
};

} // namespace

std::vector<std::string> ModuleHost::validate(const Promise& promise) {
    Reasons reasons;
    start(Task{&promise, &reasons, promise.type, PromiseExchange::Extent::only_validate});
    while (!reasons.is_done() && wait({})) {
    }
    return reasons.take_lines();
}

DescriptionResult ModuleHost::describe(const PromiseType& type) {
    Module& module = module_of(type);
    begin_with(module, type);
    if (module.type.interpreter != type.interpreter) {
        return MissingDescription{
            MissingDescription::Cause::broken, interpreter_conflict(module.type, type)};
    }
    if (module.known.description == nullptr) request_description(module);
    return *module.known.description;
}

/// Until a module has described itself it has at most one process.
void ModuleHost::request_description(Module& module) {
    if (module.workers.empty()) module.workers.emplace_back(Worker{.module = module});
    Worker& worker = module.workers.front();
    try {
        if (!worker.process) {
            worker.process = new_process(module.type, module);
        }
    } catch (const ModuleError& error) {
        module.known.description = std::make_shared<const DescriptionResult>(not_described(error));
        return;
    }
    const bool has_promise = worker.process->has_promise();
    if (!has_promise) busy_.push_back(&worker);
    while (module.known.description == nullptr && !busy_.empty())
        pump(Clock::time_point::max(), {});
    if (!has_promise) std::erase(busy_, &worker);
    if (module.known.description == nullptr) { // the process ended with its promise
        module.known.description = std::make_shared<const DescriptionResult>(MissingDescription{
            MissingDescription::Cause::broken,
            "Promise module '" + module.type.path + "' has failed"});
    }
}

/// It ended while it was describing itself, without a promise.
void ModuleHost::end_without_promise(Worker& worker) {
    Module& module = worker.module;
    const Process process = std::move(worker.process);
    const std::optional<ModuleError> failure = std::exchange(worker.failure, std::nullopt);
    module.known = process->known();
    if (module.known.description != nullptr) return; // it had already answered
    module.known.description =
        std::make_shared<const DescriptionResult>(not_described(with_end(*failure, *process)));
}

/// The description sent by the first process applies to all others.
void ModuleHost::share_description(Worker& worker) {
    const ModuleProcess& process = *worker.process;
    if (process.known().description == nullptr || process.header() == nullptr) return;
    Module& module = worker.module;
    module.known.description = process.known().description;
    module.together = process.header()->has("parallel") ? Parallel::yes : Parallel::no;
    if (max_at_once(module) == 1) return;
    ++deliveries_;
    begin_waiting(module);
}

} // namespace vow::client
