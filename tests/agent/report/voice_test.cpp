#include "agent/report/voice.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace voice_test {

using namespace vow;
using namespace vow::agent;

namespace {

const PromiseType files{"files"};
const PromiseType commands{"commands"};

/// Collects the lines that a console would show.
class Lines : public LogSink {
public:
    explicit Lines(std::string& text) : text_(text) {}

    void write(const LogRecord& record) override {
        if (record.kind == LogRecord::Kind::line)
            text_ += std::string(text_of(record.level)) + ": ";
        text_.append(record.text).append("\n");
        if (!record.excerpt.empty()) text_.append(record.excerpt).append("\n");
    }
    void flush() override {}

private:
    std::string& text_;
};

/// A voice, and its lines so far.
struct Speech {
    explicit Speech(Voice::Style style = {}, LogLevel level = LogLevel::notice)
        : log(level, Places::no),
          voice(log, stop, style) {
        log.add(std::make_unique<Lines>(text));
    }
    void keep(
        const Promise& promise,
        const Outcome& outcome,
        const std::vector<LogLine>& lines = {},
        Handled handled = Handled::no
    ) {
        voice.receive(PromiseStarted{promise});
        for (const LogLine& line : lines)
            voice.receive(line);
        voice.receive(PromiseDone{promise, outcome, handled});
    }

    std::string text = {};
    test::FakeStop stop = {};
    Log log;
    Voice voice;
};

Promise promise(const PromiseType& type, std::string promiser, ScopeId scope = ScopeId::run) {
    return {
        .type = &type,
        .promiser = std::move(promiser),
        .origin = {.file = "motd.cf", .line = 6, .scope = scope}};
}

Outcome with_changes(Outcome outcome) {
    outcome.changes = {
        content_change("create file '/m', mode '0644'", "/m", std::nullopt, "hello\n")};
    return outcome;
}

} // namespace

TEST_CASE("a repaired promise has one line, and a kept one none") {
    Speech speech;
    speech.keep(promise(files, "/kept"), Outcome::of(Verdict::kept));
    speech.keep(promise(files, "/m"), with_changes(Outcome::of(Verdict::repaired)));
    CHECK(speech.text == "repaired  files /m (motd.cf:6): created; mode 0644; content +1 line\n");
}

TEST_CASE("differences follow the line of their promise on request") {
    Speech speech({.diffs = Diffs::shown});
    speech.keep(promise(files, "/m"), with_changes(Outcome::of(Verdict::repaired)));
    CHECK(
        speech.text == "repaired  files /m (motd.cf:6): created; mode 0644; content +1 line\n"
                       "    --- /m\n"
                       "    +++ /m\n"
                       "    @@ -0,0 +1 @@\n"
                       "    +hello\n"
    );
}

TEST_CASE("coloured differences begin without the colour of the line above") {
    Speech speech({.diffs = Diffs::shown, .colored = Colored::yes});
    speech.keep(promise(files, "/m"), with_changes(Outcome::of(Verdict::repaired)));
    CHECK(speech.text.find("\n\x1b[0m    \x1b[31m--- /m\x1b[0m\n") != std::string::npos);
}

TEST_CASE("a failed promise has its first error in its line, and its other lines below") {
    Speech speech;
    speech.keep(
        promise(files, "/x"),
        Outcome::of(Verdict::not_kept),
        {{LogLevel::error, "It is full"},
         {LogLevel::error, "Errors encountered when actuating files promise '/x'"},
         {LogLevel::warning, "It is slow"}}
    );
    CHECK(speech.text == "not kept  files /x (motd.cf:6): It is full\nwarning: It is slow\n");
}

TEST_CASE("sentences of the reference without a reason are shown at the level verbose") {
    Speech speech({.lines = PromiseLines::as_come}, LogLevel::verbose);
    speech.voice.receive(LogLine{LogLevel::warning, "Warnings encountered when actuating x"});
    CHECK(speech.text == "warning: Warnings encountered when actuating x\n");
}

TEST_CASE("each promise and pass has a line at the level verbose") {
    Speech speech({.lines = PromiseLines::as_come}, LogLevel::verbose);
    CHECK(speech.voice.wants_skipped());
    CHECK_FALSE(Speech().voice.wants_skipped());
    Promise kept = promise(files, "/m");
    kept.origin.pass = 2;
    speech.keep(kept, Outcome::of(Verdict::kept));
    CHECK(speech.text.starts_with("kept  files /m"));
    CHECK(speech.text.ends_with(", pass 2\n"));
    speech.text.clear();
    Origin origin{.file = "motd.cf", .line = 6, .pass = 1};
    const auto skip = [&](SkipReason reason, std::string_view because) {
        speech.voice.receive(PromiseSkipped{"files", "/x", origin, reason, because});
    };
    skip(SkipReason::guard, "web");
    origin.pass = 2;
    skip(SkipReason::guard, "web"); // nothing has happened since
    skip(SkipReason::repeated, "an equal promise came before it");
    skip(SkipReason::dependency, "handle");
    CHECK(
        speech.text == "skipped  files /x (motd.cf:6), pass 1: guard web: false\n"
                       "skipped  files /x (motd.cf:6), pass 2: depends_on handle: not kept yet\n"
    );
}

TEST_CASE("a dry run names each change once") {
    Speech speech;
    speech.keep(
        promise(files, "/m"),
        with_changes(Outcome::warned()),
        {{LogLevel::warning, "Should create file '/m', mode '0644'"},
         {LogLevel::warning, "It is a link"}}
    );
    speech.keep(
        promise(commands, "/run"),
        Outcome::unknown(Untold::command),
        {{LogLevel::warning, "Would execute script '/run'"}}
    );
    CHECK(
        speech.text ==
        "would repair  files /m (motd.cf:6): create; mode 0644; content +1 line\n"
        "warning: It is a link\n"
        "cannot be told  commands /run (motd.cf:6): only the command itself would find out\n"
    );
}

TEST_CASE("a promise that a signal ends is stopped") {
    Speech speech;
    speech.stop.number = 15;
    speech.keep(promise(commands, "/run"), Outcome::of(Verdict::error));
    CHECK(speech.text == "stopped  commands /run (motd.cf:6)\n");
}

TEST_CASE("a kept promise with a warning is named") {
    Speech speech;
    speech.keep(
        promise(files, "/x"), Outcome::of(Verdict::kept), {{LogLevel::warning, "It is slow"}}
    );
    speech.keep(
        promise(commands, "/y"), Outcome::of(Verdict::kept), {{LogLevel::notice, "output"}}
    );
    CHECK(speech.text == "kept  files /x (motd.cf:6)\nwarning: It is slow\nnotice: output\n");
}

TEST_CASE("a command is named with its arguments") {
    Speech speech;
    Promise command = promise(commands, "/bin/echo");
    command.attributes.set("arglist", std::vector<std::string>{"a", "b"});
    speech.keep(command, Outcome::of(Verdict::repaired));
    CHECK(speech.text == "repaired  commands /bin/echo a b (motd.cf:6)\n");
}

TEST_CASE("with the level info, lines come at once, and the promise's own after them") {
    Speech speech({.lines = PromiseLines::as_come}, LogLevel::info);
    speech.keep(
        promise(files, "/m"),
        with_changes(Outcome::of(Verdict::repaired)),
        {{LogLevel::info, "Created file '/m'"}}
    );
    CHECK(speech.text.starts_with("info: Created file '/m'\nrepaired  files /m"));
}

TEST_CASE("lines of the run itself do not wait for the end of a promise") {
    Speech speech;
    const Promise slow = promise(files, "/x", ScopeId{3});
    speech.voice.receive(PromiseStarted{slow});
    speech.voice.receive(LogLine{LogLevel::notice, "waits", ScopeId{3}});
    speech.voice.receive(LogLine{LogLevel::notice, "a module is slow"});
    CHECK(speech.text == "notice: a module is slow\n");
}

TEST_CASE("the level error leaves out repaired promises") {
    Speech speech({}, LogLevel::error);
    speech.keep(promise(files, "/m"), with_changes(Outcome::of(Verdict::repaired)));
    speech.keep(
        promise(files, "/x"), Outcome::of(Verdict::denied), {{LogLevel::error, "Not permitted"}}
    );
    speech.voice.conclude("totals");
    CHECK(speech.text == "denied  files /x (motd.cf:6): Not permitted\n");
}

TEST_CASE("the end lists promises that are not kept, unless their lines come last, and the totals"
) {
    const std::vector<LogLine> full = {{LogLevel::error, "It is full"}};
    Speech speech;
    speech.keep(promise(files, "/x"), Outcome::of(Verdict::not_kept), full);
    SUBCASE("its line comes last") {
        speech.voice.conclude("totals");
        CHECK(speech.text == "not kept  files /x (motd.cf:6): It is full\ntotals\n");
    }
    SUBCASE("a report follows it") {
        speech.voice.receive(Report{.text = "hello"});
        speech.text.clear();
        speech.voice.conclude("totals");
        CHECK(speech.text == "Not kept:\n  files /x (motd.cf:6): It is full\ntotals\n");
    }
    SUBCASE("a later attempt keeps it") {
        speech.voice.receive(Report{.text = "hello"});
        speech.keep(promise(files, "/x"), Outcome::of(Verdict::kept));
        speech.text.clear();
        speech.voice.conclude("");
        CHECK(speech.text.empty());
    }
}

TEST_CASE("a failure that the policy reports in its own words has no second line") {
    Speech speech;
    const Promise failing = promise(files, "/x");
    SUBCASE("its line follows the promise") {
        speech.keep(failing, Outcome::of(Verdict::not_kept), {}, Handled::yes);
        speech.voice.receive(LogLine{LogLevel::error, "resource failed"});
        CHECK(speech.text == "error: resource failed\n");
        speech.voice.conclude("");
        CHECK(speech.text.ends_with("Not kept:\n  files /x (motd.cf:6): resource failed\n"));
    }
    SUBCASE("its line precedes the promise") {
        speech.voice.receive(LogLine{LogLevel::error, "promiser '/x' has no value"});
        speech.keep(failing, Outcome::of(Verdict::not_kept));
        CHECK(speech.text == "error: promiser '/x' has no value\n");
    }
    SUBCASE("a line about a longer name is of another promise") {
        speech.voice.receive(LogLine{LogLevel::error, "'/x-large' failed"});
        speech.keep(failing, Outcome::of(Verdict::not_kept), {}, Handled::yes);
        speech.voice.receive(LogLine{LogLevel::error, "'/x' failed"});
        speech.voice.conclude("");
        CHECK(speech.text.ends_with("Not kept:\n  files /x (motd.cf:6): '/x' failed\n"));
    }
}

} // namespace voice_test
