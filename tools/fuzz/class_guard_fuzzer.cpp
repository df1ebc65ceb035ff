#include "policy/cfengine/program/class_guard.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Compiles a class expression, and evaluates it where every class is defined and where none is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    Names names;
    const auto compiled =
        cfengine::compile_class_guard(fuzz::text_of(bytes, size), "default", names);
    if (const auto* error = std::get_if<cfengine::GuardError>(&compiled)) {
        fuzz::require(!error->message.empty());
        return 0;
    }
    const auto& guard = std::get<cfengine::ClassGuard>(compiled);
    for (const bool defined : {true, false}) {
        const bool holds = guard.holds([&](Symbol) { return defined; });
        fuzz::require(holds || !guard.is_any());
    }
    return 0;
}
