#pragma once

#include "protocol/data/data.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace vow::otterscript {

/// The three kinds of values, by the sign that marks their variables: $ @ %.
enum class Sign : std::uint8_t { scalar, vector, map };

/// '$', '@' or '%'.
char mark_of(Sign sign);
/// "scalar", "vector" or "map".
std::string_view noun_of(Sign sign);

class Value;
class Map;
using Vector = std::vector<Value>;

/// A text, a list of values, or values by name. Copies share their content until one is changed.
class Value {
public:
    Value() = default;                                     ///< the empty text
    Value(std::string text) : content_(std::move(text)) {} // NOLINT(google-explicit-constructor)
    Value(Vector items);                                   // NOLINT(google-explicit-constructor)
    Value(Map map);                                        // NOLINT(google-explicit-constructor)

    /// The value that a variable of this sign has before it is set.
    static Value empty(Sign sign);
    static Value boolean(bool truth) { return std::string(truth ? "true" : "false"); }
    static Value number(std::int64_t number) { return std::to_string(number); }

    Sign sign() const { return static_cast<Sign>(content_.index()); }
    bool is_text() const { return sign() == Sign::scalar; }
    const std::string& text() const { return std::get<0>(content_); } ///< of a scalar
    std::span<const Value> items() const;                             ///< of a vector
    const Map& map() const { return *std::get<2>(content_); }         ///< of a map

    /// A vector with one more item at its end. Takes constant time on average if this vector was
    /// not appended to before.
    Value appended(Value item) const;

    /// The content to change, which no other value shares then.
    std::string& own_text() { return std::get<0>(content_); }
    /// An item of a vector, which grows with empty texts up to that index.
    Value& own_item(std::size_t index);
    Map& own_map();

    /// Changes of a vector: in place, and in constant time on average at both of its ends, if no
    /// other value shares its items.
    void insert(std::size_t index, Value item);
    void erase(std::size_t index);
    void append(Vector further);
    /// Whether both are vectors and have the same items in the same memory.
    bool shares_items(const Value& other) const;

    friend bool operator==(const Value& left, const Value& right);

private:
    friend class Map;
    /// Successive items of a list, which longer vectors share. Items that a vector holds do not
    /// change, nor move while others share them.
    struct Items {
        std::shared_ptr<Vector> list;
        std::size_t size;
        std::size_t first = 0; ///< the items before it are room for more
    };
    /// The items to change. The list has no others after them.
    Items& own_items();
    /// Whether a container is among its items, or among those of the copies that share them.
    bool holds_containers() const;

    std::variant<std::string, Items, std::shared_ptr<Map>> content_;
};

inline std::span<const Value> Value::items() const {
    const Items& items = std::get<1>(content_);
    return {items.list->data() + items.first, items.size};
}

/// Values by name, in the order in which they were added. Names are exact. Copies share a table
/// until an older one is used again: the newest one changes in constant time on average.
class Map {
public:
    using Item = std::pair<std::string, Value>;

    Map();

    /// Null without that key. Until the map or a copy of it changes.
    const Value* find(const std::string& key) const;
    void set(const std::string& key, Value value);
    /// The value of a key to change, which is added if it is missing. No copy shares the table
    /// then.
    Value& at(const std::string& key);
    void erase(const std::string& key);
    const std::vector<Item>& items() const;
    std::size_t size() const;

    friend bool operator==(const Map& left, const Map& right);

private:
    friend class Value;
    struct Table;

    bool holds_containers() const;
    /// The table in the state of this copy.
    Table& current() const;
    /// The same, for a change; with a table of its own if the others cannot share the change.
    Table& changeable(bool is_shareable);
    void give_own_table() const;

    mutable std::shared_ptr<Table> table_;
    mutable std::size_t version_ = 0; ///< the number of the table's changes that this copy has
};

/// JSON for a value, in which all scalars are texts.
Data data_from(const Value& value);
/// Numbers and truth values become texts, null the empty text.
Value value_from(const Data& data);
/// An attribute of a promise: a vector of texts is a list, other containers are data.
PlainValue attribute_from(const Value& value);
/// A vector of texts.
Value vector_of(const std::vector<std::string>& texts);

} // namespace vow::otterscript
