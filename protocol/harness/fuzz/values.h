#pragma once

#include "protocol/description/description.h"
#include "protocol/text/regex.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>

namespace vow::harness {

/// Random numbers that are the same for the same seed on every machine.
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

/// Makes values for single attributes.
class Values {
public:
    Values(Dice& dice, CompiledPatterns& patterns) : dice_(dice), patterns_(patterns) {}

    /// nullopt if no text is known for the pattern.
    std::optional<std::string> text_for(const std::string& pattern);
    /// Bodies are empty.
    std::optional<Data> right_for(const AttributeDescription& attribute);
    /// A value that is probably wrong for the attribute; nullopt if any is right.
    std::optional<Data> wrong_for(const AttributeDescription& attribute);
    /// Any text that an agent may send.
    std::string wild_text();

private:
    std::optional<Data> number_for(const AttributeDescription& attribute, const char* fraction);

    Dice& dice_;
    CompiledPatterns& patterns_;
};

} // namespace vow::harness
