#include "agent/personality.h"

namespace vow::agent {

Personality personality_of(std::string_view program) {
    const std::string_view name = program.substr(program.rfind('/') + 1);
    if (name == "cf-agent") return Personality::cf_agent;
    if (name == "cf-promises") return Personality::cf_promises;
    return Personality::vow;
}

} // namespace vow::agent
