#include "policy/cfengine/program/text.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Splits a text into its references, and finds the text again in the parts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    Names names;
    const cfengine::Text compiled = cfengine::compile_text(text, "default", names);
    fuzz::require(compiled.source() == text);
    std::vector<const cfengine::Reference*> references;
    cfengine::append_references(compiled, references);
    fuzz::require(compiled.is_literal() == references.empty());
    return 0;
}
