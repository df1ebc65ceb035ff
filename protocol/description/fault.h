#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// One fault of a promise according to its module's description (protocol/README.md, section 9).
/// Modules, `vow check` and the harness apply the same rules. Faults never contain the value of a
/// secret attribute.
struct Fault {
    enum class Kind { promiser, missing, unknown, type, choice, pattern, rule };

    Kind kind;
    std::string attribute; ///< its name; empty if the fault is in the promiser
    std::string text;      ///< in words that follow "Attribute 'x' ": "must be a text, not '1'"
    std::string body = {}; ///< the body of the attribute; empty for one of the promise itself
};

/// A sentence: "Attribute 'state' is missing", "Attribute 'mode' in 'perms' must be a text".
std::string text_of(const Fault& fault);

/// Faults of the promiser first, then of attributes in the order of the description, then unknown
/// attributes by name, then broken rules.
std::vector<Fault> faults_of(
    const Promise& promise, const PromiseTypeDescription& described, CompiledPatterns& patterns
);
std::vector<Fault> faults_of(const Promise& promise, const PromiseTypeDescription& described);
/// The same without a promiser, for attributes as an object in the form of the wire.
std::vector<Fault> faults_of_attributes(
    const Data& attributes, const PromiseTypeDescription& described, CompiledPatterns& patterns
);

/// The first fault of one value; nullopt for a correct one.
std::optional<Fault> fault_of(const AttributeDescription& described, const AttributeValue& value);
std::optional<Fault>
fault_of_promiser(const PromiseTypeDescription& described, std::string_view promiser);

/// True if promises of every type may have the attribute, described or not.
bool is_always_allowed(std::string_view attribute);

/// Whether an attribute counts as promised, by its name.
using IsPromised = std::function<bool(const std::string&)>;

/// The faults by which attributes break a rule of a description (protocol/README.md, section 9).
/// `body` is the name of the body that has the attributes; empty for those of a promise.
std::vector<Fault> faults_of_rule(
    const AttributeRule& rule, const IsPromised& is_promised, const std::string& body = {}
);

} // namespace vow
