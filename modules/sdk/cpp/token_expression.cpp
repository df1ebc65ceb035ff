#include "modules/sdk/cpp/token_expression.h"

namespace vow::modules {

namespace {

/// Reads and evaluates in one go; every operand is read, whatever the result so far.
class Reader {
public:
    Reader(std::string_view text, const std::function<bool(std::string_view)>& is_true)
        : rest_(text),
          is_true_(is_true) {}

    bool read() {
        const bool result = read_or();
        return result && well_formed_ && rest_.empty();
    }

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
    return Reader(expression, is_true).read();
}

} // namespace vow::modules
