#include "tests/policy/cfengine/editing/xml/xml_editing.h"

#include "policy/cfengine/editing/xml/xml_editor.h"
#include "tests/policy/cfengine/editing/editing.h"

#include <utility>

namespace vow::tests {
namespace {

std::string without_declaration(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

} // namespace

EditedXml edit_xml(
    std::string_view type,
    std::string promiser,
    Attributes attributes,
    std::string_view document,
    Terms::Policy policy
) {
    const PromiseType promise_type = {std::string(type)};
    const Promise promise = {
        .type = &promise_type,
        .promiser = std::move(promiser),
        .attributes = std::move(attributes),
        .terms = {.policy = policy}};
    auto edited = std::get<cfengine::XmlDocument>(cfengine::XmlDocument::parse(document));
    RegexCache regexes;
    const auto result = cfengine::XmlEditor("/f", edited, regexes).keep(promise);
    return {without_declaration(edited.text()), shown_log(result), result.outcome.result()};
}

} // namespace vow::tests
