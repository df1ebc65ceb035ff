#include "policy/cfengine/functions/families.h"

#include <algorithm>
#include <functional>

namespace vow::cfengine::families {

namespace {

/// The value of each condition among the arguments; a list gives one for each element.
std::vector<bool> answers(const Call& call) {
    std::vector<bool> answers;
    for (std::size_t i = 0; i < call.size(); ++i) {
        if (const List* const list = call.given_list(i)) {
            for (const std::string& expression : **list)
                answers.push_back(call.around().holds(expression).value_or(false));
        } else {
            answers.push_back(call.condition(i));
        }
    }
    return answers;
}

Result all_hold(Call& call) {
    return std::ranges::all_of(answers(call), std::identity());
}
Result one_holds(Call& call) {
    return std::ranges::any_of(answers(call), std::identity());
}

Result does_not_hold(Call& call) {
    return !call.condition(0);
}

/// The chosen value of ifelse; nullopt for a call that failed, which is passed as null.
Result chosen(Call& call, std::size_t index) {
    if (call.given(index).data() != nullptr) return std::nullopt;
    return Value::string(call.text(index));
}

Result ifelse(Call& call) {
    if (call.size() % 2 == 0) return call.fail("needs an odd number of arguments");
    const std::size_t otherwise = call.size() - 1;
    for (std::size_t i = 0; i < otherwise; i += 2) {
        if (call.condition(i)) return chosen(call, i + 1);
    }
    return chosen(call, otherwise);
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
         .example = R"(and("linux", isdir("/srv")))",
         .body = all_hold},
        {.name = "ifelse",
         .result = ResultType::string,
         .parameters = {{"argument", text}},
         .required = 1,
         .variadic = true,
         .help = "The value after the first condition that holds, or the last argument.",
         .example = R"(ifelse("debian", "apt", "dnf"))",
         .body = ifelse},
        {.name = "not",
         .result = ResultType::condition,
         .parameters = {{"condition", condition}},
         .required = 1,
         .help = "Whether the condition does not hold.",
         .example = R"(not("linux"))",
         .body = does_not_hold},
        {.name = "or",
         .result = ResultType::condition,
         .parameters = {{"condition", condition}},
         .required = 0,
         .variadic = true,
         .help = "Whether one of the conditions holds.",
         .example = R"(or("debian", "ubuntu"))",
         .body = one_holds},
    };
    return table;
}

} // namespace vow::cfengine::families
