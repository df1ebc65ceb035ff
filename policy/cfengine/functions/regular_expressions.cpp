#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "countlinesmatching",
     .result = ResultType::integer,
     .parameters = {{"regex", text}, {"path", path}},
     .required = 2,
     .help = "How many lines of the file match."},
    {.name = "getfields",
     .result = ResultType::integer,
     .parameters = {{"regex", text}, {"path", path}, {"separator", text}, {"array", text}},
     .required = 4,
     .help = "Splits the lines of a file that match into an array; how many matched."},
    {.name = "regcmp",
     .result = ResultType::condition,
     .parameters = {{"regex", text}, {"text", text}},
     .required = 2,
     .help = "Whether the whole text matches."},
    {.name = "regex_replace",
     .result = ResultType::string,
     .parameters = {{"text", text}, {"regex", text}, {"replacement", text}, {"options", text}},
     .required = 4,
     .help = "The text with matches replaced; options as in Perl: g i m s x."},
    {.name = "regextract",
     .result = ResultType::condition,
     .parameters = {{"regex", text}, {"text", text}, {"array", variable}},
     .required = 3,
     .help = "Whether the text matches; the captures are put into the array."},
    {.name = "regline",
     .result = ResultType::condition,
     .parameters = {{"regex", text}, {"path", path}},
     .required = 2,
     .help = "Whether a line of the file matches."},
};

} // namespace

std::span<const Function> regular_expressions() {
    return table;
}

} // namespace vow::cfengine::families
