#include "policy/cfengine/functions/data_file.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/lines.h"
#include "policy/cfengine/values/number.h"

namespace vow::cfengine::families {

namespace {

constexpr std::size_t no_limit = std::size_t(-1);

/// The limit in argument `index`, in bytes: 0, inf and a missing argument mean unlimited. Logs an error
/// and returns nullopt if it is not a limit.
std::optional<std::size_t> limit_of(Call& call, std::size_t index) {
    if (!call.has(index)) return no_limit;
    const auto limit = call.integer(index);
    if (!limit) return std::nullopt;
    if (*limit < 0) {
        call.fail("the limit is less than 0");
        return std::nullopt;
    }
    return *limit == 0 || *limit == infinite ? no_limit : static_cast<std::size_t>(*limit);
}

Result readfile(Call& call) {
    const auto limit = limit_of(call, 1);
    if (!limit) return Failure{};
    auto content = call.around().world().host.read_file(call.text(0), *limit);
    if (!content) return call.fail("cannot read '" + call.text(0) + "': " + content.why_not);
    return Value::string(as_read(std::move(*content.value)));
}

Result read_as(Call& call, DataFileType type, std::optional<std::size_t> limit) {
    if (!limit) return Failure{};
    const auto data = read_data_file(call.around().world().host, call.text(0), type, *limit);
    if (!data) return call.fail("cannot read data from '" + call.text(0) + "': " + data.why_not);
    return Value::data(*data);
}

Result readdata(Call& call) {
    return read_as(call, data_file_type(call.text(1), call.text(0)), no_limit);
}

Result readjson(Call& call) {
    return read_as(call, DataFileType::json, limit_of(call, 1));
}
Result readyaml(Call& call) {
    return read_as(call, DataFileType::yaml, limit_of(call, 1));
}
Result readcsv(Call& call) {
    return read_as(call, DataFileType::csv, limit_of(call, 1));
}
Result readenvfile(Call& call) {
    return read_as(call, DataFileType::env, limit_of(call, 1));
}

Result validfiledata(Call& call) {
    const auto type = data_file_type(call.text(1), call.text(0));
    return static_cast<bool>(
        read_data_file(call.around().world().host, call.text(0), type, no_limit)
    );
}

} // namespace

std::span<const Function> reading() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "readcsv",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The rows of a CSV file.",
         .body = readcsv},
        {.name = "readdata",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"type", option, "CSV,YAML,JSON,ENV,auto"}},
         .required = 2,
         .help = "The data in a file of the type; auto: by its extension.",
         .body = readdata},
        {.name = "readenvfile",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The variables of a file of NAME=value lines.",
         .body = readenvfile},
        {.name = "readfile",
         .result = ResultType::string,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The text of a file, up to a number of bytes.",
         .body = readfile},
        {.name = "readjson",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The data in a JSON file.",
         .body = readjson},
        {.name = "readyaml",
         .result = ResultType::data,
         .parameters = {{"path", path}, {"limit", integer, "0,99999999999"}},
         .required = 1,
         .help = "The data in a YAML file.",
         .body = readyaml},
        {.name = "validfiledata",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"type", option, "CSV,YAML,JSON,ENV,auto"}},
         .required = 2,
         .help = "Whether a file holds valid data of the type.",
         .body = validfiledata},
    };
    return table;
}

} // namespace vow::cfengine::families
