#include "agent/languages.h"

#include "agent/keepers/module_program.h"
#include "policy/cfengine/language.h"

#include <utility>

namespace vow::agent {

std::unique_ptr<Language> language_of(const std::string& /*policy*/, Personality personality) {
    // There is one language so far, and its files may have any name.
    if (personality != Personality::vow)
        return cfengine::make_language({cfengine::Manner::reference});
    cfengine::Dialect dialect{cfengine::Manner::vow};
    for (const modules::BundledModule& module : modules::bundled_modules()) {
        const bool is_program = module.make == nullptr;
        dialect.module_types.push_back(
            {.name = std::string(module.name), .path = is_program ? path_of_program(module) : ""}
        );
    }
    return cfengine::make_language(std::move(dialect));
}

} // namespace vow::agent
