#include "policy/cfengine/reference/reference.h"

#include "policy/cfengine/functions/descriptions.h"
#include "policy/cfengine/library/library.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace vow::cfengine {
namespace {

/// A variable that the agent sets. The agent adds `sys`, the facts of the host.
struct OwnVariable {
    std::string_view name;
    std::string_view summary;
};
constexpr std::array own_variables = {
    OwnVariable{"const.at", "the sign @"},
    OwnVariable{"const.dirsep", "the sign between the parts of a path"},
    OwnVariable{"const.dollar", "the sign $"},
    OwnVariable{"const.endl", "the end of a line"},
    OwnVariable{"const.linesep", "the end of a line"},
    OwnVariable{"const.n", "the end of a line"},
    OwnVariable{"const.r", "a carriage return"},
    OwnVariable{"const.t", "a tab"},
    OwnVariable{
        "match.0", "the text that the last pattern has matched; match.1 is its first group"},
    OwnVariable{"this.bundle", "the bundle of the promise"},
    OwnVariable{"this.handle", "the handle of the promise"},
    OwnVariable{"this.namespace", "the namespace of the bundle"},
    OwnVariable{"this.promise_dirname", "the folder of the policy file"},
    OwnVariable{"this.promise_filename", "the path of the policy file"},
    OwnVariable{"this.promise_linenumber", "the line of the promise"},
    OwnVariable{"this.promiser", "the promiser of the promise"}};

/// Comment lines without `# `, as one text.
std::string sentence_from(std::string_view comment) {
    std::string text;
    for (std::string_view line : lines_of(comment)) {
        line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
        if (!text.empty()) text += ' ';
        text += line;
    }
    return text;
}

ReferenceEntry entry_of(const LibraryDefinition& definition) {
    const bool is_body = definition.text.starts_with("body");
    const std::string_view head = definition.text.substr(0, definition.text.find('\n'));
    return {
        .kind = is_body ? ReferenceKind::body : ReferenceKind::bundle,
        .name = std::string(definition.name),
        .title = std::string(head),
        .summary = sentence_from(definition.comment),
        .notes = {"built in; a definition in the policy comes first"},
        .text = std::string(trimmed(definition.text))};
}

/// A promise that takes the result of a call.
std::string promise_with(const FunctionDescription& function) {
    const std::string& returns = function.returns;
    if (function.example.empty() || function.example.starts_with("bundle "))
        return function.example;
    if (returns == "class")
        return "classes:\n    \"found\" expression => " + function.example + ";";
    if (returns == "irange" || returns == "rrange")
        return "body process_count example\n{\n  match_range => " + function.example + ";\n}";
    return "vars:\n    \"result\" " + returns + " => " + function.example + ";";
}

ReferenceEntry entry_of_function(const FunctionDescription& function) {
    ReferenceEntry entry = vow::entry_of(function);
    entry.example = promise_with(function);
    return entry;
}

void append(std::vector<ReferenceEntry>& all, std::vector<ReferenceEntry> more) {
    std::ranges::move(more, std::back_inserter(all));
}

} // namespace

std::vector<ReferenceEntry> definition_entries() {
    std::vector<ReferenceEntry> entries;
    const Library library;
    for (const LibraryDefinition& definition : library.definitions())
        entries.push_back(entry_of(definition));
    return entries;
}

std::vector<ReferenceEntry> variable_entries() {
    std::vector<ReferenceEntry> entries;
    entries.reserve(own_variables.size());
    for (const OwnVariable& variable : own_variables) {
        const std::string name(variable.name);
        entries.push_back(
            {.kind = ReferenceKind::variable,
             .name = name,
             .title = "$(" + name + ")",
             .summary = std::string(variable.summary),
             .example = "reports:\n    \"$(" + name + ")\";"}
        );
    }
    return entries;
}

std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types, LibraryPart library) {
    std::vector<ReferenceEntry> all = type_entries(types);
    append(all, body_entries(types, library));
    if (library == LibraryPart::included) append(all, definition_entries());
    for (const FunctionDescription& function : function_descriptions())
        all.push_back(entry_of_function(function));
    append(all, variable_entries());
    return all;
}

} // namespace vow::cfengine
