#include "tests/policy/cfengine/promises/run_policy.h"

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/syntax/parser.h"

#include <doctest/doctest.h>

namespace vow::test {

using namespace vow::cfengine;

RunPolicy::RunPolicy(std::string_view text)
    : source_("/policy/test.cf", TrustedText::given(std::string(text))),
      run_(program_, fakes_.world) {
    Diagnostics diagnostics;
    compile(parse(source_, diagnostics), FileRole::entry, program_);
    for (const Diagnostic& diagnostic : diagnostics.sorted())
        MESSAGE(rendered(diagnostic));
    REQUIRE(diagnostics.empty());
    const Bundle* main = program_.find_bundle("agent", "main", "default");
    REQUIRE(main != nullptr);
    resolve_bundles(run_, 0);
    evaluate_variables(run_);
    resolve_bundles(run_, 0);
    Frame frame{.bundle = *main};
    call_bundle(run_, frame, {});
}

std::string RunPolicy::expanded(std::string_view text) {
    Frame frame{.bundle = *program_.find_bundle("agent", "main", "default")};
    Expander expander(run_, frame, nullptr);
    ExpandedText made = expander.text_at_run_time(text);
    return made.resolved ? made.text : made.text + " (unresolved)";
}

std::string reports_of(std::string_view promises) {
    const RunPolicy policy("bundle agent main { " + std::string(promises) + " }");
    std::string lines;
    for (const std::string& report : policy.reports()) {
        if (!lines.empty()) lines += '\n';
        lines += report;
    }
    return lines;
}

} // namespace vow::test
