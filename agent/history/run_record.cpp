#include "agent/history/run_record.h"

#include "protocol/system/process_table.h"

#include <utility>

#include <unistd.h>

namespace vow::agent {

Data stored_data(std::string_view json) {
    auto parsed = parse_json(json);
    auto* data = std::get_if<Data>(&parsed);
    return data == nullptr ? Data() : std::move(*data);
}

Data data_of(const RecordedOutcome& outcome) {
    std::vector<Data::Member> members = {
        {"type", Data::string(outcome.promise.type)},
        {"promiser", Data::string(outcome.promise.promiser)},
        {"place", Data::string(outcome.promise.place)}};
    const auto add = [&](const char* name, const std::string& text) {
        if (!text.empty()) members.emplace_back(name, Data::string(text));
    };
    add("bundle", outcome.bundle);
    add("handle", outcome.handle);
    if (outcome.pass > 0) members.emplace_back("pass", Data::integer(outcome.pass));
    members.emplace_back("result", Data::string(outcome.result));
    if (outcome.is_handled) members.emplace_back("handled", Data::boolean(true));
    members.emplace_back(
        "duration", Data::real(std::chrono::duration<double>(outcome.duration).count())
    );
    if (outcome.reason) members.emplace_back("reason", *outcome.reason);
    if (outcome.changes.size() > 0) members.emplace_back("changes", outcome.changes);
    return Data::object(std::move(members));
}

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
