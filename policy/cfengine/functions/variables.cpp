#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "getvariablemetatags",
     .result = ResultType::slist,
     .parameters = {{"variable", variable}, {"key", text}},
     .required = 1,
     .help = "The tags of a variable; with a key, the values of key=value tags."},
    {.name = "is_type",
     .result = ResultType::condition,
     .parameters = {{"variable", variable}, {"type", text}},
     .required = 2,
     .help = "Whether the variable has the type."},
    {.name = "isvariable",
     .result = ResultType::condition,
     .parameters = {{"name", variable}},
     .required = 1,
     .help = "Whether the variable is defined."},
    {.name = "type",
     .result = ResultType::string,
     .parameters = {{"variable", variable}, {"detail", option, truth_words}},
     .required = 1,
     .help = "The type of a variable."},
    {.name = "variablesmatching",
     .result = ResultType::slist,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "The names of the variables that match, and have one of the tags."},
    {.name = "variablesmatching_as_data",
     .result = ResultType::data,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "The variables that match, and have one of the tags, as an object."},
};

} // namespace

std::span<const Function> variables() {
    return table;
}

} // namespace vow::cfengine::families
