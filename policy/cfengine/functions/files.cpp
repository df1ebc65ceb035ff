#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "accessedbefore",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"other", path}},
     .required = 2,
     .help = "Whether the first file was accessed before the second one was."},
    {.name = "changedbefore",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"other", path}},
     .required = 2,
     .help = "Whether the first file was changed before the second one was."},
    {.name = "diskfree",
     .result = ResultType::integer,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "The free kibibytes on the file system of the path."},
    {.name = "fileexists",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Whether the file is there."},
    {.name = "filesexist",
     .result = ResultType::condition,
     .parameters = {{"list", collection}},
     .required = 1,
     .help = "Whether all the files are there."},
    {.name = "filesize",
     .result = ResultType::integer,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "The size of a file in bytes."},
    {.name = "isdir",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Whether the path is a directory."},
    {.name = "isexecutable",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Whether the file may be executed."},
    {.name = "islink",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Whether the path is a symbolic link."},
    {.name = "isnewerthan",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"other", path}},
     .required = 2,
     .help = "Whether the first file was modified after the second one."},
    {.name = "isnewerthantime",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"time", integer, "0,99999999999"}},
     .required = 2,
     .help = "Whether the file was modified after the time, in seconds since the epoch."},
    {.name = "isplain",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Whether the path is a regular file."},
    {.name = "isreadable",
     .result = ResultType::condition,
     .parameters = {{"path", path}, {"timeout", integer, "0,99999999999"}},
     .required = 1,
     .help = "Whether the file can be read within so many seconds."},
    {.name = "makerule",
     .result = ResultType::condition,
     .parameters = {{"target", path}, {"source", collection}},
     .required = 2,
     .help = "Whether the target is missing or older than one of its sources."},
};

} // namespace

std::span<const Function> files() {
    return table;
}

} // namespace vow::cfengine::families
