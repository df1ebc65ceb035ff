#include "agent/report/fact_text.h"

namespace vow::agent {

std::string text_of(const Fact& fact) {
    const auto* text = std::get_if<std::string>(&fact);
    return text != nullptr ? *text : json_text(data_of(fact));
}

} // namespace vow::agent
