#include "agent/report/colors.h"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace vow::agent {
namespace {

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
}

} // namespace

bool is_colored(Color chosen, int descriptor) {
    if (chosen != Color::automatic) return chosen == Color::always;
    return variable("NO_COLOR").empty() && can_move_cursor(descriptor);
}

bool can_move_cursor(int descriptor) {
    return ::isatty(descriptor) != 0 && variable("TERM") != "dumb";
}

} // namespace vow::agent
