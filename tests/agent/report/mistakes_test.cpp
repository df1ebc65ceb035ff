#include "agent/report/mistakes.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace mistakes_test {

using namespace vow;
using namespace vow::agent;

namespace {

constexpr DiagnosticKind wrong{"wrong", "'{}' is wrong"};
constexpr DiagnosticKind odd{"odd", "'{}' is odd", Severity::warning};

void add(Diagnostics& diagnostics, const DiagnosticKind& kind, int count) {
    for (int number = 1; number <= count; ++number)
        diagnostics.add(kind, {}, {std::to_string(number)});
}

std::ptrdiff_t lines_in(const std::string& text) {
    return std::ranges::count(text, '\n');
}

} // namespace

TEST_CASE("a hundred mistakes are printed") {
    Diagnostics diagnostics;
    CHECK(text_of_mistakes(diagnostics).empty());
    add(diagnostics, odd, 40);
    add(diagnostics, wrong, 60);
    const std::string text = text_of_mistakes(diagnostics);
    CHECK(lines_in(text) == 100);
    CHECK(text.starts_with("warning: '1' is odd [odd]\n"));
}

TEST_CASE("of more than a hundred mistakes errors come first, and the others are counted") {
    Diagnostics diagnostics;
    add(diagnostics, odd, 100);
    add(diagnostics, wrong, 1);
    const std::string text = text_of_mistakes(diagnostics);
    CHECK(lines_in(text) == 101);
    CHECK(text.starts_with("error: '1' is wrong [wrong]\nwarning: '1' is odd [odd]\n"));
    CHECK(text.ends_with("and 1 more warning; all are in the output of vow check --format json\n"));
    add(diagnostics, wrong, 101);
    CHECK(text_of_mistakes(diagnostics)
              .ends_with("and 1 more error and 100 more warnings; all are in the output of vow "
                         "check --format json\n"));
}

namespace {

constexpr DiagnosticKind undefined{"undefined-class", "'{}' is not defined", Severity::warning};
constexpr DiagnosticKind without_place{"wrong", "it is wrong"};

} // namespace

TEST_CASE("a mistake as JSON has its place, its notes and their places, and its cause") {
    const SourceText source("p.cf", TrustedText::given("one two three"));
    Diagnostics diagnostics;
    Diagnostic& added = diagnostics.add(undefined, {&source, 4, 7}, {"two"});
    added.cause = {"no such file"};
    added.notes = {{"first defined here", {&source, 0, 3}}};
    CHECK(
        json_text(data_of(added)) ==
        R"({"path":"p.cf","begin":{"line":1,"column":5},"end":{"line":1,"column":8},)"
        R"("severity":"warning","kind":"undefined-class","message":"'two' is not defined",)"
        R"("notes":[{"path":"p.cf","begin":{"line":1,"column":1},"end":{"line":1,"column":4},)"
        R"("message":"first defined here"}],"cause":{"message":"no such file"}})"
    );
}

TEST_CASE("a mistake is a result of a rule with its place") {
    const SourceText source("a b.cf", TrustedText::given("x\nab"));
    Diagnostics diagnostics;
    diagnostics.add(undefined, {&source, 2, 4}, {"ab"}, "did you mean 'x'?").notes = {
        {"it is here", {&source, 0, 1}}};
    diagnostics.add(without_place, {}, {});
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

} // namespace mistakes_test
