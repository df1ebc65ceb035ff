#include "agent/report/sarif.h"
#include "policy/run/diagnostic_data.h"

#include <doctest/doctest.h>

namespace sarif_test {

using namespace vow;
using namespace vow::agent;

namespace {

constexpr DiagnosticKind undefined{"undefined-class", "'{}' is not defined", Severity::warning};
constexpr DiagnosticKind wrong{"wrong", "it is wrong"};

} // namespace

TEST_CASE("a mistake is a result of a rule with its place") {
    const SourceText source("a b.cf", TrustedText::given("x\nab"));
    Diagnostics diagnostics;
    diagnostics.add(undefined, {&source, 2, 4}, {"ab"}, "did you mean 'x'?").notes = {
        {"it is here", {&source, 0, 1}}};
    diagnostics.add(wrong, {}, {});
    Data::Array mistakes;
    for (const Diagnostic& item : diagnostics.sorted())
        mistakes.push_back(data_of(item));
    const Data document = sarif_of(mistakes, "1.0");
    CHECK(document.find("version")->text() == "2.1.0");
    const Data& run = *document.find("runs")->at(0);
    CHECK(
        json_text(*run.find("results")) ==
        R"([{"ruleId":"undefined-class","level":"warning",)"
        R"("message":{"text":"'ab' is not defined; did you mean 'x'?"},)"
        R"("locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.cf"},)"
        R"("region":{"startLine":2,"startColumn":1,"endLine":2,"endColumn":3}}}],)"
        R"("relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.cf"},)"
        R"("region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":2}},)"
        R"("message":{"text":"it is here"}}]},)"
        R"({"ruleId":"wrong","level":"error","message":{"text":"it is wrong"}}])"
    );
    const Data& rules = *run.find("tool")->find("driver")->find("rules");
    CHECK(
        json_text(rules) == R"([{"id":"undefined-class","shortDescription":)"
                            R"({"text":"a class that nothing defines"}},{"id":"wrong"}])"
    );
}

} // namespace sarif_test
