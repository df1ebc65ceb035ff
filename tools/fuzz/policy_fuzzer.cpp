#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/syntax/parser.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Reads and checks any bytes as a policy, and renders every message.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const SourceText source(
        "policy.cf", TrustedText::given(std::string(fuzz::text_of(bytes, size)))
    );
    for (const auto strictness : {cfengine::Strictness::all, cfengine::Strictness::reference}) {
        Diagnostics diagnostics;
        std::vector<cfengine::ast::File> files;
        files.push_back(cfengine::parse(source, diagnostics));
        cfengine::check(files, {.strictness = strictness}, diagnostics);
        for (const Diagnostic& item : diagnostics.sorted()) {
            fuzz::require(!rendered(item).empty());
        }
    }
    return 0;
}
