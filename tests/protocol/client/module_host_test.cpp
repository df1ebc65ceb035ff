#include "protocol/client/module_host.h"
#include "tests/support/module_promises.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/transcript.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::client;
using namespace vow::tests;

TEST_CASE("a JSON module repairs, then keeps, and its classes and log lines come through") {
    const TemporaryFolder folder;
    const PromiseType type{"text", "", module_path("good_json.py")};
    ModuleHost host({});
    const std::string path = folder / "greeting";
    const Promise promise = promise_of(type, path, {{"content", "héllo\n\"you\""}});

    const auto first = keep(host, promise);
    CHECK(first.result() == "repaired");
    CHECK(first.outcome().classes == std::vector<std::string>{"wrote_" + path, "wrote"});
    CHECK(first.has_line_with("info: Wrote '" + path + "'"));
    CHECK(folder.read("greeting") == "héllo\n\"you\"");
    CHECK(keep(host, promise).result() == "kept");
}

TEST_CASE("a line module gets its fields in order, and its classes come comma separated") {
    const TemporaryFolder folder;
    const PromiseType type{"note", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    const std::string record = folder / "record";
    const auto kept = keep(
        host, promise_of(type, "Promiser", {{"record", record}, {"if", "x"}, {"some_Name", "a=b"}})
    );
    CHECK(kept.result() == "kept");
    CHECK(kept.outcome().classes == std::vector<std::string>{"one", "two"});
    CHECK(kept.lines().front().starts_with("verbose: Starting promise module"));
    const std::string fields = "log_level=debug\npromise_type=note\npromiser=Promiser\n"
                               "line_number=7\nfilename=policy.cf\nattribute_record=" +
                               record + "\nattribute_some_Name=a=b\n\n";
    CHECK(
        folder.read("record") ==
        "operation=validate_promise\n" + fields + "operation=evaluate_promise\n" + fields
    );
}

TEST_CASE("an invalid promise is not kept, and not evaluated") {
    const TemporaryFolder folder;
    const PromiseType type{"text", "", module_path("good_json.py")};
    ModuleHost host({});
    const auto invalid = keep(host, promise_of(type, folder / "x"));
    CHECK(invalid.result() == "not_kept");
    CHECK(invalid.has_line_with("error: Attribute 'content' is missing"));
    CHECK_FALSE(invalid.has_line_with("Bug in promise module"));
}

TEST_CASE("the transcripts are what is said to a module and made of its answers") {
    for (const Transcript& transcript : all_transcripts()) {
        CAPTURE(transcript.path);
        const TemporaryFolder folder;
        const std::string module = folder.write(
            "module", "exec python3 '" + module_path("replay.py") + "' '" + transcript.path + "'\n"
        );
        std::string at_the_end;
        {
            ModuleHost host({.log = [&](LogLevel, std::string_view line) { at_the_end += line; }});
            for (const Transcript::KeptPromise& recorded : transcript.promises) {
                const PromiseType type{recorded.type->name, "/bin/sh", module};
                Promise promise = recorded.promise;
                promise.type = &type;
                const RecordingKeeping kept = keep(host, promise);
                std::string outcome = kept.result();
                for (const std::string& name : kept.outcome().classes)
                    outcome += " " + name;
                CHECK(outcome == recorded.outcome);
                CHECK(kept.lines() == recorded.log);
            }
        }
        CHECK(at_the_end == "");
    }
}
