#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "classesmatching",
     .result = ResultType::slist,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "The names of the defined classes that match, and have one of the tags."},
    {.name = "classify",
     .result = ResultType::condition,
     .parameters = {{"text", text}},
     .required = 1,
     .help = "Whether the class that the canonified text names is defined."},
    {.name = "classmatch",
     .result = ResultType::condition,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "Whether a defined class matches, and has one of the tags."},
    {.name = "countclassesmatching",
     .result = ResultType::integer,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "How many defined classes match, and have one of the tags."},
    {.name = "getclassmetatags",
     .result = ResultType::slist,
     .parameters = {{"class", text}, {"key", text}},
     .required = 1,
     .help = "The tags of a class; with a key, the values of key=value tags."},
};

} // namespace

std::span<const Function> classes() {
    return table;
}

} // namespace vow::cfengine::families
