#include "protocol/text/pattern.h"

#include <algorithm>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace vow {

namespace {

struct FreeCode {
    void operator()(const pcre2_code* code) const {
        pcre2_code_free(const_cast<pcre2_code*>(code));
    }
};

struct FreeMatch {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

PCRE2_SPTR units(std::string_view text) {
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

} // namespace

std::optional<Pattern> Pattern::compile(std::string_view expression) {
    int error = 0;
    PCRE2_SIZE offset = 0;
    pcre2_code* code = pcre2_compile(
        units(expression),
        expression.size(),
        PCRE2_MULTILINE | PCRE2_DOTALL,
        &error,
        &offset,
        nullptr
    );
    return code == nullptr ? std::nullopt : std::optional(Pattern(code));
}

Pattern::Pattern(pcre2_code* code) : code_(code, FreeCode{}) {}

bool Pattern::matches(std::string_view text) const {
    return matches(text, PCRE2_ANCHORED | PCRE2_ENDANCHORED);
}

bool Pattern::is_in(std::string_view text) const {
    return matches(text, 0);
}

bool Pattern::matches(std::string_view text, std::uint32_t options) const {
    const std::unique_ptr<pcre2_match_data, FreeMatch> data(
        pcre2_match_data_create_from_pattern(code_.get(), nullptr)
    );
    return pcre2_match(code_.get(), units(text), text.size(), 0, options, data.get(), nullptr) >= 0;
}

Patterns::Patterns(const std::vector<std::string>& expressions) {
    for (const std::string& expression : expressions) {
        if (auto pattern = Pattern::compile(expression)) patterns_.push_back(*pattern);
    }
}

bool Patterns::any_matches(std::string_view text) const {
    return std::ranges::any_of(patterns_, [&](const Pattern& p) { return p.matches(text); });
}

} // namespace vow
