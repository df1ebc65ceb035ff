#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "findfiles",
     .result = ResultType::slist,
     .parameters = {{"glob", text}},
     .required = 0,
     .variadic = true,
     .help = "The paths that match the patterns; ** goes through directories."},
    {.name = "findfiles_up",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"glob", text, ".+"}, {"levels", integer, "0,99999999999"}},
     .required = 2,
     .help = "The paths that match in a directory or the ones above it."},
    {.name = "lsdir",
     .result = ResultType::slist,
     .parameters = {{"path", text, ".+"}, {"regex", text}, {"include_base", option, truth_words}},
     .required = 3,
     .help = "The names in a directory that match, with the path before them on demand."},
    {.name = "search_up",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"glob", text, ".+"}, {"levels", integer, "0,99999999999"}},
     .required = 2,
     .help = "The paths that match in a directory or the ones above it."},
};

} // namespace

std::span<const Function> finding() {
    return table;
}

} // namespace vow::cfengine::families
