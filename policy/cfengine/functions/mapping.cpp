#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "maparray",
     .result = ResultType::slist,
     .parameters = {{"pattern", mapped}, {"array", collection}},
     .required = 2,
     .help = "The pattern for each element, with $(this.k) and $(this.v) as its key and value."},
    {.name = "mapdata",
     .result = ResultType::data,
     .parameters =
         {{"conversion", option, "none,canonify,json,json_pipe"},
          {"pattern", mapped},
          {"container", collection}},
     .required = 3,
     .help = "Data made of the pattern for each element; may be canonified, read as JSON, or piped "
             "through a command."},
    {.name = "maplist",
     .result = ResultType::slist,
     .parameters = {{"pattern", mapped}, {"list", collection}},
     .required = 2,
     .help = "The pattern for each element, with $(this) as the element."},
};

} // namespace

std::span<const Function> mapping() {
    return table;
}

} // namespace vow::cfengine::families
