#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct pcre2_real_code_8;

namespace vow {

/// A Perl-compatible pattern that is asked whether it matches a whole text, or a part of it.
class Pattern {
public:
    /// None: not a pattern.
    static std::optional<Pattern> compile(std::string_view expression);

    bool matches(std::string_view text) const;
    bool is_in(std::string_view text) const;

private:
    bool matches(std::string_view text, std::uint32_t options) const;
    explicit Pattern(pcre2_real_code_8* code);

    std::shared_ptr<const pcre2_real_code_8> code_;
};

/// Several patterns of which any may match.
class Patterns {
public:
    /// Expressions that are no patterns match nothing.
    explicit Patterns(const std::vector<std::string>& expressions = {});

    bool empty() const { return patterns_.empty(); }
    bool any_matches(std::string_view text) const;

private:
    std::vector<Pattern> patterns_;
};

} // namespace vow
