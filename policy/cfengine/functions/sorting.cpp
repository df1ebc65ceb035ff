#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "max",
     .result = ResultType::string,
     .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
     .required = 2,
     .help = "The greatest element in the given order."},
    {.name = "min",
     .result = ResultType::string,
     .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
     .required = 2,
     .help = "The least element in the given order."},
    {.name = "sort",
     .result = ResultType::slist,
     .parameters = {{"list", collection}, {"order", option, "lex,int,real,IP,ip,MAC,mac"}},
     .required = 1,
     .help = "The elements in order: by text, number, address."},
};

} // namespace

std::span<const Function> sorting() {
    return table;
}

} // namespace vow::cfengine::families
