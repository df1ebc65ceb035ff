#include "agent/languages.h"

#include "policy/cfengine/language.h"

namespace vow::agent {

std::unique_ptr<Language> language_of(const std::string& /*policy*/, Personality personality) {
    using cfengine::Manner;
    // There is one language so far, and its files may have any name.
    return cfengine::make_language(
        personality == Personality::vow ? Manner::vow : Manner::reference
    );
}

} // namespace vow::agent
