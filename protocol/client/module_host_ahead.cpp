#include "protocol/client/module_host.h"

#include <algorithm>

/// How ModuleHost starts processes of modules while others work, before their first promise comes.
/// Such a process gets the agent's header and nothing else, and nothing that it writes is taken: it
/// can be dropped without a trace, and is, once something on the machine has changed that it may
/// have read before.
namespace vow::client {

void ModuleHost::expect(std::span<const PromiseType* const> types) {
    if (settings_.starts_ahead == 0 || signals_ > 0) return;
    for (std::size_t i = 0; i < types.size() && ahead_.size() < most_ahead_; ++i)
        start_ahead(*types[i]);
}

/// Failures stay unseen: the first promise finds them again, and logs them.
void ModuleHost::start_ahead(const PromiseType& type) {
    const auto [place, is_new] = modules_.try_emplace(key_of(type), Module{.type = type});
    Module& module = place->second;
    if (is_new) module.is_expected = true;
    if (!module.is_expected || module.ahead || module.failed_ahead == changes_) return;
    try {
        module.ahead = std::make_unique<ModuleProcess>(type, settings_, module.known);
        ahead_.push_back(&module);
    } catch (const ModuleError&) {
        module.failed_ahead = changes_;
    }
}

/// Those whose header has not arrived. The output of the others waits in their pipes.
std::vector<ModuleHost::Module*> ModuleHost::unheard_ahead() const {
    std::vector<Module*> unheard;
    std::ranges::copy_if(ahead_, std::back_inserter(unheard), [](const Module* module) {
        return module->together == Parallel::unknown;
    });
    return unheard;
}

void ModuleHost::attend_ahead(Module& module, const Subprocess::Watched& ready) {
    if (!module.ahead) return; // its first promise has come, or a signal
    module.ahead->attend_ahead(ready);
    const auto is_parallel = module.ahead->is_parallel_ahead();
    if (!is_parallel) return;
    module.together = *is_parallel ? Parallel::yes : Parallel::no;
    ++deliveries_;
}

/// The first promise of a module, or the first question to it, comes: its type is that of the
/// module from now on.
void ModuleHost::begin_with(Module& module, const PromiseType& type) {
    if (!std::exchange(module.is_expected, false)) return;
    const bool is_other = module.type.interpreter != type.interpreter || //
                          module.type.name != type.name;
    if (is_other && module.ahead) discard_ahead(module);
    module.type = type;
}

/// Returns false when none was started, or it has ended.
bool ModuleHost::take_ahead(Worker& worker) {
    Module& module = worker.module;
    if (!module.ahead) return false;
    if (!module.ahead->leave_ahead()) {
        discard_ahead(module);
        return false;
    }
    worker.process = std::move(module.ahead);
    std::erase(ahead_, &module);
    return true;
}

void ModuleHost::discard_ahead(Module& module) {
    module.ahead->drop_ahead();
    retired_.push_back(std::move(module.ahead));
    std::erase(ahead_, &module);
    module.together = Parallel::unknown;
}

/// In a run that changes much, processes ahead of need would be started for nothing: each promise
/// that is kept lets one more start.
void ModuleHost::note_change() {
    ++changes_;
    if (ahead_.empty()) return;
    while (!ahead_.empty())
        discard_ahead(*ahead_.back());
    most_ahead_ = 0;
}

} // namespace vow::client
