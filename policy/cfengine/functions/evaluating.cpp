#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/arithmetic.h"

namespace vow::cfengine::families {

namespace {

Result eval(Call& call) {
    const auto outcome = evaluate_arithmetic(call.text(0));
    if (call.text(1) == "class") return outcome && *outcome != 0;
    if (!outcome) {
        call.fail("'" + call.text(0) + "' is not an arithmetic expression", LogLevel::info);
        return Value::string("");
    }
    return Value::string(*Value::real(*outcome).text());
}

} // namespace

std::span<const Function> evaluating() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "eval",
         .result = ResultType::string,
         .parameters =
             {{"expression", text}, {"mode", option, "math,class"}, {"notation", option, "infix"}},
         .required = 1,
         .help = "The value of an arithmetic expression, or whether one is true (mode class).",
         .body = eval},
    };
    return table;
}

} // namespace vow::cfengine::families
