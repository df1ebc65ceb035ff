#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vow {

/// An interned name: equal names have equal symbols, so that look-ups compare no text.
enum class Symbol : std::uint32_t {};

constexpr std::uint32_t index_of(Symbol symbol) {
    return static_cast<std::uint32_t>(symbol);
}

/// The interned names of one policy: variables, bundles, classes. Symbols count up from 0.
class Names {
public:
    Names() = default;
    Names(const Names&) = delete; // the views in `symbols_` point into `texts_`
    Names& operator=(const Names&) = delete;

    /// The symbol of a name, added at first use.
    Symbol symbol(std::string_view text);
    std::string_view text(Symbol symbol) const { return texts_[index_of(symbol)]; }
    std::size_t size() const { return texts_.size(); }

private:
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, Symbol> symbols_;
};

} // namespace vow
