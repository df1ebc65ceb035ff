#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "readcsv",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
     .required = 1,
     .help = "The rows of a CSV file."},
    {.name = "readdata",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"type", option, "CSV,YAML,JSON,ENV,auto"}},
     .required = 2,
     .help = "The data in a file of the type; auto: by its extension."},
    {.name = "readenvfile",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
     .required = 1,
     .help = "The variables of a file of NAME=value lines."},
    {.name = "readfile",
     .result = ResultType::string,
     .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
     .required = 1,
     .help = "The text of a file, at most so many bytes."},
    {.name = "readjson",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
     .required = 1,
     .help = "The data in a JSON file."},
    {.name = "readyaml",
     .result = ResultType::data,
     .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
     .required = 1,
     .help = "The data in a YAML file."},
    {.name = "validfiledata",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"type", option, "JSON"}},
     .required = 2,
     .help = "Whether a file holds valid data of the type."},
};

} // namespace

std::span<const Function> reading() {
    return table;
}

} // namespace vow::cfengine::families
