#include "modules/json/promised_value.h"

#include "modules/sdk/cpp/attribute_data.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view kinds[] = {"object", "array", "string", "number", "primitive"};

/// The expected type of an attribute's value, for messages; empty if the value has it.
std::string_view wanted(std::string_view kind, const std::optional<Data>& value) {
    if (kind == "object") return value && value->is_container() ? "" : "a JSON object or array";
    if (kind == "array") {
        return value && value->kind() == Data::Kind::array ? "" : "a list or a JSON array";
    }
    const bool number =
        value && (value->kind() == Data::Kind::integer || value->kind() == Data::Kind::real);
    return kind != "number" || number ? "" : "a JSON number";
}

} // namespace

std::variant<Data, std::string> promised_value(const Attributes& attributes) {
    const std::string_view kind = *std::ranges::find_if(kinds, [&](std::string_view name) {
        return attributes.find(name) != nullptr;
    });
    const AttributeValue& promised = *attributes.find(kind);
    const auto* as_text = std::get_if<std::string>(&promised);
    if (kind == "string" && as_text != nullptr) return Data::string(*as_text);
    auto value = data_of(promised);
    if (const std::string_view what = wanted(kind, value); !what.empty()) {
        return text({"Attribute '", kind, "' must be ", what});
    }
    return *std::move(value);
}

} // namespace vow::modules
