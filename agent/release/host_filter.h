#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// A fault in the text of a filter, and the byte at which it is. The message shows both.
class HostFilterFault : public std::invalid_argument {
public:
    HostFilterFault(std::string_view text, std::size_t offset, const std::string& expected);

    std::size_t offset() const { return offset_; }

private:
    std::size_t offset_;
};

/// An expression over names of classes, which decides whether a host belongs to a group:
/// `debian.web`, `(web|mail).!staging`. `.`, `&` and `&&` mean and, `|` and `||` or, `!` not, in
/// this order of binding, `!` the closest; `any` matches each host.
class HostFilter {
public:
    using Names = std::set<std::string, std::less<>>;

    /// A name, or a comparison of it with a word: `seen<1h`.
    struct Term {
        std::string name;
        char sign = '\0'; ///< '<' or '>' of a comparison
        std::string value = {};
        std::size_t offset = 0; ///< of its first byte in the text

        bool is_comparison() const { return sign != '\0'; }
    };
    enum class Terms { names, names_and_comparisons };

    /// Throws HostFilterFault.
    explicit HostFilter(std::string text, Terms terms = Terms::names);

    const std::string& text() const { return text_; }
    bool matches(const Names& classes) const;
    /// With the truth of each term; `any` is true by itself.
    bool matches(const std::function<bool(const Term&)>& is_true) const;
    /// The terms in it, in their order.
    std::vector<Term> terms() const;
    /// The names in it, each once.
    Names names() const;

private:
    struct Step {
        enum class Kind { term, negate, both, either };
        Kind kind;
        Term term = {}; ///< of Kind::term
    };
    class Parser;

    std::string text_;
    std::vector<Step> steps_; ///< operands before their operator
};

} // namespace vow::agent
