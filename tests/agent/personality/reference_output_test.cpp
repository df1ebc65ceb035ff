#include "agent/personality/reference_output.h"

#include <doctest/doctest.h>

namespace reference_output_test {

using namespace vow;
using namespace vow::agent;

TEST_CASE("a diagnostic in the reference's form has its column and caret at the end of the span") {
    const DiagnosticKind unknown{"unknown-thing", "unknown thing '{}' of '{}'"};
    const SourceText source("p.cf", TrustedText::given("one two three\n"));
    Diagnostics diagnostics;
    diagnostics.add(unknown, Span{&source, 4, 7}, {"a", "b"});
    diagnostics.add(unknown, Span{}, {"a", "b"});
    const auto sorted = diagnostics.sorted();
    CHECK(
        reference_text(sorted[0]) == "p.cf:1:8: error: unknown thing 'a' of 'b'\n"
                                     "one two three\n"
                                     "      ^\n"
    );
    CHECK(reference_text(sorted[1]) == "   error: unknown thing 'a' of 'b'\n");
}

} // namespace reference_output_test
