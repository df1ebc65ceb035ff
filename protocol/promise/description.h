#pragma once

#include "protocol/promise/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

/// What a module says of itself (protocol/README.md, section 9): plain facts, which checking a
/// policy, documentation and fuzzing read. Nothing here checks a promise.

/// What an attribute may hold. On the wire numbers and truth values are texts.
enum class AttributeType { string, int_, real, bool_, slist, body, data };

/// The word on the wire: "int" for int_.
std::string_view text_of(AttributeType type);
std::optional<AttributeType> attribute_type_from(std::string_view word);

struct AttributeDescription {
    std::string name;
    AttributeType type = AttributeType::string;
    bool required = false;
    std::optional<Data> fallback = {};     ///< what holds when it is not promised
    std::vector<std::string> choices = {}; ///< empty: any
    std::string pattern = {};              ///< matches the whole text; empty: any
    bool secret = false;
    std::string summary = {};
};

struct PromiseTypeDescription {
    std::string name;
    std::string summary = {};
    std::string promiser_summary = {};
    std::string promiser_pattern = {}; ///< matches the whole promiser; empty: any
    std::vector<AttributeDescription> attributes = {};
    std::vector<std::string> result_classes = {};
    std::vector<std::string> examples = {};

    /// Null: there is no such attribute.
    const AttributeDescription* attribute(std::string_view attribute_name) const;
};

struct Description {
    std::string summary = {};
    std::vector<PromiseTypeDescription> promise_types = {};

    /// A description of a single type holds under whatever name a policy gives to it. Null: nothing
    /// is said of that type.
    const PromiseTypeDescription* promise_type(std::string_view name) const;
};

Data data_from(const Description& description);

/// The description that a module sent; or what is wrong with it, in words that follow "its
/// description ". Members that are not known are ignored.
std::variant<Description, std::string> description_from(const Data& data);

} // namespace vow
