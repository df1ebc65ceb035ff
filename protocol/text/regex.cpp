#include "protocol/text/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>

namespace vow {

namespace {

PCRE2_SPTR bytes_of(std::string_view text) {
    return reinterpret_cast<PCRE2_SPTR>(text.empty() ? "" : text.data());
}

std::string message_of(int error) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

std::uint32_t flags_of(unsigned options) {
    std::uint32_t flags = 0;
    if ((options & Regex::one_line) == 0) flags |= PCRE2_MULTILINE;
    if ((options & Regex::dot_stops) == 0) flags |= PCRE2_DOTALL;
    if ((options & Regex::lazy) != 0) flags |= PCRE2_UNGREEDY;
    if ((options & Regex::ignore_case) != 0) flags |= PCRE2_CASELESS;
    if ((options & Regex::extended) != 0) flags |= PCRE2_EXTENDED;
    return flags;
}

/// Without a character that has a meaning in a pattern, it matches itself alone.
bool is_plain(std::string_view pattern, unsigned options) {
    return options == Regex::none && pattern.find_first_of("\\^$.[|()?*+{") == pattern.npos;
}

constexpr unsigned whole_text = PCRE2_ANCHORED | PCRE2_ENDANCHORED;

/// Long patterns are cut, since logs show them.
std::string limit_message(std::string_view pattern, std::string_view limit) {
    constexpr std::size_t max_shown = 200;
    std::string shown(pattern.substr(0, max_shown));
    if (shown.size() < pattern.size()) shown += "...";
    return "cannot tell whether '" + shown + "' matches: " + std::string(limit);
}

} // namespace

RegexLimitError::RegexLimitError(std::string_view pattern, std::string_view limit)
    : std::runtime_error(limit_message(pattern, limit)) {}

Regex::Regex(std::string_view plain) : pattern_(std::make_shared<const std::string>(plain)) {}

Regex::Regex(Code code, std::string_view pattern)
    : code_(std::move(code)),
      room_(pcre2_match_data_create_from_pattern(code_.get(), nullptr), pcre2_match_data_free),
      pattern_(std::make_shared<const std::string>(pattern)) {}

std::variant<Regex, RegexError> Regex::compile(std::string_view pattern, unsigned options) {
    if (is_plain(pattern, options)) return Regex(pattern);
    int error = 0;
    std::size_t offset = 0;
    const Code code(
        pcre2_compile(
            bytes_of(pattern), pattern.size(), flags_of(options), &error, &offset, nullptr
        ),
        pcre2_code_free
    );
    if (!code) return RegexError{message_of(error), offset};
    return Regex(code, pattern);
}

int Regex::run(std::string_view text, std::size_t from, unsigned options) const {
    const int count =
        pcre2_match(code_.get(), bytes_of(text), text.size(), from, options, room_.get(), nullptr);
    if (count < 0 && count != PCRE2_ERROR_NOMATCH)
        throw RegexLimitError(*pattern_, message_of(count));
    return count;
}

std::optional<Match> Regex::found(std::string_view text, int count) const {
    if (count <= 0) return std::nullopt;
    const std::size_t* const offsets = pcre2_get_ovector_pointer(room_.get());
    // \K in a look-ahead can make a match end before it begins.
    if (offsets[1] < offsets[0]) return std::nullopt;
    std::vector<Match::Group> groups(pcre2_get_ovector_count(room_.get()));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const std::size_t begin = offsets[2 * i];
        const std::size_t end = offsets[2 * i + 1];
        if (begin != PCRE2_UNSET) groups[i] = text.substr(begin, end - begin);
    }
    return Match(text, std::move(groups));
}

bool Regex::matches(std::string_view text) const {
    return code_ ? run(text, 0, whole_text) > 0 : text == *pattern_;
}

bool Regex::is_in(std::string_view text) const {
    return code_ ? run(text, 0, 0) > 0 : text.find(*pattern_) != text.npos;
}

bool Regex::fits(std::string_view text) const {
    return text == *pattern_ || matches(text);
}

std::optional<Match> Regex::match(std::string_view text) const {
    if (code_) return found(text, run(text, 0, whole_text));
    return matches(text) ? std::optional(Match(text, {text})) : std::nullopt;
}

std::optional<Match> Regex::search(std::string_view text, std::size_t from) const {
    if (code_) return found(text, run(text, from, 0));
    const std::size_t at = text.find(*pattern_, from);
    if (at == text.npos) return std::nullopt;
    return Match(text, {text.substr(at, pattern_->size())});
}

std::vector<std::pair<std::string, std::size_t>> Regex::names() const {
    if (!code_) return {};
    std::uint32_t count = 0;
    std::uint32_t entry_size = 0;
    PCRE2_SPTR entry = nullptr;
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMETABLE, &entry);
    std::vector<std::pair<std::string, std::size_t>> names;
    for (std::uint32_t i = 0; i < count; ++i, entry += entry_size) {
        const std::size_t group = (std::size_t{entry[0]} << 8) | entry[1];
        names.emplace_back(reinterpret_cast<const char*>(entry + 2), group);
    }
    return names;
}

RegexCache::Result RegexCache::find(const std::string& pattern, unsigned options) {
    std::string key(1, static_cast<char>('0' + options));
    key += pattern;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (known_.size() >= max_known) known_.clear();
    auto compiled = Regex::compile(pattern, options);
    Result result = RegexError{};
    if (auto* regex = std::get_if<Regex>(&compiled))
        result = std::make_shared<const Regex>(std::move(*regex));
    else
        result = std::get<RegexError>(std::move(compiled));
    known_.emplace(std::move(key), result);
    return result;
}

namespace {

std::optional<Regex> compiled_or_none(std::string_view expression) {
    auto compiled = Regex::compile(expression);
    auto* const regex = std::get_if<Regex>(&compiled);
    return regex == nullptr ? std::nullopt : std::optional(std::move(*regex));
}

} // namespace

Patterns::Patterns(const std::vector<std::string>& expressions) {
    for (const std::string& expression : expressions) {
        if (auto pattern = compiled_or_none(expression)) patterns_.push_back(*std::move(pattern));
    }
}

bool Patterns::any_matches(std::string_view text) const {
    return std::ranges::any_of(patterns_, [&](const Regex& p) { return p.fits(text); });
}

bool CompiledPatterns::matches(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return true;
    auto found = compiled_.find(pattern);
    if (found == compiled_.end()) {
        std::string expression(pattern);
        auto compiled = compiled_or_none("(?-sm:" + expression + ")");
        found = compiled_.emplace(std::move(expression), std::move(compiled)).first;
    }
    try {
        return found->second && found->second->matches(text);
    } catch (const RegexLimitError&) {
        return false; // a value that cannot be judged is not accepted
    }
}

} // namespace vow
