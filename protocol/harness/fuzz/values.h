#pragma once

#include "protocol/description/description.h"
#include "protocol/text/compiled_patterns.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>

namespace vow::harness {

/// The same numbers for the same seed, on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
    bool one_in(std::size_t chances) { return below(chances) == 0; }
    template <class List>
    const auto& one_of(const List& list) {
        return list[below(list.size())];
    }

private:
    std::mt19937_64 engine_;
};

/// Makes what single attributes hold.
class Values {
public:
    Values(Dice& dice, CompiledPatterns& patterns) : dice_(dice), patterns_(patterns) {}

    /// None: no text is known for the pattern.
    std::optional<std::string> text_for(const std::string& pattern);
    /// A body is empty.
    std::optional<Data> right_for(const AttributeDescription& attribute);
    /// What is likely to be wrong for it; none: nothing is.
    std::optional<Data> wrong_for(const AttributeDescription& attribute);
    /// What an agent may send, whatever it means.
    std::string wild_text();

private:
    std::optional<Data> number_for(const AttributeDescription& attribute, const char* fraction);

    Dice& dice_;
    CompiledPatterns& patterns_;
};

} // namespace vow::harness
