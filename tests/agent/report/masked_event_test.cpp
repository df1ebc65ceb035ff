#include "agent/report/observers.h"
#include "tests/support/event_text.h"

#include <doctest/doctest.h>

namespace masked_event_test {

using namespace vow;
using namespace vow::agent;

namespace {

std::string masked(const Event& event) {
    Secrets secrets;
    secrets.add(Data::array({Data::string("sesame"), Data::string("correct horse")}));
    std::string text;
    send_masked(event, secrets, [&](const Event& sent) { text = tests::event_text(sent); });
    return text;
}

/// Whether the mask is in an event, and no secret.
bool hides(const Event& event) {
    const std::string text = masked(event);
    return text.find("***") != text.npos && text.find("sesame") == text.npos;
}

} // namespace

TEST_CASE("every kind of event has a mask for a secret, wherever its texts come from values") {
    const PromiseType type{"files"};
    Promise promise{.type = &type, .promiser = "/sesame"};
    promise.attributes.set("content", std::string("sesame"));
    const Origin origin;
    const Remarks remarks{.tags = {"sesame"}};
    const std::vector<Change> changes = {{.what = "set sesame"}};
    const Data members = Data::object({{"a", Data::string("sesame")}});
    CHECK(hides(LogLine{LogLevel::info, "is sesame"}));
    CHECK(hides(LogLine{.level = LogLevel::info, .text = "", .excerpt = "sesame"}));
    CHECK(hides(Report{"sesame"}));
    CHECK(hides(ScopeBegan{ScopeId{1}, ScopeId::run, "step", "sesame", origin}));
    CHECK(hides(PromiseStarted{promise}));
    CHECK(hides(Progress{promise, 1, "sesame"}));
    CHECK(hides(PromiseDone{promise, {.changes = changes}}));
    CHECK(hides(PromiseSkipped{"files", "sesame", origin, SkipReason::guard, "sesame"}));
    CHECK(hides(ClassExpected{"web", "files '/sesame'", origin}));
    CHECK(hides(DriftFound{"Ensure", "sesame", origin, "", changes}));
    CHECK(hides(ClassDefined{"sesame", "main", remarks, origin}));
    CHECK(hides(ClassCancelled{"sesame", origin}));
    CHECK(hides(ClassWithheld{"sesame", Verdict::kept, Verdict::repaired, origin}));
    CHECK(hides(VariableDefined{"x", "sesame", remarks, origin}));
    CHECK(hides(ModuleWorked{7, promise, {.changes = changes}}));
    CHECK(hides(LanguageEvent{"own", members}));
}

TEST_CASE("a secret itself is not passed on") {
    const Data value = Data::string("sesame");
    CHECK(masked(SecretLearned{value}).empty());
}

TEST_CASE("a secret that a quotation cuts short has a mask, a word that begins alike has none") {
    CHECK(
        masked(LogLine{LogLevel::info, "running 'echo sesa...'"}).find("sesa") == std::string::npos
    );
    CHECK(masked(Report{"\"echo correct ho\": x"}).find("correct") == std::string::npos);
    CHECK(masked(Report{"correct house"}).find("correct house") != std::string::npos);
}

} // namespace masked_event_test
