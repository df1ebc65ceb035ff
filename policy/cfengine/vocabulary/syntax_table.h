#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

/// The bundle types, promise types, body types and attributes of the language. Functions have a
/// table of their own (program/function.h). All spans but the promise types of a bundle are sorted
/// by name.

namespace vow::cfengine {

/// The kind of value that an attribute takes.
enum class ValueKind {
    string,        ///< range: a regular expression that matches the whole text; empty: any text
    integer,       ///< range: "LOW,HIGH"
    real,          ///< range: "LOW,HIGH"
    option,        ///< range: the words, "fix,warn,nop"
    integer_range, ///< "3,8"; range: as for integer
    real_range,
    condition, ///< a class expression; range: a regular expression
    strings,   ///< this and the following are lists; the range is that of an element
    integers,
    reals,
    options,
    conditions,
    data,
    body,  ///< the name of a body whose type is the attribute's name
    bundle ///< the name of a bundle
};

enum class SyntaxStatus { normal, deprecated, removed };

struct AttributeSyntax {
    std::string_view name;
    ValueKind kind;
    std::string_view range = {};
    SyntaxStatus status = SyntaxStatus::normal;
};

enum class BodyPlace { attribute, control };

/// A body type or a promise type, the latter without the attributes that all promise types share.
struct TypeSyntax {
    std::string_view name;
    std::span<const AttributeSyntax> attributes;
    BodyPlace use = BodyPlace::attribute; ///< control: only `body TYPE control` may be defined
};

struct BundleSyntax {
    std::string_view name;
    std::span<const std::string_view> promise_types;
};

std::span<const AttributeSyntax> common_attributes(); ///< of every promise type
std::span<const BundleSyntax> bundle_types();

/// Null for an unknown name.
const TypeSyntax* find_body_type(std::string_view name);
const TypeSyntax* find_promise_type(std::string_view name);
const BundleSyntax* find_bundle_type(std::string_view name);
std::vector<std::string_view> body_type_names();
std::vector<std::string_view> promise_type_names();
const AttributeSyntax* find_attribute(std::span<const AttributeSyntax> in, std::string_view name);
/// An attribute of a promise type, including common ones.
const AttributeSyntax*
find_promise_attribute(const TypeSyntax& promise_type, std::string_view attribute);

bool is_list(ValueKind kind);

/// True if the attribute sets the type and value of a variable: string, int, slist, ...
bool is_variable_type(std::string_view attribute);
/// Whether a list attribute of a promise may have the name of a list as its value.
bool takes_list_by_name(std::string_view attribute);

/// True if the language defines the promise type, for any type of bundle.
bool is_built_in(std::string_view promise_type);

/// The place of a promise type in normal order, in which a bundle of that type evaluates its
/// sections (semantics 1.1, 1.6, 1.8). All custom types share the last place: they keep the order
/// of their first appearance.
std::size_t place_in_normal_order(std::string_view bundle_type, std::string_view promise_type);

/// True for attributes that are not sent to modules of custom types (module protocol, section 3):
/// guards, all that decide about classes, and some terms.
bool is_kept_by_agent(std::string_view attribute);

/// The attribute of `action` bodies that a custom promise may have itself; null for others.
const AttributeSyntax* find_term(std::string_view attribute);

/// A promise type of the language whose promises the agent cannot keep.
struct MissingType {
    std::string_view name;
    std::string_view reason;
    std::string_view alternative; ///< an imperative
};

/// Types of other programs (server, monitor, ...) are not among them, since the agent need not keep
/// their promises.
std::span<const MissingType> missing_types();

/// Null if the agent keeps promises of the type.
const MissingType* find_missing_type(std::string_view name);

} // namespace vow::cfengine
