#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "accumulated",
     .result = ResultType::integer,
     .parameters =
         {{"years", integer, "0,1000"},
          {"months", integer, "0,1000"},
          {"days", integer, "0,1000"},
          {"hours", integer, "0,1000"},
          {"minutes", integer, "0,1000"},
          {"seconds", integer, "0,40000"}},
     .required = 6,
     .help = "A span of time in seconds."},
    {.name = "ago",
     .result = ResultType::integer,
     .parameters =
         {{"years", integer, "0,1000"},
          {"months", integer, "0,1000"},
          {"days", integer, "0,1000"},
          {"hours", integer, "0,1000"},
          {"minutes", integer, "0,1000"},
          {"seconds", integer, "0,40000"}},
     .required = 6,
     .help = "The time so long ago, in seconds since the epoch."},
    {.name = "laterthan",
     .result = ResultType::condition,
     .parameters =
         {{"years", integer, "0,10000"},
          {"months", integer, "0,1000"},
          {"days", integer, "0,1000"},
          {"hours", integer, "0,1000"},
          {"minutes", integer, "0,1000"},
          {"seconds", integer, "0,40000"}},
     .required = 6,
     .help = "Whether the local time given has passed."},
    {.name = "now",
     .result = ResultType::integer,
     .parameters = {},
     .required = 0,
     .help = "The time in seconds since the epoch."},
    {.name = "on",
     .result = ResultType::integer,
     .parameters =
         {{"year", integer, "1970,3000"},
          {"month", integer, "0,1000"},
          {"day", integer, "0,1000"},
          {"hour", integer, "0,1000"},
          {"minute", integer, "0,1000"},
          {"second", integer, "0,1000"}},
     .required = 6,
     .help = "The local time given, in seconds since the epoch."},
    {.name = "strftime",
     .result = ResultType::string,
     .parameters =
         {{"zone", option, "gmtime,localtime"},
          {"format", text},
          {"time", integer, "0,99999999999"}},
     .required = 3,
     .help = "A time in the format of strftime(3)."},
};

} // namespace

std::span<const Function> time() {
    return table;
}

} // namespace vow::cfengine::families
