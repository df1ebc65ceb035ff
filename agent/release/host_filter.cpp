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
    Parser(std::string_view text, Terms terms) : text_(text), terms_(terms) {}

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
            steps_.push_back({Step::Kind::term, term()});
        }
        --depth_;
    }

    Term term() {
        skip_blanks();
        Term term{.name = {}, .offset = position_};
        term.name = word("the name of a class (letters, digits and '_'), '!' or '('");
        if (terms_ == Terms::names) return term;
        for (const char sign : {'<', '>'}) {
            if (!takes(std::string(1, sign))) continue;
            term.sign = sign;
            term.value = word("a time such as 90s, 15m, 2h or 1d");
            break;
        }
        return term;
    }

    std::string word(const std::string& expected) {
        skip_blanks();
        const std::size_t begin = position_;
        while (position_ < text_.size() && is_name_character(text_[position_]))
            ++position_;
        if (position_ == begin) fail("expected " + expected);
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
    Terms terms_;
    std::size_t position_ = 0;
    std::size_t depth_ = 0;
    std::vector<Step> steps_ = {};
};

HostFilter::HostFilter(std::string text, Terms terms)
    : text_(std::move(text)),
      steps_(Parser(text_, terms).steps()) {}

bool HostFilter::matches(const Names& classes) const {
    return matches([&](const Term& term) { return classes.contains(term.name); });
}

bool HostFilter::matches(const std::function<bool(const Term&)>& is_true) const {
    std::vector<char> values; // each 0 or 1; a vector of bool has no references
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::term) {
            const bool is_any = step.term.name == "any" && !step.term.is_comparison();
            values.push_back(is_any || is_true(step.term) ? 1 : 0);
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

std::vector<HostFilter::Term> HostFilter::terms() const {
    std::vector<Term> found;
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::term) found.push_back(step.term);
    }
    return found;
}

HostFilter::Names HostFilter::names() const {
    Names found;
    for (const Term& term : terms())
        found.insert(term.name);
    return found;
}

} // namespace vow::agent
