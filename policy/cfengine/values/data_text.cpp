#include "policy/cfengine/values/data_text.h"

#include "policy/cfengine/values/value.h"
#include "protocol/data/yaml.h"

#include <algorithm>
#include <string>
#include <vector>

namespace vow::cfengine {

std::variant<Data, DataError> parse_yaml_data(std::string_view text) {
    const auto read = parse_yaml(text);
    if (const auto* error = std::get_if<YamlError>(&read))
        return DataError{error->message, error->offset};
    return data_of(std::get<YamlNode>(read));
}

std::variant<Data, DataError> parse_data_text(std::string_view text) {
    return text.starts_with("---") ? parse_yaml_data(text) : parse_tolerant_json(text);
}

namespace {

constexpr std::string_view json_blanks = " \t\r\n";

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool continues_name(char c) {
    return starts_name(c) || is_digit(c) || c == '.' || c == ':';
}
bool continues_number(char c) {
    return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

bool is_literal(std::string_view word) {
    return word == "true" || word == "false" || word == "null";
}

/// Rewrites tolerated JSON as strict JSON, token by token. Leaves other text as it is: the strict
/// reader reports its errors.
class Strictness {
public:
    Strictness(std::string_view text, const NameLookup& look_up) : text_(text), look_up_(look_up) {}

    /// nullopt if a name is unknown.
    std::optional<std::string> strict() {
        while (at_ < text_.size()) {
            if (!take_token()) return std::nullopt;
        }
        return std::move(out_);
    }

private:
    /// The kinds of token that may come next in the innermost container.
    enum class Next { key, colon, value, comma };

    struct Level {
        bool is_object;
        Next next;
    };

    bool take_token() {
        const char c = text_[at_];
        if (json_blanks.find(c) != json_blanks.npos) {
            ++at_;
            return true;
        }
        switch (c) {
        case '{':
        case '[':
            separate();
            levels_.push_back({c == '{', c == '{' ? Next::key : Next::value});
            pending_ = false;
            out_ += text_[at_++];
            return true;
        case '}':
        case ']':
            pending_ = false;
            out_ += text_[at_++];
            close_level();
            return true;
        case ',':
        case ':': return take_separator();
        case '"': separate(); return take_string();
        default: separate(); return take_word();
        }
    }

    /// Text after the outermost container is ignored.
    void close_level() {
        if (levels_.empty()) return;
        levels_.pop_back();
        value_done();
        if (levels_.empty()) at_ = text_.size();
    }

    /// A comma is held back until something follows it: one before a closing bracket is dropped.
    bool take_separator() {
        const char c = text_[at_++];
        const bool wanted =
            !levels_.empty() && levels_.back().next == (c == ',' ? Next::comma : Next::colon);
        if (!wanted) {
            out_ += c; // the strict reader reports it
            return true;
        }
        Level& level = levels_.back();
        level.next = c == ':' || !level.is_object ? Next::value : Next::key;
        if (c == ':')
            out_ += c;
        else
            pending_ = true;
        return true;
    }

    /// Puts the comma or colon that the next token needs before it.
    void separate() {
        if (levels_.empty()) return;
        Level& level = levels_.back();
        if (pending_ || level.next == Next::comma) {
            out_ += ',';
            if (level.next == Next::comma) level.next = level.is_object ? Next::key : Next::value;
        } else if (level.next == Next::colon) {
            out_ += ':';
            level.next = Next::value;
        }
        pending_ = false;
    }

    void value_done() {
        if (levels_.empty()) return;
        Level& level = levels_.back();
        level.next = level.next == Next::key ? Next::colon : Next::comma;
    }

    bool take_string() {
        out_ += '"';
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\')
                take_escape();
            else
                append_plain(text_[at_]);
        }
        if (at_ < text_.size()) {
            out_ += '"';
            ++at_;
        }
        value_done();
        return true;
    }

    void take_escape() {
        constexpr std::string_view known = "\"\\/bfnrtu";
        const bool escapes = at_ + 1 < text_.size() && known.find(text_[at_ + 1]) != known.npos;
        out_ += escapes ? "\\" : "\\\\";
        if (escapes) out_ += text_[++at_];
    }

    void append_plain(char c) {
        switch (c) {
        case '\n': out_ += "\\n"; break;
        case '\t': out_ += "\\t"; break;
        case '\r': out_ += "\\r"; break;
        default: out_ += c;
        }
    }

    /// A name with its indices: a.b[c][d].
    std::string_view word() const {
        std::size_t end = at_;
        if (!starts_name(text_[end])) {
            while (end < text_.size() && continues_number(text_[end]))
                ++end;
            return text_.substr(at_, std::max(end - at_, std::size_t{1}));
        }
        const bool is_key = !levels_.empty() && levels_.back().next == Next::key;
        while (end < text_.size() && continues_name(text_[end]) && !(is_key && text_[end] == ':'))
            ++end;
        while (!is_key && end < text_.size() && text_[end] == '[') {
            const auto close = text_.find(']', end);
            if (close == text_.npos) break;
            end = close + 1;
        }
        return text_.substr(at_, end - at_);
    }

    bool take_word() {
        const auto name = word();
        const bool is_key = !levels_.empty() && levels_.back().next == Next::key;
        if (is_key && starts_name(name[0])) {
            append_json_string(out_, name);
        } else if (!starts_name(name[0]) || is_literal(name)) {
            out_ += name;
        } else {
            const auto value = look_up_ ? look_up_(name) : std::nullopt;
            if (!value) return false;
            named_weight_ += value->weight();
            check_value_size(named_weight_);
            append_json(out_, *value);
        }
        at_ += name.size();
        value_done();
        return true;
    }

    std::string_view text_;
    const NameLookup& look_up_;
    std::size_t at_ = 0;
    std::string out_ = {};
    std::size_t named_weight_ = 0; ///< of the values that names stood for
    std::vector<Level> levels_ = {};
    bool pending_ = false; ///< a comma was read and not yet written
};

} // namespace

std::variant<Data, DataError>
parse_tolerant_json(std::string_view text, const NameLookup& look_up) {
    auto parsed = parse_json(text);
    if (std::holds_alternative<Data>(parsed)) return parsed;
    const auto strict = Strictness(text, look_up).strict();
    if (!strict) return parsed;
    auto tolerated = parse_json(*strict);
    return std::holds_alternative<Data>(tolerated) ? std::move(tolerated) : std::move(parsed);
}

} // namespace vow::cfengine
