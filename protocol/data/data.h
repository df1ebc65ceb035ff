#pragma once

#include "protocol/data/shared_text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vow {

/// A JSON value: null, truth values, numbers, texts, arrays and objects.
///
/// Immutable and shared: copying costs a reference count, whatever the size. Numbers keep their
/// digits, so that `1.50` or a 20-digit integer is written as it was read. Objects keep their order
/// and find members in constant time. Values cannot be edited: make new ones with Data::array and
/// Data::object.
class Data {
public:
    enum class Kind { null, boolean, integer, real, string, array, object };
    using Member = std::pair<std::string, Data>;
    using Array = std::vector<Data>;
    class Object;
    struct Sequence;

    Data() = default; ///< null

    static Data boolean(bool truth);
    static Data integer(std::int64_t number);
    /// The shortest digits that read back as the same number. `number` is finite.
    static Data real(double number);
    /// A number by its digits, which must be a JSON number; its kind follows from them.
    static Data number(std::string_view digits);
    static Data string(std::string_view text);
    static Data string(SharedText text);
    static Data array(Array items);
    /// If several members have the same name, the last wins, in the position of the first.
    static Data object(std::vector<Member> members);

    Kind kind() const;
    bool is_container() const;

    /// The text of a string, the digits of a number, "true" or "false"; empty for the others.
    std::string_view text() const;
    bool truth() const;     ///< of a boolean; false for any other kind
    double as_real() const; ///< of a number; 0 for any other kind

    const Array& items() const;                 ///< of an array; empty for any other kind
    const std::vector<Member>& members() const; ///< of an object, in written order; or empty
    std::size_t size() const; ///< the number of items or members; 0 for the others
    /// About the bytes that it would take if no part of it were shared. Data of a few bytes in
    /// memory may have a text that no memory can hold.
    std::size_t weight() const;

    /// Null without such a member, and if this is not an object.
    const Data* find(std::string_view name) const;
    /// Null if the index is out of range, or this is not an array.
    const Data* at(std::size_t index) const;

    /// Equal as JSON values; members compare regardless of order, numbers by their digits.
    friend bool operator==(const Data& left, const Data& right);

private:
    struct Integer {
        SharedText digits;
    };
    struct Real {
        SharedText digits;
    };
    /// Of the owners of a part, which has their number. A std::shared_ptr takes twice as much.
    template <class Part>
    class Shared {
    public:
        explicit Shared(const Part* made) noexcept : part_(made) {}
        Shared(const Shared& other) noexcept : part_(other.part_) { add_owner(); }
        Shared(Shared&& other) noexcept : part_(std::exchange(other.part_, nullptr)) {}
        Shared& operator=(Shared other) noexcept {
            std::swap(part_, other.part_);
            return *this;
        }
        ~Shared() { remove_owner(); }

        const Part* operator->() const { return part_; }

    private:
        void add_owner() const noexcept;
        void remove_owner() noexcept;

        const Part* part_; ///< null after a move
    };
    using Items = Shared<Sequence>;
    using Members = Shared<Object>;
    using Content = std::variant<std::monostate, bool, Integer, Real, SharedText, Items, Members>;

    explicit Data(Content content) : content_(std::move(content)) {}

    Content content_; ///< of 16 bytes: values exist by the million
};

/// Why a text is not a JSON value, and the byte at which the fault is.
struct DataError {
    std::string message;
    std::size_t offset;
};

/// Reads a text that is one JSON value. Nesting is limited to 1,000 levels, so that hostile input
/// results in an error.
std::variant<Data, DataError> parse_json(std::string_view text);

/// The same for an object, of which only the members in `wanted` are returned; the others are only
/// checked. A text that is not an object is an error.
std::variant<Data, DataError>
parse_json_members(std::string_view text, std::span<const std::string_view> wanted);

/// JSON on one line, members in written order.
std::string json_text(const Data& data);

/// Appends `text` as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);
/// Appends json_text(data).
void append_json(std::string& out, const Data& data);

/// The value of an attribute or a fact: a text, a list of texts, or data. A body is an object whose
/// members are its attributes; a fact that has parts is one, too.
using PlainValue = std::variant<std::string, std::vector<std::string>, Data>;

} // namespace vow
