#include "modules/sdk/cpp/token_expression.h"

#include "modules/sdk/cpp/text.h"

namespace vow::modules {

namespace {

/// Reads and evaluates in one go; every operand is read, whatever the result so far.
class Reader {
public:
    Reader(std::string_view text, const std::function<bool(std::string_view)>& is_true)
        : rest_(text),
          is_true_(is_true) {}

    bool read() { return read_or(); }
    bool has_read_all() const { return well_formed_ && rest_.empty(); }

private:
    bool take(std::string_view letters) {
        while (!rest_.empty() && rest_.front() == ' ')
            rest_.remove_prefix(1);
        if (rest_.empty() || letters.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool read_or() {
        bool result = read_and();
        while (take("|")) {
            take("|");
            const bool next = read_and();
            result = result || next;
        }
        return result;
    }

    bool read_and() {
        bool result = read_not();
        while (take(".&")) {
            take("&");
            const bool next = read_not();
            result = result && next;
        }
        return result;
    }

    bool read_not() {
        if (take("!")) return !read_not();
        if (!take("(")) return read_word();
        const bool result = read_or();
        well_formed_ = take(")") && well_formed_;
        return result;
    }

    bool read_word() {
        const std::size_t end = std::min(rest_.find_first_of(".&|!() "), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        well_formed_ = well_formed_ && !word.empty();
        return is_true_(word);
    }

    std::string_view rest_;
    const std::function<bool(std::string_view)>& is_true_;
    bool well_formed_ = true;
};

} // namespace

bool token_expression_holds(
    std::string_view expression, const std::function<bool(std::string_view)>& is_true
) {
    Reader reader(expression, is_true);
    return reader.read() && reader.has_read_all();
}

std::optional<std::string> fault_of_token_expression(
    std::string_view attribute, std::string_view body, std::string_view expression
) {
    const std::function<bool(std::string_view)> any = [](std::string_view) { return true; };
    Reader reader(expression, any);
    reader.read();
    if (reader.has_read_all()) return std::nullopt;
    return text(
        {"Attribute '",
         attribute,
         "' in '",
         body,
         "' must be an expression such as a.(b|!c), not '",
         expression,
         "'"}
    );
}

} // namespace vow::modules
