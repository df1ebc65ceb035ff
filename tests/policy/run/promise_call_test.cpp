#include "policy/run/promise_call.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace promise_call_test {

using namespace vow;

namespace {

const PromiseType type{"t"};

/// The errors that outcomes come with.
class Errors final : public Observer {
public:
    void receive(const Event& event) override {
        if (const auto* done = std::get_if<PromiseDone>(&event)) texts.emplace_back(done->error);
    }
    std::vector<std::string> texts;
};

} // namespace

TEST_CASE("a call returns the outcome and the words that a language may repeat") {
    test::FakeWorld fake;
    auto& script = fake.keeper.script("t", "x");
    script.outcome = Outcome::of(Verdict::not_kept);
    script.lines = {
        {LogLevel::warning, "careful"},
        {LogLevel::error, "the reason"},
        {LogLevel::critical, "the end"}};
    const KeptCall kept = keep_for_language(fake.world, {.type = &type, .promiser = "x"}, {});
    CHECK_FALSE(kept.is_kept());
    CHECK_FALSE(kept.has_changed());
    CHECK(kept.first_error == "the reason");
    CHECK(kept.last_error == "the end");
    CHECK(kept.last_warning == "careful");
    CHECK(
        fake.observer.lines ==
        std::vector<std::string>{"warning: careful", "error: the reason", "critical: the end"}
    );
}

TEST_CASE("a call that would repair has changed something and is not kept") {
    test::FakeWorld fake;
    fake.keeper.script("t", "x").outcome = Outcome::warned();
    const KeptCall kept = keep_for_language(fake.world, {.type = &type, .promiser = "x"}, {});
    CHECK_FALSE(kept.is_kept());
    CHECK(kept.has_changed());
}

TEST_CASE("the filter of a call changes and drops lines but not what is remembered") {
    test::FakeWorld fake;
    fake.keeper.script("t", "x").lines = {
        {LogLevel::info, "output"}, {LogLevel::error, "the reason"}};
    const auto filter = [](LogLevel level, std::string_view text
                        ) -> std::optional<std::pair<LogLevel, std::string>> {
        if (level == LogLevel::error) return std::nullopt;
        return std::pair(LogLevel::notice, "step: " + std::string(text));
    };
    const KeptCall kept =
        keep_for_language(fake.world, {.type = &type, .promiser = "x"}, {.filter = filter});
    CHECK(kept.is_kept());
    CHECK(kept.first_error == "the reason");
    CHECK(fake.observer.lines == std::vector<std::string>{"notice: step: output"});
}

TEST_CASE("the outcome of a call comes with the error that the filter drops") {
    test::FakeWorld fake;
    Errors errors;
    World world = fake.world.with(fake.keeper, errors);
    fake.keeper.script("t", "x").lines = {{LogLevel::error, "the reason"}};
    const auto drop = [](LogLevel, std::string_view) { return std::nullopt; };
    keep_for_language(world, {.type = &type, .promiser = "x"}, {.filter = drop});
    keep_for_language(world, {.type = &type, .promiser = "y"}, {.filter = drop});
    CHECK(errors.texts == std::vector<std::string>{"the reason", ""});
}

} // namespace promise_call_test
