#pragma once

#include "protocol/data/conversion.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// A shared, immutable list of texts, cheap to copy.
using List = std::shared_ptr<const std::vector<std::string>>;

List list_of(std::vector<std::string> items);

enum class ValueType { string, integer, real, slist, ilist, rlist, data, condition };

/// "string", "int", "real", "slist", ...: the name of the attribute of a `vars` promise. Variables
/// are never of type condition, which is "context".
std::string_view text_of(ValueType type);

/// Every value of the language: of a variable, an attribute, an argument or a call. Numbers are
/// stored as text, as in the language: 3k became 3000 when the variable was defined. Lists and data
/// are shared, so a copy is cheap.
class Value {
public:
    /// The result of a condition. Only from bool, so that no pointer converts.
    explicit(false) Value(std::same_as<bool> auto holds) // NOLINT(google-explicit-constructor)
        : content_(holds) {}

    static Value string(std::string text) { return {ValueType::string, std::move(text)}; }
    static Value integer(std::string digits) { return {ValueType::integer, std::move(digits)}; }
    static Value integer(long long number) { return integer(std::to_string(number)); }
    static Value real(double number); ///< six decimals
    static Value list(List items, ValueType type = ValueType::slist) {
        return {type, std::move(items)};
    }
    static Value list(std::vector<std::string> items) { return list(list_of(std::move(items))); }
    static Value data(Data data) { return {ValueType::data, std::move(data)}; }
    static Value of(ValueType type, std::string text) { return {type, std::move(text)}; }

    ValueType type() const { return type_; }
    /// Null if the value has another shape.
    const std::string* text() const { return std::get_if<std::string>(&content_); }
    const List* list() const { return std::get_if<List>(&content_); }
    const Data* data() const { return std::get_if<Data>(&content_); }
    const bool* condition() const { return std::get_if<bool>(&content_); }

    /// A scalar as a text, a condition as the class expression "any" or "!any". Empty for lists and
    /// containers.
    std::string as_text() const;
    /// The items of a list, the scalar children of a container, or the one text.
    List as_list() const;
    /// A list becomes an array, a text or condition a string.
    Data as_data() const;
    /// A condition as its text, as variables and arguments store it; any other value as it is.
    Value without_condition() const { return condition() ? string(as_text()) : *this; }

private:
    using Content = std::variant<std::string, List, Data, bool>;
    Value(ValueType type, Content content) : type_(type), content_(std::move(content)) {}

    ValueType type_ = ValueType::condition;
    Content content_;
};

/// Whether a text holds the beginning of a reference: $( ${ @( @{
bool holds_reference(std::string_view text);
/// Of a text, or of an item of a list.
bool holds_reference(const Value& value);

/// The text of a primitive in `$()`: true, 5, 1.5, the text; empty for null and for containers.
std::string scalar_text(const Data& primitive);

/// The most bytes that one value may take: a policy that doubles a text or a list again and again
/// must not take all memory.
constexpr std::size_t max_value_bytes = std::size_t{256} << 20U;

/// A value would take more than `max_value_bytes`.
class ValueTooLarge : public std::runtime_error {
public:
    ValueTooLarge();
};

/// Throws ValueTooLarge if there are more than `max_value_bytes`.
void check_value_size(std::size_t bytes);
void check_value_size(const Value& value);

/// The bytes that a text takes as an item of a list.
std::size_t item_size(std::string_view text);

/// The scalar children of a container in written order, as iteration visits them, without nested
/// containers and nulls (semantics 7.1).
std::vector<std::string> scalar_children(const Data& container);
void for_each_scalar_child(
    const Data& container, const std::function<void(const std::string&)>& each
);

/// All scalars in a container and its nested containers, in written order, without nulls
/// (semantics 7.8).
std::vector<std::string> scalars_in(const Data& container);

} // namespace vow::cfengine
