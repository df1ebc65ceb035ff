#include "policy/cfengine/editing/xml/xml_editor.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

constexpr auto types = {
    "build_xpath",
    "delete_tree",
    "insert_tree",
    "delete_attribute",
    "set_attribute",
    "delete_text",
    "set_text",
    "insert_text"};

} // namespace

/// Keeps a promise of each type on the document after the second line. The first line is the
/// promiser, the second one the path that selects an element. A document that is repaired is XML.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view text = fuzz::text_of(bytes, size);
    const std::string promiser(fuzz::take_line(text));
    const std::string path(fuzz::take_line(text));
    for (const char* name : types) {
        auto parsed = cfengine::XmlDocument::parse(text);
        auto* document = std::get_if<cfengine::XmlDocument>(&parsed);
        if (document == nullptr) return 0;
        const PromiseType type = {name};
        const Promise promise = {
            .type = &type,
            .promiser = promiser,
            .attributes = {{"select_xpath", path}, {"attribute_value", promiser}}};
        RegexCache regexes;
        const auto result = cfengine::XmlEditor("/f", *document, regexes).keep(promise);
        if (result.outcome.result() != Verdict::repaired) continue;
        const auto again = cfengine::XmlDocument::parse(document->text());
        fuzz::require(std::holds_alternative<cfengine::XmlDocument>(again));
    }
    return 0;
}
