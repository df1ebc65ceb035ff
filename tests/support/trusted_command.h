#pragma once

#include "protocol/system/trust.h"

namespace vow::tests {

/// A command that a test starts; anyone may own its program.
inline TrustedCommand trusted(Command command) {
    return std::get<TrustedCommand>(Trust::in_everything().checked(std::move(command)));
}

} // namespace vow::tests
