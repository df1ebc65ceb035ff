#include "agent/languages.h"

#include "modules/bundled.h"
#include "policy/cfengine/language.h"

#include <utility>

namespace vow::agent {

std::unique_ptr<Language> language_of(const std::string& /*policy*/, Personality personality) {
    // There is one language so far, and its files may have any name.
    if (personality != Personality::vow)
        return cfengine::make_language({cfengine::Manner::reference});
    cfengine::Dialect dialect{cfengine::Manner::vow};
    for (const modules::BundledModule& module : modules::bundled_modules())
        dialect.module_types.emplace_back(module.name);
    return cfengine::make_language(std::move(dialect));
}

} // namespace vow::agent
