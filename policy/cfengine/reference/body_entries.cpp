#include "policy/cfengine/library/library.h"
#include "policy/cfengine/reference/reference.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace vow::cfengine {
namespace {

constexpr std::string_view truth_words = "true,false,yes,no,on,off";

std::string words_of_range(std::string_view range) {
    if (range == truth_words) return "true or false";
    return "one of " + joined(split_at(range, ','), ", ");
}

std::string with_range(std::string word, std::string_view range) {
    if (!range.empty()) word.append(" ").append(range);
    return word;
}

/// A text of any content has no pattern that is worth its words.
std::string with_pattern(std::string word, std::string_view pattern) {
    if (!pattern.empty() && pattern != ".*") word.append(", matches ").append(pattern);
    return word;
}

std::string value_of(const AttributeSyntax& attribute) {
    const std::string_view range = attribute.range;
    switch (attribute.kind) {
    case ValueKind::string: return with_pattern("text", range);
    case ValueKind::integer: return with_range("integer", range);
    case ValueKind::real: return with_range("real", range);
    case ValueKind::option: return words_of_range(range);
    case ValueKind::integer_range: return with_range("two integers", range);
    case ValueKind::real_range: return with_range("two reals", range);
    case ValueKind::condition: return "class expression";
    case ValueKind::strings: return with_pattern("list of texts", range);
    case ValueKind::integers: return with_range("list of integers", range);
    case ValueKind::reals: return with_range("list of reals", range);
    case ValueKind::options: return "list, each " + words_of_range(range);
    case ValueKind::conditions: return "list of class expressions";
    case ValueKind::data: return "data";
    case ValueKind::body: return "body " + std::string(attribute.name);
    case ValueKind::bundle: return "bundle " + std::string(attribute.name);
    }
    return {};
}

struct ControlSummary {
    std::string_view name;
    std::string_view summary;
    std::string_view example = {}; ///< empty: one is made of its first attributes
};
constexpr std::array control_summaries = {
    ControlSummary{"agent", "settings of the agent"},
    ControlSummary{"common", "settings of every program: inputs, the bundles to run"},
    ControlSummary{"executor", "settings of the program that starts the agent by time"},
    ControlSummary{
        "file",
        "settings of a policy file: its inputs and namespace",
        "body file control\n{\n  namespace => \"site\";\n}"},
    ControlSummary{"hub", "settings of a hub"},
    ControlSummary{"monitor", "settings of the monitor"},
    ControlSummary{"runagent", "settings of cf-runagent"},
    ControlSummary{"server", "settings of the server"}};

/// The descriptions of bodies by modules, by type.
using Bodies = std::map<std::string, const AttributeDescription*, std::less<>>;

Bodies bodies_of(const TypeDescriptions& types) {
    Bodies bodies;
    for (const auto& [name, type] : types) {
        for (const AttributeDescription& attribute : type.attributes) {
            if (!attribute.attributes.empty()) bodies.emplace(attribute.name, &attribute);
        }
    }
    return bodies;
}

/// A value that a check accepts; empty where that takes knowledge of the attribute.
std::string sample_of(const AttributeSyntax& attribute) {
    const std::string_view range = attribute.range;
    const bool takes_any = range.empty() || range == ".*";
    const std::string first(range.substr(0, range.find(',')));
    switch (attribute.kind) {
    case ValueKind::option: return '"' + first + '"';
    case ValueKind::integer: return first.empty() ? "" : '"' + first + '"';
    case ValueKind::options: return "{ \"" + first + "\" }";
    case ValueKind::string: return takes_any ? "\"text\"" : "";
    case ValueKind::strings: return takes_any ? "{ \"text\" }" : "";
    default: return {};
    }
}

/// A body with its first attributes that need no knowledge.
std::string sample_body(const TypeSyntax& type) {
    constexpr std::size_t most = 3;
    std::string text = "body " + std::string(type.name) +
                       (type.use == BodyPlace::control ? " control" : " example") + "\n{\n";
    std::size_t count = 0;
    for (const AttributeSyntax& attribute : type.attributes) {
        const std::string sample = sample_of(attribute);
        const bool is_usual = attribute.status == SyntaxStatus::normal && attribute.name != "meta";
        if (sample.empty() || !is_usual || count == most) continue;
        text.append("  ").append(attribute.name).append(" => ").append(sample).append(";\n");
        ++count;
    }
    return text + "}";
}

std::vector<std::string> types_with_body(std::string_view body) {
    std::vector<std::string> names;
    const auto has = [&](std::span<const AttributeSyntax> attributes) {
        const AttributeSyntax* found = find_attribute(attributes, body);
        return found != nullptr && found->kind == ValueKind::body;
    };
    if (has(common_attributes())) return {"every promise"};
    auto types = promise_type_names();
    std::ranges::sort(types);
    for (const std::string_view type : types) {
        if (has(find_promise_type(type)->attributes)) names.emplace_back(type);
    }
    return names;
}

std::string head_of(const LibraryDefinition& definition) {
    return std::string(definition.text.substr(0, definition.text.find('\n')));
}

/// "body perms m(mode)" is "m(mode)".
std::string call_of(const LibraryDefinition& definition) {
    const std::string head = head_of(definition);
    return head.substr(head.find(definition.name, head.find(' ') + definition.type.size()));
}

void add_built_in(ReferenceEntry& entry, std::span<const LibraryDefinition> library) {
    std::vector<std::string> calls;
    for (const LibraryDefinition& definition : library) {
        if (definition.type != entry.name || !definition.text.starts_with("body")) continue;
        if (calls.empty()) entry.example = trimmed(definition.text);
        calls.push_back(call_of(definition));
    }
    if (!calls.empty()) entry.notes.push_back("built in: " + joined(calls, ", "));
}

ReferenceEntry entry_of_body(
    const TypeSyntax& type, const Bodies& bodies, std::span<const LibraryDefinition> library
) {
    const bool is_control = type.use == BodyPlace::control;
    const std::string name(type.name);
    ReferenceEntry entry{
        .kind = ReferenceKind::body,
        .name = name,
        .title = "body " + name + (is_control ? " control" : "")};
    const auto described = bodies.find(type.name);
    const AttributeDescription* body = described == bodies.end() ? nullptr : described->second;
    const auto* const control =
        std::ranges::find(control_summaries, type.name, &ControlSummary::name);
    if (is_control && control != control_summaries.end()) entry.summary = control->summary;
    if (body != nullptr) entry.summary = body->summary;
    for (const AttributeSyntax& attribute : type.attributes) {
        const auto* known =
            body == nullptr ? nullptr : attribute_named(attribute.name, body->attributes);
        entry.parts.push_back(
            {.name = std::string(attribute.name),
             .value = value_text(attribute),
             .summary = known == nullptr ? "" : known->summary}
        );
    }
    if (!is_control)
        entry.notes.push_back("an attribute of: " + joined(types_with_body(name), ", "));
    const bool has_example =
        is_control && control != control_summaries.end() && !control->example.empty();
    entry.example = has_example ? std::string(control->example) : sample_body(type);
    if (!is_control) add_built_in(entry, library);
    return entry;
}

ReferenceEntry entry_of_bundle(const BundleSyntax& bundle) {
    const std::string name(bundle.name);
    ReferenceEntry entry{
        .kind = ReferenceKind::bundle,
        .name = name,
        .title = "bundle " + name + " NAME",
        .summary = "a bundle of type " + name + " holds promises of these types",
        .example = "bundle " + name + " example\n{\n  reports:\n      \"Hello.\";\n}"};
    for (const std::string_view type : bundle.promise_types)
        entry.parts.push_back({.name = std::string(type), .value = "promises"});
    return entry;
}

} // namespace

std::string value_text(const AttributeSyntax& attribute) {
    const std::string value = value_of(attribute);
    switch (attribute.status) {
    case SyntaxStatus::normal: return value;
    case SyntaxStatus::deprecated: return value + ", deprecated";
    case SyntaxStatus::removed: return value + ", removed: without effect";
    }
    return value;
}

std::vector<ReferenceEntry> body_entries(const TypeDescriptions& types, LibraryPart library) {
    const Bodies bodies = bodies_of(types);
    const Library built_in;
    const auto definitions = library == LibraryPart::included ? built_in.definitions()
                                                              : std::vector<LibraryDefinition>();
    std::vector<ReferenceEntry> entries;
    auto names = body_type_names();
    std::ranges::sort(names);
    for (const std::string_view name : names)
        entries.push_back(entry_of_body(*find_body_type(name), bodies, definitions));
    for (const BundleSyntax& bundle : bundle_types())
        entries.push_back(entry_of_bundle(bundle));
    return entries;
}

} // namespace vow::cfengine
