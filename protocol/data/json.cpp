// Writes and reads JSON. This is the only file that uses the JSON library.
#include "protocol/data/data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

namespace vow {
namespace {

constexpr std::size_t max_depth = 1'000;
constexpr std::size_t max_values = 4'000'000;   // a byte of text can become a hundred of memory
constexpr std::size_t max_message_length = 300; // the library's quote the last token, however long

/// Texts that were read lately: documents repeat a few words, which the values then share.
class RecentTexts {
public:
    SharedText shared(std::string_view text) {
        if (text.size() > max_length) return SharedText(text);
        SharedText& recent = texts_[std::hash<std::string_view>{}(text) % texts_.size()];
        if (recent.view() != text) recent = SharedText(text);
        return recent;
    }

private:
    static constexpr std::size_t max_length = 24;
    std::array<SharedText, 64> texts_;
};

/// Builds Data from the callbacks of the library's parser. The contents of open containers lie in
/// two stacks, the innermost container last, so that each is made once, in its final size.
class DataReader {
public:
    // NOLINTBEGIN(readability-identifier-naming): the library's names
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;
    // NOLINTEND(readability-identifier-naming)

    DataReader() = default;
    /// Keeps only these members of the outermost object.
    explicit DataReader(std::span<const std::string_view> wanted)
        : wanted_(wanted),
          only_members_(true) {}

    Data take() { return std::move(result_); }
    DataError take_error() { return std::move(error_); }

    // The library's callbacks; false stops it.
    bool null() { return value(Data()); }
    bool boolean(bool truth) { return skipping() || value(Data::boolean(truth)); }
    bool number_integer(number_integer_t number) {
        return skipping() || value(Data::integer(number));
    }
    bool number_unsigned(number_unsigned_t number) {
        return skipping() || value(Data::number(std::to_string(number)));
    }
    bool number_float(number_float_t, const string_t& digits) {
        return skipping() || value(Data::number(digits));
    }
    bool string(string_t& text) {
        return skipping() || value(Data::string(recent_texts_.shared(text)));
    }
    bool binary(binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Container::object); }
    bool start_array(std::size_t) { return open(Container::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name) {
        if (only_members_ && depth_ == 1) {
            wanted_now_ = std::find(wanted_.begin(), wanted_.end(), name) != wanted_.end();
            if (wanted_now_ &&
                std::ranges::find(members_, name, &Data::Member::first) != members_.end())
                return refuse("it has '" + name + "' twice", 0);
        }
        if (!skipping()) members_.emplace_back(name, Data());
        return true;
    }

    template <class Exception>
    bool parse_error(std::size_t position, const std::string&, const Exception& exception) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ...":
        // the id and the place are for programmers; `offset` holds the place.
        std::string_view message = exception.what();
        if (const std::size_t id = message.find("] "); id != std::string_view::npos) {
            message.remove_prefix(id + 2);
        }
        if (const std::size_t place = message.find(": "); message.starts_with("parse error at")) {
            message.remove_prefix(place + 2);
        }
        const std::string_view shown = message.substr(0, max_message_length);
        return refuse(
            std::string(shown) + (shown.size() < message.size() ? "..." : ""),
            position == 0 ? 0 : position - 1
        );
    }

private:
    enum class Container { array, object };
    struct Level {
        Container container;
        std::size_t begin; ///< of its items or members on their stack
    };

    bool skipping() const { return only_members_ && depth_ >= 1 && !wanted_now_; }

    bool refuse(std::string message, std::size_t offset) {
        error_ = {std::move(message), offset};
        return false;
    }

    bool value(Data data) {
        if (skipping()) return true;
        if (++values_ > max_values)
            return refuse("it has more than " + std::to_string(max_values) + " values", 0);
        if (open_.empty()) {
            result_ = std::move(data);
            return !only_members_ || refuse("it is not a JSON object", 0);
        }
        if (open_.back().container == Container::array) {
            items_.push_back(std::move(data));
        } else {
            members_.back().second = std::move(data);
        }
        return true;
    }

    bool open(Container container) {
        if (depth_ == max_depth) {
            return refuse("it is nested deeper than " + std::to_string(max_depth) + " levels", 0);
        }
        if (only_members_ && depth_ == 0 && container == Container::array) {
            return refuse("it is an array, not an object", 0);
        }
        if (!skipping()) {
            const bool is_array = container == Container::array;
            open_.push_back({container, is_array ? items_.size() : members_.size()});
        }
        ++depth_;
        return true;
    }

    bool close() {
        --depth_;
        if (depth_ == 0) wanted_now_ = true;
        if (skipping()) return true;
        const Level level = open_.back();
        open_.pop_back();
        Data data = level.container == Container::array
                        ? Data::array(cut_off(items_, level.begin))
                        : Data::object(cut_off(members_, level.begin));
        if (open_.empty()) {
            result_ = std::move(data);
            return true;
        }
        return value(std::move(data));
    }

    /// Moves the end of a stack into a list of its own.
    template <class Item>
    static std::vector<Item> cut_off(std::vector<Item>& stack, std::size_t begin) {
        const auto first = stack.begin() + static_cast<std::ptrdiff_t>(begin);
        std::vector<Item> cut(std::make_move_iterator(first), std::make_move_iterator(stack.end()));
        stack.erase(first, stack.end());
        return cut;
    }

    std::span<const std::string_view> wanted_ = {};
    bool only_members_ = false;
    bool wanted_now_ = false;
    std::size_t depth_ = 0;
    std::size_t values_ = 0; ///< so far
    std::vector<Level> open_;
    Data::Array items_;
    std::vector<Data::Member> members_;
    RecentTexts recent_texts_;
    Data result_;
    DataError error_ = {"it is empty", 0};
};

std::variant<Data, DataError> read(std::string_view text, DataReader reader) {
    if (nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) return reader.take();
    return reader.take_error();
}

bool is_ascii(char letter) {
    return static_cast<unsigned char>(letter) < 0x80;
}

/// The length of the part that stands for itself inside a JSON string: up to an escape, or what is
/// not ASCII.
std::size_t plain_length(std::string_view text) {
    constexpr auto is_plain = [](char letter) {
        return static_cast<signed char>(letter) >= 0x20 && letter != '"' && letter != '\\';
    };
    std::size_t length = 0;
    while (length < text.size() && is_plain(text[length]))
        ++length;
    return length;
}

/// Of ASCII, as the library writes it.
void append_escaped(std::string& out, char letter) {
    constexpr std::string_view letters = "\"\\\b\f\n\r\t";
    constexpr std::string_view names = "\"\\bfnrt";
    constexpr std::string_view digits = "0123456789abcdef";
    out += '\\';
    if (const auto at = letters.find(letter); at != std::string_view::npos) {
        out += names[at];
        return;
    }
    out += "u00";
    out += digits[static_cast<unsigned char>(letter) >> 4];
    out += digits[static_cast<unsigned char>(letter) & 0xF];
}

template <class Items, class Append>
void append_list(std::string& out, const Items& items, Append append) {
    bool first = true;
    for (const auto& item : items) {
        if (!first) out += ',';
        first = false;
        append(item);
    }
}

} // namespace

std::variant<Data, DataError> parse_json(std::string_view text) {
    return read(text, DataReader());
}

std::variant<Data, DataError>
parse_json_members(std::string_view text, std::span<const std::string_view> wanted) {
    return read(text, DataReader(wanted));
}

void append_json_string(std::string& out, std::string_view text) {
    const std::size_t begin = out.size();
    out += '"';
    for (auto rest = text;; rest.remove_prefix(1)) {
        const std::size_t plain = plain_length(rest);
        out += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty()) break;
        if (!is_ascii(rest.front())) {
            using nlohmann::json;
            out.resize(begin);
            out += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
            return;
        }
        append_escaped(out, rest.front());
    }
    out += '"';
}

void append_json(std::string& out, const Data& data) {
    switch (data.kind()) {
    case Data::Kind::null: out += "null"; return;
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: out += data.text(); return;
    case Data::Kind::string: append_json_string(out, data.text()); return;
    case Data::Kind::array:
        out += '[';
        append_list(out, data.items(), [&](const Data& item) { append_json(out, item); });
        out += ']';
        return;
    case Data::Kind::object: break;
    }
    out += '{';
    append_list(out, data.members(), [&](const Data::Member& member) {
        append_json_string(out, member.first);
        out += ':';
        append_json(out, member.second);
    });
    out += '}';
}

std::string json_text(const Data& data) {
    std::string text;
    append_json(text, data);
    return text;
}

} // namespace vow
