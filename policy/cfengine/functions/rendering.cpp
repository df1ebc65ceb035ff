#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/state_data.h"
#include "policy/cfengine/functions/text/mustache.h"

namespace vow::cfengine::families {

namespace {

Result string_mustache(Call& call) {
    const auto data = call.has(1) ? call.data(1) : std::optional(state_data(call.around()));
    if (!data) return Failure{};
    auto rendered = render_mustache(call.text(0), *data);
    if (const auto* error = std::get_if<TemplateError>(&rendered)) return call.fail(error->message);
    return Value::string(std::get<std::string>(std::move(rendered)));
}

} // namespace

std::span<const Function> rendering() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "string_mustache",
         .result = ResultType::string,
         .parameters = {{"template", text}, {"container", collection}},
         .required = 1,
         .help = "The Mustache template rendered with the data, by default all classes and variables.",
         .body = string_mustache},
    };
    return table;
}

} // namespace vow::cfengine::families
