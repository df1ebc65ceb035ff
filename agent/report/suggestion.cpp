#include "agent/report/suggestion.h"

#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

namespace vow::agent {

std::string suggestion_for(std::string_view name, const std::vector<std::string_view>& known) {
    std::string nearest = did_you_mean(name, known);
    return nearest.empty() ? "expected one of: " + joined(known, ", ") : nearest;
}

} // namespace vow::agent
