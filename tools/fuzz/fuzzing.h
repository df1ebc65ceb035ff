#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

namespace vow::fuzz {

/// One of several fuzzers of a source file.
struct Fuzzer {
    std::string_view name;
    void (*read)(std::string_view input);
};

/// Of a source with several. The program runs the one that it is named after (choice.cpp).
extern const std::span<const Fuzzer> fuzzers;

/// The bytes that libFuzzer generated.
inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
    return {reinterpret_cast<const char*>(bytes), size};
}

/// Takes the first line off an input that consists of several parts.
inline std::string_view take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    return line;
}

/// Ends the fuzzer, which then stores the input, if the property of a result does not hold.
inline void require(bool holds) {
    if (!holds) std::abort();
}

} // namespace vow::fuzz
