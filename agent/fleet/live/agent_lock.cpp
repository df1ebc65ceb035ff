#include "agent/fleet/live/agent_lock.h"

namespace vow::agent {

AgentLock::AgentLock(const Membership& membership) : file_(membership.lock()) {
    const auto answer = file_.take(1, std::chrono::system_clock::now());
    const auto* holder = std::get_if<LockFile::Holder>(&answer);
    if (holder == nullptr) return;
    fault_ = "an agent of '" + membership.folder() + "' is running";
    if (holder->process != 0) *fault_ += ", process " + std::to_string(holder->process);
}

} // namespace vow::agent
