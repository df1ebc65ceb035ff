#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "bundlesmatching",
     .result = ResultType::slist,
     .parameters = {{"regex", text}, {"tag", text}},
     .required = 1,
     .variadic = true,
     .help = "The names of the bundles that match, and have one of the tags."},
    {.name = "bundlestate",
     .result = ResultType::data,
     .parameters = {{"bundle", text}},
     .required = 1,
     .help = "The variables of a bundle as an object."},
    {.name = "callstack_callers",
     .result = ResultType::data,
     .parameters = {},
     .required = 0,
     .help = "The calls that led here, outermost first."},
    {.name = "callstack_promisers",
     .result = ResultType::slist,
     .parameters = {},
     .required = 0,
     .help = "The promisers of the calls that led here, outermost first."},
    {.name = "datastate",
     .result = ResultType::data,
     .parameters = {},
     .required = 0,
     .help = "All classes and variables as an object."},
    {.name = "getbundlemetatags",
     .result = ResultType::slist,
     .parameters = {{"bundle", text}, {"key", text}},
     .required = 1,
     .help = "The tags of a bundle; with a key, the values of key=value tags."},
};

} // namespace

std::span<const Function> bundles() {
    return table;
}

} // namespace vow::cfengine::families
