#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace vow::inmanta {

/// An instance of an entity, as values refer to it.
class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
    /// "std::Host (instantiated at main.cf:3)".
    virtual std::string text() const = 0;
    virtual std::string_view type_name() const = 0;
};

class Dict;

/// A value that is looked up when a resource is deployed.
struct Deferred {
    std::int64_t number; ///< of the reference in the Python helper; equal ones have the same
    std::string type;    ///< of the value: "string", "any"
    std::string text;
};

/// A value of a model. Copying costs a reference count at most.
class Value {
public:
    struct Null {
        friend bool operator==(Null, Null) { return true; }
    };
    /// Known only after a run has brought it.
    struct Unknown {
        friend bool operator==(Unknown, Unknown) { return true; }
    };
    using List = std::vector<Value>;

    Value() = default;                               ///< null
    Value(bool truth) : content_(truth) {}           // NOLINT(google-explicit-constructor)
    Value(std::int64_t number) : content_(number) {} // NOLINT(google-explicit-constructor)
    Value(double number) : content_(number) {}       // NOLINT(google-explicit-constructor)
    Value(std::string text);                         // NOLINT(google-explicit-constructor)
    Value(List items);                               // NOLINT(google-explicit-constructor)
    Value(Dict members);                             // NOLINT(google-explicit-constructor)
    Value(Object& instance) : content_(&instance) {} // NOLINT(google-explicit-constructor)
    Value(Unknown unknown) : content_(unknown) {}    // NOLINT(google-explicit-constructor)
    Value(Deferred deferred);                        // NOLINT(google-explicit-constructor)
    Value(const char*) = delete;

    bool is_null() const { return std::holds_alternative<Null>(content_); }
    bool is_unknown() const { return std::holds_alternative<Unknown>(content_); }
    bool is_number() const { return integer() != nullptr || real() != nullptr; }
    const bool* truth() const { return std::get_if<bool>(&content_); }
    const std::int64_t* integer() const { return std::get_if<std::int64_t>(&content_); }
    const double* real() const { return std::get_if<double>(&content_); }
    const std::string* string() const;
    const List* list() const;
    const Dict* dict() const;
    Object* object() const;
    const Deferred* deferred() const;

    /// Of a number or a truth value; 0 for any other.
    double as_real() const;

    /// As Python compares: numbers and truth values by their amount, instances by identity.
    friend bool operator==(const Value& left, const Value& right);

private:
    using Content = std::variant<
        Null,
        bool,
        std::int64_t,
        double,
        std::shared_ptr<const std::string>,
        std::shared_ptr<const List>,
        std::shared_ptr<const Dict>,
        Object*,
        Unknown,
        std::shared_ptr<const Deferred>>;

    Content content_;
};

/// Texts and their values, in written order.
class Dict {
public:
    using Member = std::pair<std::string, Value>;

    /// Adds, or replaces.
    void set(std::string key, Value value);
    /// Null without that key.
    const Value* find(const std::string& key) const;
    const std::vector<Member>& members() const { return members_; }

    friend bool operator==(const Dict& left, const Dict& right);

private:
    std::vector<Member> members_;
    std::unordered_map<std::string, std::size_t> positions_;
};

/// Whether it is unknown, or has an unknown part.
bool holds_unknown(const Value& value);
/// Whether it is deferred, or has a deferred part.
bool holds_deferred(const Value& value);

/// How truth values and null are written.
enum class Style {
    model,  ///< true, null: in texts that the model makes
    message ///< True, null: in messages, as the reference has them
};

/// The value as a text: of a string its content.
std::string text_of(const Value& value, Style style = Style::model);
/// The same as part of a list: strings in quotes, of instances the type alone.
std::string quoted_text_of(const Value& value, Style style = Style::model);
/// "3", "2.5": the shortest digits that read back as the same number.
std::string text_of_real(double number);
/// Python's name of its type: "str", "int", "list".
std::string_view type_word_of(const Value& value);

} // namespace vow::inmanta
