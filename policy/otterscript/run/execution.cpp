#include "policy/otterscript/run/execution.h"

namespace vow::otterscript {

std::string_view status_name(Status status) {
    switch (status) {
    case Status::normal: return "normal";
    case Status::warning: return "warning";
    case Status::error: return "error";
    }
    return {};
}

Answer<std::string> Execution::text_of(const SecuredProperty& property) {
    if (const auto* text = std::get_if<std::string>(&property)) return {.value = *text};
    auto text = read_secret(world.host, std::get<SecretSource>(property));
    if (text) keep_secret(Data::string(*text));
    return text;
}

} // namespace vow::otterscript
