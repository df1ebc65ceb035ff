#pragma once

#include "protocol/harness/request.h"
#include "protocol/promise/description.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

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

/// A promise that its description has nothing against, but for one thing.
struct NearMiss {
    SentPromise promise;
    std::string attribute; ///< which is wrong
    std::string fault;     ///< "is missing", "is no number", ...
};

/// Makes promises of one type from what its module says of it. Promisers and texts may hold
/// `{{tmp}}`.
class Generator {
public:
    Generator(const PromiseTypeDescription& type, Dice& dice);

    /// None: the description asks for a text of a pattern that nothing is found for.
    std::optional<SentPromise> valid_promise();
    std::optional<NearMiss> near_miss();
    /// Texts that an agent may send, whatever they mean.
    SentPromise wild_promise();

private:
    std::optional<std::string> text_for(const std::string& pattern);
    std::optional<Data> value_for(const AttributeDescription& attribute);
    std::optional<Data> wrong_value_for(const AttributeDescription& attribute);
    std::string wild_text();

    const PromiseTypeDescription& type_;
    Dice& dice_;
};

/// Whether the description has nothing against a promise, one attribute left aside.
bool allows(
    const PromiseTypeDescription& type, const SentPromise& promise, std::string_view but_for
);

/// Whether the whole text matches the pattern, read as an extended regular expression.
bool matches_whole(const std::string& text, const std::string& pattern);

} // namespace vow::harness
