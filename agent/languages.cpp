#include "agent/languages.h"

namespace vow::agent {

std::unique_ptr<Language> language_of(const std::string& /*policy*/) {
    return nullptr;
}

} // namespace vow::agent
