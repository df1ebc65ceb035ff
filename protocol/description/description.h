#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

/// A module's description of its promise types (protocol/README.md, section 9): plain data for
/// checking policies, documentation and fuzzing. Nothing here checks a promise.

/// The type of an attribute. On the wire numbers and truth values are texts.
enum class AttributeType { string, int_, real, bool_, slist, body, data };

/// The word on the wire: "int" for int_.
std::string_view text_of(AttributeType type);
std::optional<AttributeType> attribute_type_from(std::string_view word);

/// A constraint between attributes. An attribute counts as promised unless it is a truth value that
/// is false.
struct AttributeRule {
    std::vector<std::string> with = {};     ///< the rule holds when all of these are promised
    std::vector<std::string> needs = {};    ///< then one of these must be, too; may be empty
    std::vector<std::string> excludes = {}; ///< and none of these
    std::string summary = {};               ///< the reason, in words that follow a colon
};

/// An attribute of a promise type, or of a body.
struct AttributeDescription {
    std::string name;
    AttributeType type = AttributeType::string;
    bool required = false;
    std::optional<Data> fallback = {};     ///< the value if it is not promised
    std::vector<std::string> choices = {}; ///< empty: any
    std::string pattern = {};              ///< matches the whole text; empty: any
    bool secret = false;
    std::string summary = {};
    std::vector<AttributeDescription> attributes = {}; ///< of a body; empty: any
    std::vector<AttributeRule> rules = {};             ///< among those of a body
};

/// Null for an unknown attribute.
const AttributeDescription*
attribute_named(std::string_view name, const std::vector<AttributeDescription>& among);

/// A promise type: its promiser, its attributes and the rules among them.
struct PromiseTypeDescription {
    std::string name;
    std::string summary = {};
    std::string promiser_summary = {};
    std::string promiser_pattern = {}; ///< matches the whole promiser; empty: any
    std::vector<AttributeDescription> attributes = {};
    std::vector<AttributeRule> rules = {};
    std::vector<std::string> result_classes = {};
    std::vector<std::string> examples = {};

    /// Null for an unknown attribute.
    const AttributeDescription* attribute(std::string_view attribute_name) const;
};

/// All promise types of a module.
struct Description {
    std::string summary = {};
    std::vector<PromiseTypeDescription> promise_types = {};
    /// In the description that was read, one sentence each. The members that they name are left
    /// out.
    std::vector<std::string> mistakes = {};

    /// A description of a single type applies under any name that a policy gives it. Null if that
    /// type is not described.
    const PromiseTypeDescription* promise_type(std::string_view name) const;
};

/// The description as a module sends it, without members that have their default.
Data data_from(const Description& description);

/// Reads the description that a module sent. A mistake drops only the member that is wrong, and is
/// listed in the description's mistakes; whether an attribute is secret is never lost by one.
/// Returns the fault of a description that cannot be used, in words that follow "its description ".
/// Unknown members are ignored.
std::variant<Description, std::string> description_from(const Data& data);

/// Parts of a description in words, for pages, listings and messages.

/// The constraints on an attribute other than its type: "required, one of present, absent".
std::string demands_on(const AttributeDescription& attribute);

/// "delete with depth_search needs file_select", "delete excludes create, content: why".
std::string sentence_of(const AttributeRule& rule);

} // namespace vow
