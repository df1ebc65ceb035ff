#include "agent/history/run_record.h"

#include "protocol/system/process_table.h"

#include <unistd.h>

namespace vow::agent {

RunProcess RunProcess::own() {
    const auto stat = stat_of(::getpid());
    return {.number = ::getpid(), .start_ticks = stat ? stat->start_ticks : 0};
}

bool RunProcess::is_alive() const {
    if (number <= 0 || !vow::is_alive(number)) return false;
    const auto stat = stat_of(number);
    return stat && stat->start_ticks == start_ticks;
}

std::string RecordedRun::policy() const {
    return text("policy");
}

std::string RecordedRun::text(std::string_view member) const {
    const Data* value = start.find(member);
    return value == nullptr ? std::string() : std::string(value->text());
}

} // namespace vow::agent
