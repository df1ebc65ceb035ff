#include "protocol/system/signal_name.h"

#include <cstring>

namespace vow {

std::optional<std::string> signal_name(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name == nullptr ? std::nullopt : std::optional(std::string("SIG") + name);
}

} // namespace vow
