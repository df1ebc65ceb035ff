#pragma once

#include "policy/run/event.h"
#include "protocol/description/secrets.h"

#include <functional>

namespace vow::agent {

/// Sends a copy of an event in which each secret has a mask, in every text that can come from
/// values: not in kinds, types, paths of policies and operations, which are written in the policy.
void send_masked(
    const Event& event, const Secrets& secrets, const std::function<void(const Event&)>& send
);

} // namespace vow::agent
