#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "data_expand",
     .result = ResultType::data,
     .parameters = {{"container", collection}},
     .required = 1,
     .help = "The container with the references in its texts expanded."},
    {.name = "data_regextract",
     .result = ResultType::data,
     .parameters = {{"regex", text}, {"text", text}},
     .required = 2,
     .help = "The captures of a match, by number and name."},
    {.name = "getindices",
     .result = ResultType::slist,
     .parameters = {{"container", collection}},
     .required = 1,
     .help = "The keys of a container or array."},
    {.name = "getvalues",
     .result = ResultType::slist,
     .parameters = {{"container", collection}},
     .required = 1,
     .help = "The values of a container or array."},
    {.name = "mergedata",
     .result = ResultType::data,
     .parameters = {{"container", collection}},
     .required = 1,
     .variadic = true,
     .help = "One container made of several; later members win, arrays are appended."},
    {.name = "parsejson",
     .result = ResultType::data,
     .parameters = {{"text", text}},
     .required = 1,
     .help = "The data that a JSON text stands for."},
    {.name = "parseyaml",
     .result = ResultType::data,
     .parameters = {{"text", text}},
     .required = 1,
     .help = "The data that a YAML text stands for."},
    {.name = "storejson",
     .result = ResultType::string,
     .parameters = {{"container", collection}},
     .required = 1,
     .help = "The container as JSON text."},
    {.name = "validdata",
     .result = ResultType::condition,
     .parameters = {{"text", text}, {"type", option, "JSON"}},
     .required = 2,
     .help = "Whether the text is valid data of the type."},
    {.name = "validjson",
     .result = ResultType::condition,
     .parameters = {{"text", text}, {"strict", option, truth_words}},
     .required = 1,
     .help = "Whether the text is valid JSON; strict: and a container."},
};

} // namespace

std::span<const Function> data() {
    return table;
}

} // namespace vow::cfengine::families
