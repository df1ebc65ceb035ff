#include "modules/processes/process_selection.h"

#include "modules/sdk/cpp/token_expression.h"

#include <algorithm>

namespace vow::modules {

namespace {

/// An attribute of the body, and its name in the expression.
template <class Member>
struct Criterion {
    std::string_view attribute, name;
    Member RunningProcess::*member;
};

constexpr Criterion<std::int64_t> ranges[] = {
    {"pid", "pid", &RunningProcess::pid},
    {"ppid", "ppid", &RunningProcess::parent},
    {"pgid", "pgid", &RunningProcess::group},
    {"vsize", "vsize", &RunningProcess::virtual_size},
    {"rsize", "rsize", &RunningProcess::resident_size},
    {"ttime_range", "ttime", &RunningProcess::seconds_used},
    {"stime_range", "stime", &RunningProcess::started},
    {"priority", "priority", &RunningProcess::nice},
    {"threads", "threads", &RunningProcess::threads},
};

constexpr Criterion<std::string> texts[] = {
    {"process_owner", "process_owner", &RunningProcess::owner},
    {"status", "status", &RunningProcess::state},
    {"command", "command", &RunningProcess::command},
    {"tty", "tty", &RunningProcess::tty},
};

} // namespace

ProcessSelection ProcessSelection::from(const Settings& body) {
    ProcessSelection selection;
    selection.result_ = body.text_or("process_result", "");
    for (const auto& [attribute, name, member] : ranges) {
        if (const auto range = Range::from(body, attribute))
            selection.bounds_.push_back({name, member, *range});
    }
    for (const auto& [attribute, name, member] : texts) {
        if (body.has(attribute))
            selection.forms_.push_back({name, member, Patterns(body.list(attribute))});
    }
    return selection;
}

bool ProcessSelection::selects(const RunningProcess& process) const {
    std::vector<std::string_view> met;
    for (const Bounds& bounds : bounds_) {
        if (bounds.range.contains(process.*bounds.member)) met.push_back(bounds.criterion);
    }
    for (const Form& form : forms_) {
        if (form.patterns.any_matches(process.*form.member)) met.push_back(form.criterion);
    }
    if (result_.empty()) return !met.empty() && met.size() == bounds_.size() + forms_.size();
    return token_expression_holds(result_, [&](std::string_view criterion) {
        return std::ranges::find(met, criterion) != met.end();
    });
}

} // namespace vow::modules
