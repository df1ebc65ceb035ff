#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

Result all_hold(Call& call) {
    for (std::size_t i = 0; i < call.size(); ++i) {
        if (!call.condition(i)) return false;
    }
    return true;
}

Result one_holds(Call& call) {
    for (std::size_t i = 0; i < call.size(); ++i) {
        if (call.condition(i)) return true;
    }
    return false;
}

Result does_not_hold(Call& call) {
    return !call.condition(0);
}

Result ifelse(Call& call) {
    if (call.size() % 2 == 0) return call.fail("needs an odd number of arguments");
    const std::size_t otherwise = call.size() - 1;
    for (std::size_t i = 0; i < otherwise; i += 2) {
        if (call.condition(i)) return Value::string(call.text(i + 1));
    }
    return Value::string(call.text(otherwise));
}

} // namespace

std::span<const Function> conditions() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "and",
         .result = ResultType::condition,
         .parameters = {{"condition", condition}},
         .required = 0,
         .variadic = true,
         .help = "Whether all conditions hold.",
         .body = all_hold},
        {.name = "ifelse",
         .result = ResultType::string,
         .parameters = {{"argument", text}},
         .required = 1,
         .variadic = true,
         .help = "The value after the first condition that holds, or the last argument.",
         .body = ifelse},
        {.name = "not",
         .result = ResultType::condition,
         .parameters = {{"condition", condition}},
         .required = 1,
         .help = "Whether the condition does not hold.",
         .body = does_not_hold},
        {.name = "or",
         .result = ResultType::condition,
         .parameters = {{"condition", condition}},
         .required = 0,
         .variadic = true,
         .help = "Whether one of the conditions holds.",
         .body = one_holds},
    };
    return table;
}

} // namespace vow::cfengine::families
