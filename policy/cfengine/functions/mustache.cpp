#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "string_mustache",
     .result = ResultType::string,
     .parameters = {{"template", text}, {"container", collection}},
     .required = 1,
     .help = "The mustache template rendered with the data, or with all that is known."},
};

} // namespace

std::span<const Function> mustache() {
    return table;
}

} // namespace vow::cfengine::families
