#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "int",
     .result = ResultType::integer,
     .parameters = {{"text", text}},
     .required = 1,
     .help = "The text as a whole number; fractions are cut off, suffixes like k applied."},
    {.name = "irange",
     .result = ResultType::irange,
     .parameters =
         {{"from", integer, "-99999999999,99999999999"},
          {"to", integer, "-99999999999,99999999999"}},
     .required = 2,
     .help = "A range of whole numbers."},
    {.name = "isgreaterthan",
     .result = ResultType::condition,
     .parameters = {{"left", text}, {"right", text}},
     .required = 2,
     .help = "Whether the first is greater, as numbers if both are, else as texts."},
    {.name = "islessthan",
     .result = ResultType::condition,
     .parameters = {{"left", text}, {"right", text}},
     .required = 2,
     .help = "Whether the first is less, as numbers if both are, else as texts."},
    {.name = "mean",
     .result = ResultType::real,
     .parameters = {{"list", collection}},
     .required = 1,
     .help = "The mean of a list of numbers."},
    {.name = "product",
     .result = ResultType::real,
     .parameters = {{"list", collection}},
     .required = 1,
     .help = "The product of a list of numbers."},
    {.name = "randomint",
     .result = ResultType::integer,
     .parameters =
         {{"lower", integer, "-99999999999,99999999999"},
          {"upper", integer, "-99999999999,99999999999"}},
     .required = 2,
     .help = "A random whole number between the bounds, the upper one excluded."},
    {.name = "rrange",
     .result = ResultType::rrange,
     .parameters =
         {{"from", real, "-9.99999E100,9.99999E100"}, {"to", real, "-9.99999E100,9.99999E100"}},
     .required = 2,
     .help = "A range of real numbers."},
    {.name = "sum",
     .result = ResultType::real,
     .parameters = {{"list", collection}},
     .required = 1,
     .help = "The sum of a list of numbers."},
    {.name = "variance",
     .result = ResultType::real,
     .parameters = {{"list", collection}},
     .required = 1,
     .help = "The variance of a list of numbers."},
};

} // namespace

std::span<const Function> numbers() {
    return table;
}

} // namespace vow::cfengine::families
