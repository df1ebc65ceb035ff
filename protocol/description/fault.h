#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"
#include "protocol/text/patterns.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// One thing in which a promise is not what its module's description wants (protocol/README.md,
/// section 9). Modules, `vow check` and the harness judge by these rules alike. The value of a
/// secret attribute is in no fault.
struct Fault {
    enum class Kind { promiser, missing, unknown, type, choice, pattern, rule };

    Kind kind;
    std::string attribute; ///< by name; empty: it is about the promiser
    std::string text;      ///< in words that follow "Attribute 'x' ": "must be a text, not '1'"
    std::string body = {}; ///< that the attribute is one of; empty: it is one of the promise
};

/// A sentence: "Attribute 'state' is missing", "Attribute 'mode' in 'perms' must be a text".
std::string text_of(const Fault& fault);

/// Those of the promiser first, then of attributes as they are described, then unknown ones by
/// name, then those of rules.
std::vector<Fault> faults_of(
    const Promise& promise, const PromiseTypeDescription& described, CompiledPatterns& patterns
);
std::vector<Fault> faults_of(const Promise& promise, const PromiseTypeDescription& described);
/// Without the promiser: those of the attributes, an object as it goes over the wire.
std::vector<Fault> faults_of_attributes(
    const Data& attributes, const PromiseTypeDescription& described, CompiledPatterns& patterns
);

/// The first fault of one value; nullopt if there is none.
std::optional<Fault> fault_of(const AttributeDescription& described, const AttributeValue& value);
std::optional<Fault>
fault_of_promiser(const PromiseTypeDescription& described, std::string_view promiser);

/// Whether promises of every type may have the attribute, described or not.
bool is_always_allowed(std::string_view attribute);

} // namespace vow
