#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "classfiltercsv",
     .result = ResultType::data,
     .parameters =
         {{"path", path},
          {"heading", option, truth_words},
          {"class_column", integer, "0,99999999999"},
          {"sort_column", integer, "0,99999999999"}},
     .required = 3,
     .help = "The rows of a CSV file whose class expression holds."},
    {.name = "classfilterdata",
     .result = ResultType::data,
     .parameters =
         {{"container", collection},
          {"structure", option, "array_of_arrays,array_of_objects,auto"},
          {"key", text}},
     .required = 2,
     .help = "The elements of a container whose class expression holds."},
};

} // namespace

std::span<const Function> class_filters() {
    return table;
}

} // namespace vow::cfengine::families
