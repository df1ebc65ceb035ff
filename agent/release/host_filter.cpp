#include "agent/release/host_filter.h"

#include "protocol/text/shown_text.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_filter_depth = 100;

std::string filter_message(std::string_view text, std::size_t offset, const std::string& expected) {
    return expected + ", at character " + std::to_string(offset + 1) + " of\n    " + shown(text) +
           "\n    " + std::string(offset, ' ') + "^";
}

bool is_name_character(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

} // namespace

HostFilterFault::HostFilterFault(
    std::string_view text, std::size_t offset, const std::string& expected
)
    : std::invalid_argument(filter_message(text, offset, expected)),
      offset_(offset) {}

class HostFilter::Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    std::vector<Step> steps() {
        parse_either();
        if (!is_at_end()) fail("expected '.', '|' or the end of the filter");
        return std::move(steps_);
    }

private:
    void parse_either() {
        parse_both();
        while (takes("||") || takes("|")) {
            parse_both();
            steps_.push_back({Step::Kind::either});
        }
    }

    void parse_both() {
        parse_one();
        while (takes("&&") || takes("&") || takes(".")) {
            parse_one();
            steps_.push_back({Step::Kind::both});
        }
    }

    void parse_one() {
        if (++depth_ > max_filter_depth) fail("the filter is nested too deeply");
        if (takes("!")) {
            parse_one();
            steps_.push_back({Step::Kind::negate});
        } else if (takes("(")) {
            parse_either();
            if (!takes(")")) fail("expected ')'");
        } else {
            steps_.push_back({Step::Kind::name, name()});
        }
        --depth_;
    }

    std::string name() {
        skip_blanks();
        const std::size_t begin = position_;
        while (position_ < text_.size() && is_name_character(text_[position_]))
            ++position_;
        if (position_ == begin)
            fail("expected the name of a class (letters, digits and '_'), '!' or '('");
        return std::string(text_.substr(begin, position_ - begin));
    }

    bool takes(std::string_view word) {
        skip_blanks();
        if (!text_.substr(position_).starts_with(word)) return false;
        position_ += word.size();
        return true;
    }

    bool is_at_end() {
        skip_blanks();
        return position_ == text_.size();
    }

    void skip_blanks() {
        while (position_ < text_.size() && text_[position_] == ' ')
            ++position_;
    }

    [[noreturn]] void fail(const std::string& expected) const {
        throw HostFilterFault(text_, position_, expected);
    }

    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t depth_ = 0;
    std::vector<Step> steps_ = {};
};

HostFilter::HostFilter(std::string text) : text_(std::move(text)), steps_(Parser(text_).steps()) {}

bool HostFilter::matches(const Names& classes) const {
    std::vector<char> values; // each 0 or 1; a vector of bool has no references
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::name) {
            values.push_back(step.name == "any" || classes.contains(step.name) ? 1 : 0);
            continue;
        }
        const char last = values.back();
        if (step.kind == Step::Kind::negate) {
            values.back() = last == 0 ? 1 : 0;
            continue;
        }
        values.pop_back();
        char& other = values.back();
        other = step.kind == Step::Kind::both ? std::min(other, last) : std::max(other, last);
    }
    return values.back() != 0;
}

HostFilter::Names HostFilter::names() const {
    Names found;
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::name) found.insert(step.name);
    }
    return found;
}

} // namespace vow::agent
