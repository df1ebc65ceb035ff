#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

struct pcre2_real_code_8;
struct pcre2_real_match_data_8;

namespace vow {

/// Why a pattern is not a regular expression, and the byte at which the fault is.
struct RegexError {
    std::string message;
    std::size_t offset;
};

/// A search was given up: the pattern and the text need more steps or memory than PCRE2 allows, and
/// whether they match is unknown.
class RegexLimitError : public std::runtime_error {
public:
    RegexLimitError(std::string_view pattern, std::string_view limit);
};

/// A match in a text: group 0 is the whole match, followed by the captures; nullopt for a group
/// that did not take part. The views belong to the searched text.
class Match {
public:
    using Group = std::optional<std::string_view>;

    Match(std::string_view text, std::vector<Group> groups)
        : text_(text),
          groups_(std::move(groups)) {}

    const std::vector<Group>& groups() const { return groups_; }
    std::string_view whole() const { return *groups_[0]; }
    std::size_t begin() const { return static_cast<std::size_t>(whole().data() - text_.data()); }
    std::size_t end() const { return begin() + whole().size(); }

private:
    std::string_view text_;
    std::vector<Group> groups_;
};

/// A compiled Perl-compatible pattern, or a plain text, which needs no compilation. A dot also
/// matches a newline, and ^ and $ also match at line ends. Copies share the compiled pattern; all
/// of them are for one thread. A search that exceeds PCRE2's limits throws RegexLimitError.
class Regex {
public:
    /// Without options, `^` and `$` match at each line, and `.` matches a line end.
    enum Option : unsigned {
        none = 0,
        ignore_case = 1,
        extended = 2,
        one_line = 4,  ///< ^ and $ match at the ends of the text only
        dot_stops = 8, ///< . does not match a line end
        lazy = 16      ///< quantifiers match as little as possible
    };

    static std::variant<Regex, RegexError>
    compile(std::string_view pattern, unsigned options = none);

    /// The text if the pattern is a plain one, which matches only itself; otherwise null.
    const std::string* plain() const { return code_ ? nullptr : pattern_.get(); }

    /// True if the pattern matches the whole text.
    bool matches(std::string_view text) const;
    /// True if the pattern matches the whole text or is written like it: `[a]` fits "a" and "[a]".
    bool fits(std::string_view text) const;
    /// True if it matches any part of the text.
    bool is_in(std::string_view text) const;
    std::optional<Match> match(std::string_view text) const;
    /// The first match at or after `from`.
    std::optional<Match> search(std::string_view text, std::size_t from = 0) const;

    /// The named captures and their group numbers.
    std::vector<std::pair<std::string, std::size_t>> names() const;

private:
    using Code = std::shared_ptr<pcre2_real_code_8>;
    using Room = std::shared_ptr<pcre2_real_match_data_8>;

    explicit Regex(std::string_view plain);
    Regex(Code code, std::string_view pattern);
    int run(std::string_view text, std::size_t from, unsigned options) const;
    std::optional<Match> found(std::string_view text, int count) const;

    Code code_; ///< null for a plain text
    Room room_; ///< for the offsets of a match
    std::shared_ptr<const std::string> pattern_;
};

/// A cache of compiled patterns. When there are too many, all are dropped: patterns made at run
/// time, one for each element of a list, must not pile up.
class RegexCache {
public:
    using Result = std::variant<std::shared_ptr<const Regex>, RegexError>;

    Result find(const std::string& pattern, unsigned options = Regex::none);

private:
    static constexpr std::size_t max_known = 4096;

    std::unordered_map<std::string, Result> known_; ///< by options and pattern
};

/// Several patterns of which any may match.
class Patterns {
public:
    /// An expression that is not a pattern matches nothing.
    explicit Patterns(const std::vector<std::string>& expressions = {});

    bool empty() const { return patterns_.empty(); }
    /// True if the text fits one of them.
    bool any_matches(std::string_view text) const;

private:
    std::vector<Regex> patterns_;
};

/// The patterns of descriptions, each compiled when it is first used. For one thread.
class CompiledPatterns {
public:
    /// True if the whole text matches. A dot does not match a newline. An expression that is not a
    /// pattern matches nothing, and so does a search that exceeds the limits of regular
    /// expressions; an empty one matches everything.
    bool matches(std::string_view text, std::string_view pattern);

private:
    std::map<std::string, std::optional<Regex>, std::less<>> compiled_;
};

} // namespace vow
