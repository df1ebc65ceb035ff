#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "data_readstringarray",
     .result = ResultType::data,
     .parameters =
         {{"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 5,
     .help = "The lines of a file as an object of arrays, by their first field."},
    {.name = "data_readstringarrayidx",
     .result = ResultType::data,
     .parameters =
         {{"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 5,
     .help = "The lines of a file as an array of arrays."},
    {.name = "parseintarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"text", text},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a text into an array of whole numbers; how many lines."},
    {.name = "parserealarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"text", text},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a text into an array of real numbers; how many lines."},
    {.name = "parsestringarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"text", text},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a text into an array; how many lines."},
    {.name = "parsestringarrayidx",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"text", text},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a text into an array by line number; how many lines."},
    {.name = "readintarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a file into an array of whole numbers; how many lines."},
    {.name = "readrealarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a file into an array of real numbers; how many lines."},
    {.name = "readstringarray",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a file into an array; how many lines."},
    {.name = "readstringarrayidx",
     .result = ResultType::integer,
     .parameters =
         {{"array", variable},
          {"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 6,
     .help = "Puts the fields of a file into an array by line number; how many lines."},
};

} // namespace

std::span<const Function> read_arrays() {
    return table;
}

} // namespace vow::cfengine::families
