#include "agent/keepers/served_modules.h"

#include "agent/machine/companions.h"
#include "modules/bundled.h"
#include "protocol/system/own_process.h"
#include "protocol/wire/whole_outcome.h"

namespace vow::agent {

std::vector<std::string> program_words(const modules::BundledModule& module) {
    std::string path = path_of_companion(module.program);
    if (path.empty()) return {};
    if (module.argument.empty()) return {std::move(path)};
    return {std::move(path), std::string(module.argument)};
}

std::string absence_of_program(const modules::BundledModule& module) {
    const auto folders = companion_folders();
    return "The bundled module '" + std::string(module.name) + "' is a program of its own, '" +
           std::string(module.program) + "', which is not installed in '" +
           folders.front().native() + "' or '" + folders.back().native() +
           "'; build and install vow where '" + std::string(module.needs) + "' is available";
}

bool ServedModules::is_served(const PromiseType& type) const {
    if (serving_ == Serving::never) return false;
    const modules::BundledModule* module = modules::find_bundled_module(type.name);
    if (module == nullptr || module->make == nullptr) return false;
    return module->home == modules::Home::own_process || type.isolation != 0;
}

/// JSON has no other texts than those in UTF-8.
const PromiseType* ServedModules::type_for(const Promise& promise) {
    if (!is_served(*promise.type) || !wire::is_sent_unchanged(promise)) return nullptr;
    const PromiseType& type = served(*promise.type);
    return type.path.empty() ? nullptr : &type; // without /proc our program is unknown
}

const PromiseType* ServedModules::begun(const PromiseType& type) const {
    const auto found = types_.find({type.isolation, type.name});
    return found == types_.end() ? nullptr : &found->second;
}

const PromiseType& ServedModules::served(const PromiseType& type) {
    const auto [place, is_new] = types_.try_emplace({type.isolation, type.name}, type);
    if (!is_new) return place->second;
    PromiseType& own = place->second;
    own.path = own_program();
    own.arguments = {"module", "serve", type.name, "--for-agent"};
    own.arguments.insert(own.arguments.end(), arguments_.begin(), arguments_.end());
    return own;
}

void ServedModules::forget(std::uint64_t isolation) {
    std::erase_if(types_, [&](const auto& each) { return each.first.first == isolation; });
}

} // namespace vow::agent
