#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

namespace vow::fuzz {

/// One of several fuzzers of a source file.
struct Fuzzer {
    std::string_view name;
    void (*read)(std::string_view input);
};

/// The fuzzer that a program is named after: build/fuzz/json_fuzzer after json.
inline const Fuzzer& named_after(std::string_view program, std::span<const Fuzzer> fuzzers) {
    constexpr std::string_view ending = "_fuzzer";
    program.remove_prefix(program.rfind('/') + 1);
    for (const Fuzzer& fuzzer : fuzzers) {
        if (program.starts_with(fuzzer.name) && program.substr(fuzzer.name.size()) == ending)
            return fuzzer;
    }
    std::fputs("the program must be named after one of its fuzzers: NAME_fuzzer\n", stderr);
    std::exit(1);
}

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
