#include "protocol/harness/request.h"

#include "protocol/description/description.h"
#include "protocol/text/text.h"

namespace vow::harness {

namespace {

using wire::Variant;

/// The file name sent for promises that come from no policy.
constexpr std::string_view nowhere = "harness";

std::string line_of(std::string_view key, const Data& value) {
    const std::string text = value.is_container() ? json_text(value) : std::string(value.text());
    return std::string(key) + "=" + text + "\n";
}

std::string lines_of(const Fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        if (name != "attributes") {
            text += line_of(name, value);
            continue;
        }
        for (const auto& [attribute, content] : value.members())
            text += line_of("attribute_" + attribute, content);
    }
    return text;
}

} // namespace

Fields fields_of(std::string_view operation, LogLevel level) {
    return {
        {"operation", Data::string(operation)},
        {"log_level", Data::string(wire::log_level_word(level))}};
}

Fields fields_of(
    wire::Operation operation, const SentPromise& promise, ChangesAllowed changes, LogLevel level
) {
    Fields fields = fields_of(text_of(operation), level);
    fields.emplace_back("promise_type", Data::string(promise.type));
    fields.emplace_back("promiser", Data::string(promise.promiser));
    fields.emplace_back("line_number", Data::integer(1));
    fields.emplace_back("filename", Data::string(nowhere));
    std::vector<Data::Member> attributes = promise.attributes;
    if (changes == ChangesAllowed::only_warn) {
        attributes.emplace_back("action_policy", Data::string("warn"));
    }
    if (!attributes.empty()) fields.emplace_back("attributes", Data::object(std::move(attributes)));
    return fields;
}

std::string request_text(Variant variant, const Fields& fields) {
    if (variant == Variant::line_based) return lines_of(fields) + "\n";
    return json_text(Data::object(fields)) + "\n\n";
}

std::optional<std::string> obstacle_to(Variant variant, const SentPromise& promise) {
    if (variant == Variant::json_based) return std::nullopt;
    if (promise.promiser.find('\n') != std::string::npos) return "the promiser has a line end";
    for (const auto& [name, value] : promise.attributes) {
        if (value.kind() != Data::Kind::string) return "attribute '" + name + "' is not a text";
        if (value.text().find('\n') != std::string_view::npos) {
            return "attribute '" + name + "' has a line end";
        }
    }
    return std::nullopt;
}

void note_secrets(Secrets& secrets, const SentPromise& sent, const Data& description) {
    const PromiseType type{sent.type};
    Promise promise{.type = &type, .promiser = sent.promiser};
    for (const auto& [name, value] : sent.attributes)
        promise.attributes.set(name, value);
    const auto read = description_from(description);
    const auto* usable = std::get_if<Description>(&read);
    if (usable == nullptr) {
        secrets.note_possible(promise, description);
        return;
    }
    const PromiseTypeDescription* described = usable->promise_type(sent.type);
    if (described != nullptr) secrets.note(promise, *described);
}

namespace {

std::string attribute_word(const Data::Member& attribute) {
    const auto& [name, value] = attribute;
    if (value.kind() == Data::Kind::string) return name + "=" + std::string(value.text());
    return name + ":=" + json_text(value);
}

} // namespace

std::string command_for(const std::string& module, const SentPromise& promise) {
    std::string command = "vow module send " + shell_word(module) + " --type " +
                          shell_word(promise.type) + " --promiser " + shell_word(promise.promiser);
    for (const Data::Member& attribute : promise.attributes)
        command += " -a " + shell_word(attribute_word(attribute));
    return command;
}

} // namespace vow::harness
