#pragma once

#include "policy/source/source_text.h"
#include "protocol/promise/promise.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The place of a part of a policy, for messages and events; empty without a source.
inline Origin origin_at(const Span& span) {
    if (span.source == nullptr) return {};
    const Position position = span.position();
    return {.file = span.source->path(), .line = position.line, .column = position.column};
}

/// One text of a written list.
struct WrittenItem {
    std::string text;
    Span span = {};
};

/// The value of an attribute as written, as far as it is known before the policy runs.
struct WrittenValue {
    enum class Form {
        unknown, ///< computed when the policy runs
        text,
        word, ///< a name without quotes: of a body, whose attributes are not known here
        list
    };

    Form form = Form::unknown;
    Span span = {};
    std::string text = {};               ///< of a text or word
    std::vector<WrittenItem> items = {}; ///< of a list: those that are known
    bool has_unknown_items = false;
    std::string as_text = {}; ///< this value written as a text, for hints, and as a
    std::string as_list = {}; ///< list; empty if the language cannot write it so
};

struct WrittenAttribute {
    std::string_view name;
    Span span; ///< of the name
    WrittenValue value;
};

/// A promise as written, independent of the policy's language.
struct WrittenPromise {
    std::string_view type;
    Span type_span; ///< the definition of the type or, without one, its name
    std::string_view promiser;
    bool is_promiser_known; ///< false: computed when the policy runs
    Span span;              ///< of the promiser
    std::vector<WrittenAttribute> attributes = {};

    /// Null if it does not have the attribute.
    const WrittenAttribute* find(std::string_view name) const {
        for (const WrittenAttribute& attribute : attributes) {
            if (attribute.name == name) return &attribute;
        }
        return nullptr;
    }
};

/// A promise type whose promiser names an object: the attributes that choose a part of it, and
/// those that are values of it.
struct ObjectType {
    std::string_view name;
    std::array<std::string_view, 3> identity; ///< unused names are empty
    std::array<std::string_view, 5> values;
};

/// Null for a type of which it is not known.
const ObjectType* find_object_type(std::string_view name);

/// Attributes of two promises that want different values for one object.
struct PromiseClash {
    const WrittenAttribute* first;
    const WrittenAttribute* second;
};

/// For promises of one type. nullopt if they agree, are about different objects, or are not known
/// before the policy runs.
std::optional<PromiseClash>
find_clash(const ObjectType& type, const WrittenPromise& first, const WrittenPromise& second);

} // namespace vow
