#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/ordering.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

Result sort(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    return Value::list(sorted(**list, ordering_from(call.text(1)), call.around().stop()));
}

Result max(Call& call) {
    const auto list = call.list(0);
    if (!list || (*list)->empty()) return std::nullopt;
    return Value::string(sorted(**list, ordering_from(call.text(1)), call.around().stop()).back());
}

Result min(Call& call) {
    const auto list = call.list(0);
    if (!list || (*list)->empty()) return std::nullopt;
    return Value::string(sorted(**list, ordering_from(call.text(1)), call.around().stop()).front());
}

} // namespace

std::span<const Function> sorting() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "max",
         .result = ResultType::string,
         .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
         .required = 2,
         .help = "The greatest element in the given order.",
         .example = R"(max('["9", "10"]', "int"))",
         .body = max},
        {.name = "min",
         .result = ResultType::string,
         .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
         .required = 2,
         .help = "The least element in the given order.",
         .example = R"(min('["9", "10"]', "int"))",
         .body = min},
        {.name = "sort",
         .result = ResultType::slist,
         .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
         .required = 1,
         .help = "The elements sorted as texts, numbers or addresses.",
         .example = R"(sort('["10", "9"]', "int"))",
         .body = sort},
    };
    return table;
}

} // namespace vow::cfengine::families
