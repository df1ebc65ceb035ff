#include "modules/sdk/cpp/reply.h"

#include "protocol/promise/change.h"
#include "protocol/text/text.h"
#include "protocol/wire/message.h"

#include <string>
#include <utility>

namespace vow::modules {
namespace {

using Members = std::vector<Data::Member>;

wire::Result result_of(const Outcome& outcome) {
    switch (outcome.result()) {
    case Verdict::kept: return wire::Result::kept;
    case Verdict::repaired: return wire::Result::repaired;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out: return wire::Result::not_kept;
    case Verdict::error: break;
    }
    return wire::Result::error;
}

Members result_members(std::string_view operation, std::string_view result) {
    return {
        {"operation", Data::string(operation)},
        {"result", Data::string(result)},
    };
}

} // namespace

Data reply_of(std::string_view operation, std::string_view result) {
    return Data::object(result_members(operation, result));
}

Data reply_of(const Outcome& outcome) {
    Members members =
        result_members(text_of(wire::Operation::evaluate_promise), text_of(result_of(outcome)));
    Data::Array classes;
    for (const std::string& name : outcome.classes)
        classes.push_back(Data::string(canonified(name))); // the agent would do so
    if (!classes.empty()) members.emplace_back("result_classes", Data::array(std::move(classes)));
    if (!outcome.variables.empty()) {
        members.emplace_back("variables", Data::object(outcome.variables));
    }
    if (!outcome.changes.empty()) members.emplace_back("changes", sent_data(outcome.changes));
    return Data::object(std::move(members));
}

} // namespace vow::modules
