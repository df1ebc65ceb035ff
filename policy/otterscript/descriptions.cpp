#include "policy/otterscript/descriptions.h"

#include "policy/otterscript/functions/table.h"
#include "policy/otterscript/operations/table.h"
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
                    : "Not available: " + std::string(function.unavailable) + "."};
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
                                              : "Not available: " + operation.unavailable + "."};
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

} // namespace

std::vector<FunctionDescription> descriptions() {
    std::vector<FunctionDescription> all;
    for (const Function& function : functions())
        all.push_back(description_of(function));
    std::vector<FunctionDescription> operations;
    std::set<std::string_view> unavailable_spaces;
    for (const Operation& operation : native_operations()) {
        if (operation.name == "*") unavailable_spaces.insert(operation.space);
    }
    for (const Operation& operation : native_operations()) {
        const bool is_internal = operation.kind == OperationKind::intrinsic;
        const bool is_listed_as_space = operation.name != "*" && !operation.unavailable.empty() &&
                                        unavailable_spaces.contains(operation.space);
        if (!is_internal && !is_listed_as_space) operations.push_back(description_of(operation));
    }
    std::ranges::sort(operations, {}, [](const FunctionDescription& each) {
        return std::pair(each.name.substr(each.name.find("::") + 2), each.name);
    });
    all.insert(all.end(), operations.begin(), operations.end());
    return all;
}

} // namespace vow::otterscript
