#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

RunState::RunState(Program& policy, World& around)
    : RunBase(policy, around),
      variables(*this),
      classes(*this),
      kept(*this) {}

std::string RunState::absolute(const std::string& path) {
    if (path.starts_with("/")) return path;
    if (!folder_) folder_ = world.host.real_path(".").value.value_or(".");
    return *folder_ + "/" + path;
}

} // namespace vow::cfengine
