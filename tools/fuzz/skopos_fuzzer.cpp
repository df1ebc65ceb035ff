#include "policy/skopos/checking/reachability.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/plan/text_template.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

/// Reads any bytes as a deployment plan, renders every message, and follows the flow of every
/// chain.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const SourceText source(
        "plan.yaml", TrustedText::given(std::string(fuzz::text_of(bytes, size)))
    );
    Diagnostics diagnostics;
    const auto plan = skopos::read_plan(source, diagnostics);
    for (const Diagnostic& item : diagnostics.sorted())
        fuzz::require(!rendered(item).empty());
    fuzz::require(plan.has_value() || diagnostics.has_errors());
    if (!plan) return 0;
    skopos::paths_of(plan->steps, true);
    skopos::for_each_step(*plan, [](const skopos::Step& step, const auto&) {
        fuzz::require(!step.id.empty());
        skopos::compile_command(step.label);
        skopos::paths_of(step.steps, false);
    });
    return 0;
}
