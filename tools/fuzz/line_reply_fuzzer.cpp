#include "tools/fuzz/reply_fuzzing.h"

using namespace vow;

/// Reads the output of a module in the line variant.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    fuzz::read_module_output(fuzz::text_of(bytes, size), wire::Variant::line_based);
    return 0;
}
