#include "modules/sdk/cpp/manner.h"

#include <cstdlib>
#include <string_view>

namespace vow::modules {

bool acts_as_reference() {
    const char* const manner = std::getenv("VOW_MANNER");
    return manner != nullptr && std::string_view(manner) == "reference";
}

} // namespace vow::modules
