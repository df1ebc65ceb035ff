#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "readintlist",
     .result = ResultType::ilist,
     .parameters =
         {{"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 5,
     .help = "The whole numbers in a file."},
    {.name = "readreallist",
     .result = ResultType::rlist,
     .parameters =
         {{"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 5,
     .help = "The real numbers in a file."},
    {.name = "readstringlist",
     .result = ResultType::slist,
     .parameters =
         {{"path", path},
          {"comment", text},
          {"separator", text},
          {"max_entries", integer, "0,99999999999"},
          {"limit", integer, "0,99999999999"}},
     .required = 5,
     .help = "The texts in a file."},
};

} // namespace

std::span<const Function> read_lists() {
    return table;
}

} // namespace vow::cfengine::families
