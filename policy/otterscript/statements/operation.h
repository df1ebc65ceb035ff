#pragma once

#include "policy/otterscript/syntax/tree.h"
#include "protocol/promise/promise.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vow::otterscript {

class OperationRun;

/// Decides in which passes an operation runs (section 4 of the language).
enum class OperationKind : std::uint8_t { collect, verify, ensure, execute, intrinsic };

/// A property of an operation.
struct Property {
    /// `unused`: it is known, and has no effect here, of which a check warns.
    enum class Use : std::uint8_t { optional, required, raw, output, unused };

    std::string_view name;
    Use use = Use::optional;
    std::string_view pattern = {}; ///< matches the whole text, and each text of a list; empty: any
    std::string_view alias = {};   ///< another name of it
};

/// Null if an operation with these properties has none of that name. Names are found in any case.
inline const Property* find_property(std::span<const Property> properties, std::string_view name) {
    const std::string wanted = lower_case(name);
    const auto found = std::ranges::find_if(properties, [&](const Property& property) {
        return lower_case(property.name) == wanted ||
               (!property.alias.empty() && lower_case(property.alias) == wanted);
    });
    return found == properties.end() ? nullptr : &*found;
}

/// A row of the table of operations, or one that a promise type makes.
struct Operation {
    std::string name;
    std::string space = {}; ///< may be written before `::`
    OperationKind kind = OperationKind::execute;
    std::span<const Property> properties = {}; ///< the first takes the positional argument
    void (*run)(OperationRun& run) = nullptr;
    std::string_view help = {};    ///< one sentence
    std::string_view example = {}; ///< a statement
    std::string unavailable = {};  ///< the reason, and what to use instead; empty: it runs
    /// Of an operation that keeps a promise: the arguments are its attributes. Null for others.
    const PromiseType* type = nullptr;
    bool takes_others = false; ///< arguments that are not among the properties
    /// Of one that is unavailable and has the name of one that is not: between blanks.
    std::string_view argument_names = {};
};

} // namespace vow::otterscript
