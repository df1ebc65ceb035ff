#include "agent/languages.h"

#include "policy/cfengine/language.h"

namespace vow::agent {

std::unique_ptr<Language> language_of(const std::string& /*policy*/) {
    return cfengine::make_language();
}

} // namespace vow::agent
