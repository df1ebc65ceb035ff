#include "policy/otterscript/descriptions.h"

#include "policy/otterscript/functions/table.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/syntax/script_parser.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <set>

namespace vow::otterscript {
namespace {

using Parameter = FunctionDescription::Parameter;

std::string_view result_of(Returns returns) {
    switch (returns) {
    case Returns::scalar: return "scalar";
    case Returns::vector: return "vector";
    case Returns::map: return "map";
    case Returns::any: return "any";
    }
    return {};
}

char mark_of(Returns returns) {
    return returns == Returns::vector ? '@' : returns == Returns::map ? '%' : '$';
}

/// "text, [count]" or "part, ..".
FunctionDescription description_of(const Function& function) {
    FunctionDescription described{
        .name = mark_of(function.returns) + std::string(function.name),
        .parameters = {},
        .required = function.required,
        .arity = FunctionDescription::Arity::fixed,
        .returns = std::string(result_of(function.returns)),
        .help = function.unavailable.empty()
                    ? std::string(function.help)
                    : "Not available: " + std::string(function.unavailable) + ".",
        .example = std::string(function.example)};
    if (function.parameters.empty()) return described;
    for (const std::string_view part : split_at(function.parameters, ',')) {
        const std::string_view name = trimmed(part, " []");
        if (name == "..")
            described.arity = FunctionDescription::Arity::variadic;
        else
            described.parameters.push_back({std::string(name), "value", ""});
    }
    return described;
}

std::string_view word_of(const Operation& operation) {
    if (!operation.unavailable.empty()) return "not available";
    switch (operation.kind) {
    case OperationKind::collect: return "Collect operation";
    case OperationKind::verify: return "Verify operation";
    case OperationKind::ensure: return "Ensure operation";
    case OperationKind::execute: return "Execute operation";
    case OperationKind::intrinsic: return "operation";
    }
    return {};
}

/// The required properties come first, as in the signature of a function.
FunctionDescription description_of(const Operation& operation) {
    FunctionDescription described{
        .name = operation.space + "::" + operation.name,
        .parameters = {},
        .required = 0,
        .arity = FunctionDescription::Arity::fixed,
        .returns = std::string(word_of(operation)),
        .help = operation.unavailable.empty() ? std::string(operation.help)
                                              : "Not available: " + operation.unavailable + ".",
        .example = std::string(operation.example)};
    for (const bool is_required : {true, false}) {
        for (const Property& property : operation.properties) {
            if ((property.use == Property::Use::required) != is_required) continue;
            const bool is_output = property.use == Property::Use::output;
            described.parameters.push_back(
                {std::string(property.name), is_output ? "output" : "value", ""}
            );
            described.required += is_required ? 1 : 0;
        }
    }
    return described;
}

/// Those that people write, by name. Of a space that is not available as a whole one row stands for
/// all.
std::vector<const Operation*> listed_operations() {
    std::set<std::string_view> unavailable_spaces;
    for (const Operation& operation : native_operations()) {
        if (operation.name == "*") unavailable_spaces.insert(operation.space);
    }
    std::vector<const Operation*> listed;
    for (const Operation& operation : native_operations()) {
        const bool is_internal = operation.kind == OperationKind::intrinsic;
        const bool is_listed_as_space = operation.name != "*" && !operation.unavailable.empty() &&
                                        unavailable_spaces.contains(operation.space);
        if (!is_internal && !is_listed_as_space) listed.push_back(&operation);
    }
    std::ranges::sort(listed, {}, [](const Operation* each) {
        return std::pair(std::string_view(each->name), std::string_view(each->space));
    });
    return listed;
}

std::string_view word_of(Property::Use use) {
    switch (use) {
    case Property::Use::optional: return "value";
    case Property::Use::required: return "value, required";
    case Property::Use::raw: return "text that is not expanded";
    case Property::Use::output: return "a variable for the result";
    case Property::Use::unused: return "ignored";
    }
    return {};
}

ReferencePart part_of(const Property& property) {
    ReferencePart part{
        .name = std::string(property.name), .value = std::string(word_of(property.use))};
    if (!property.alias.empty()) part.value.append(", also called ").append(property.alias);
    if (!property.pattern.empty()) part.value.append(", matches ").append(property.pattern);
    return part;
}

ReferenceEntry entry_of(const Operation& operation) {
    const FunctionDescription described = description_of(operation);
    ReferenceEntry entry{
        .kind = ReferenceKind::operation,
        .name = described.name,
        .title = described.name,
        .summary = described.help};
    for (const Property& property : operation.properties)
        entry.parts.push_back(part_of(property));
    if (operation.unavailable.empty()) entry.notes.push_back(described.returns);
    if (!entry.parts.empty())
        entry.notes.push_back("the value before the brackets is " + entry.parts.front().name);
    entry.example = described.example;
    return entry;
}

/// Of the three operations of a type the one that plans use most.
ReferenceEntry entry_of_type(const PromiseTypeDescription& type) {
    return {
        .kind = ReferenceKind::operation,
        .name = "Vow::Ensure-" + type.name,
        .title = "Vow::Ensure-" + type.name,
        .summary = type.summary,
        .other_names = {"Vow::Verify-" + type.name, "Vow::Execute-" + type.name},
        .notes = {
            "the value before the brackets is the promiser; the arguments are the attributes of "
            "promises of type " +
            type.name + ": vow doc module:" + type.name}};
}

ReferenceEntry entry_of_function(const FunctionDescription& function) {
    ReferenceEntry entry = vow::entry_of(function);
    const bool is_available = !entry.example.empty();
    if (!is_available) entry.parts.clear();
    if (is_available)
        entry.example =
            std::string("set ") + entry.example.front() + "result = " + entry.example + ";";
    return entry;
}

ReferenceEntry entry_of(const StatementWord& statement) {
    return {
        .kind = ReferenceKind::statement,
        .name = std::string(statement.word),
        .title = "statement " + std::string(statement.word),
        .summary = std::string(statement.help),
        .example = std::string(statement.example)};
}

} // namespace

std::vector<FunctionDescription> descriptions() {
    std::vector<FunctionDescription> all;
    for (const Function& function : functions())
        all.push_back(description_of(function));
    for (const Operation* operation : listed_operations())
        all.push_back(description_of(*operation));
    return all;
}

std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types) {
    std::vector<ReferenceEntry> all;
    for (const StatementWord& statement : statement_words())
        all.push_back(entry_of(statement));
    for (const Operation* operation : listed_operations())
        all.push_back(entry_of(*operation));
    for (const auto& [name, type] : types)
        all.push_back(entry_of_type(type));
    for (const Function& function : functions())
        all.push_back(entry_of_function(description_of(function)));
    return all;
}

} // namespace vow::otterscript
