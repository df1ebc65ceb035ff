#include "policy/cfengine/run/run_base.h"

namespace vow::cfengine {

void Changes::note(std::uint64_t name) {
    note();
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
    names_ = (names_ ^ (name + 1)) * odd;
}

RunBase::RunBase(Program& policy, World& around)
    : program(policy),
      pending(around.observer, around.keeper),
      world{
          around.keeper,
          around.descriptions,
          around.host,
          around.facts,
          around.state,
          pending.observer(),
          around.stop,
          around.options,
          around.catalogue} {}

void RunBase::log_once(LogLevel level, std::string line) {
    if (logged_once_.insert(line).second) log(level, line);
}

} // namespace vow::cfengine
