// The program of a source with several fuzzers: build/fuzz/json_fuzzer runs the one named json.
#include "tools/fuzz/fuzzing.h"

#include <cstdio>

using namespace vow::fuzz;

namespace {

const Fuzzer* chosen = nullptr;

const Fuzzer& named_after(std::string_view program) {
    constexpr std::string_view ending = "_fuzzer";
    program.remove_prefix(program.rfind('/') + 1);
    for (const Fuzzer& fuzzer : fuzzers) {
        if (program.starts_with(fuzzer.name) && program.substr(fuzzer.name.size()) == ending)
            return fuzzer;
    }
    std::fputs("the program must be named after one of its fuzzers: NAME_fuzzer\n", stderr);
    std::exit(1);
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
    chosen = &named_after(**arguments);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    chosen->read(text_of(bytes, size));
    return 0;
}
