#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "eval",
     .result = ResultType::string,
     .parameters =
         {{"expression", text}, {"mode", option, "math,class"}, {"notation", option, "infix"}},
     .required = 1,
     .help = "The value of an arithmetic expression, or whether one is true (mode class)."},
};

} // namespace

std::span<const Function> evaluating() {
    return table;
}

} // namespace vow::cfengine::families
