#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

#include <array>

namespace vow::test {

namespace {

constexpr const char* entry = "/policy/main.cf";
constexpr std::array types = {"t", "u", "files", "commands"};
constexpr std::array verdicts = {
    Verdict::kept,
    Verdict::repaired,
    Verdict::not_kept,
    Verdict::denied,
    Verdict::timed_out,
    Verdict::error};

/// Appended to each policy, whose line numbers it does not change.
constexpr std::string_view bodies = R"cf(
body classes results(of)
{
  promise_kept => { "$(of)_kept" };
  promise_repaired => { "$(of)_repaired" };
  repair_failed => { "$(of)_failed" };
  repair_denied => { "$(of)_denied" };
  repair_timeout => { "$(of)_timeout" };
}
body action warn { action_policy => "warn"; }
body action locked_for(minutes) { ifelapsed => "$(minutes)"; }
)cf";

std::string text_of(const Ending& ending) {
    switch (ending.how) {
    case Ending::How::done: return "";
    case Ending::How::aborted: return "ended: aborted, " + ending.reason + "\n";
    case Ending::How::failed: return "ended: failed, " + ending.reason + "\n";
    case Ending::How::interrupted: return "ended: interrupted\n";
    case Ending::How::waiting: return "ended: waiting\n";
    case Ending::How::busy: return "ended: busy\n";
    }
    return "";
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

} // namespace

PolicyWorld::PolicyWorld() {
    observer.wanted = LogLevel::info;
    catalogue.add({"t"});
    catalogue.add({"u"});
    for (const char* type : types) {
        for (const Verdict verdict : verdicts)
            keeper.answer(type, std::string(vow::text_of(verdict)), verdict);
    }
}

std::string PolicyWorld::run(std::string_view policy) {
    observer.transcript.clear();
    host.files[entry] = std::string(policy).append(bodies);
    const auto language = cfengine::make_language(dialect);
    Diagnostics diagnostics;
    const auto loaded = language->load(entry, world, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.sorted())
        MESSAGE(rendered(diagnostic));
    REQUIRE(loaded != nullptr);
    const Ending ending = loaded->run();
    return joined(observer.transcript) + text_of(ending);
}

std::string PolicyWorld::run_main(std::string_view promises) {
    return run("bundle agent main\n{\n" + std::string(promises) + "\n}\n");
}

std::string PolicyWorld::handed_over() const {
    std::vector<std::string> lines;
    for (const ScriptedKeeper::Record& promise : keeper.started())
        lines.push_back(promise.type.name + " " + promise.promiser);
    return joined(lines);
}

std::string observed(std::string_view promises) {
    return PolicyWorld().run_main(promises);
}

void check_observed(std::initializer_list<ObservedRow> rows) {
    for (const ObservedRow& row : rows) {
        CAPTURE(row.promises);
        CHECK(observed(row.promises) == row.observed);
    }
}

} // namespace vow::test
