#include "protocol/client/module_host.h"
#include "tests/support/module_promises.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace description_test {

using namespace vow;
using namespace vow::client;
using namespace vow::tests;

namespace {

/// A module with the functions of tests/modules/base.sh that logs its requests.
std::string script(const TemporaryFolder& folder, const std::string& body) {
    const std::string start = ". '" + module_path("base.sh") + "'\nfolder=${0%/*}\n";
    return folder.write("module.sh", start + body + "\n");
}

/// A module that answers describe with `answer`, and everything else correctly.
std::string describing(const TemporaryFolder& folder, const std::string& answer) {
    return script(
        folder,
        R"sh(
        header line_based describe
        while request; do
            echo "$operation" >>"$folder/log"
            if [ "$operation" = describe ]; then printf '%s\n' "operation=describe" )sh" +
            answer + R"sh(
            else answer_line; fi
        done)sh"
    );
}

const std::string good_answer =
    R"sh(result=success 'description={"promise_types":{"t":{"attributes":{"key":{}}}}}' '')sh";

MissingDescription undescribed(const DescriptionResult& described) {
    REQUIRE(std::holds_alternative<MissingDescription>(described));
    return std::get<MissingDescription>(described);
}

} // namespace

TEST_CASE("the description of a module is requested once, before its first promise") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", describing(folder, good_answer)};
    const PromiseType other{"other", "/bin/sh", type.path};
    {
        ModuleHost host({});
        for (const PromiseType& each : {type, other}) {
            const DescriptionResult described = host.describe(each);
            REQUIRE(std::holds_alternative<Description>(described));
            const auto& description = std::get<Description>(described);
            CHECK(description.promise_type("t")->attribute("key") != nullptr);
        }
        CHECK(keep(host, promise_of(type, "x")).result() == "kept");
    }
    CHECK(folder.read("log") == "describe\nvalidate_promise\nevaluate_promise\nterminate\n");
}

TEST_CASE("a module that is started for a promise describes itself before it validates") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", describing(folder, good_answer)};
    ModuleHost host({});
    CHECK(keep(host, promise_of(type, "x")).result() == "kept");
    CHECK(folder.read("log") == "describe\nvalidate_promise\nevaluate_promise\n");
    CHECK(std::holds_alternative<Description>(host.describe(type)));
}

TEST_CASE("the description of a restarted module is not requested again") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header line_based describe
        while request; do
            echo "$operation" >>"$folder/log"
            if [ "$operation" = describe ]; then printf '%s\n' result=success 'description={"promise_types":{}}' ''
            elif trouble validate_promise; then exit 1
            else answer_line; fi
        done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    CHECK(keep(host, promise_of(type, "trouble")).result() == "error");
    CHECK(keep(host, promise_of(type, "x")).result() == "kept");
    CHECK(folder.read("log") == "describe\nvalidate_promise\nvalidate_promise\nevaluate_promise\n");
}

TEST_CASE("a module may end as soon as it has described itself, and is started for its promise") {
    const TemporaryFolder folder;
    const std::string answer = "printf '%s\\n' " + good_answer;
    const std::string module = script(
        folder,
        R"sh(
        header line_based describe
        while request; do
            if [ "$operation" = describe ]; then )sh" +
            answer + R"sh(; exit
            else answer_line; fi
        done)sh"
    );
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    CHECK(std::holds_alternative<Description>(host.describe(type)));
    CHECK(keep(host, promise_of(type, "x")).result() == "kept");
}

TEST_CASE("a module without the flag is not sent `describe`, and has no fault") {
    const PromiseType type{"t", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    const MissingDescription none = undescribed(host.describe(type));
    CHECK(none.cause == MissingDescription::Cause::not_offered);
    CHECK(keep(host, promise_of(type, "x")).result() == "kept");
}

TEST_CASE("an invalid description is logged, and promises are kept anyway") {
    struct {
        const char* answer;
        const char* why;
    } const cases[] = {
        {"result=error ''", "it answered describe with the result 'error'"},
        {"result=success ''", "its answer to describe has no 'description'"},
        {"result=success 'description={' ''",
         "in its answer to describe, 'description' is not JSON"},
        {"result=success 'description={}' ''", "its description has no 'promise_types'"},
    };
    for (const auto& each : cases) {
        const TemporaryFolder folder;
        const PromiseType type{"t", "/bin/sh", describing(folder, each.answer)};
        ModuleHost host({});
        const auto kept = keep(host, promise_of(type, "x"));
        CHECK(kept.result() == "kept");
        CHECK(kept.has_line_with(std::string("': ") + each.why));
        const MissingDescription none = undescribed(host.describe(type));
        CHECK(none.cause == MissingDescription::Cause::unusable);
        CHECK(none.why == each.why);
    }
}

TEST_CASE("a mistake in a description is logged, and the secret that it is about stays one") {
    const TemporaryFolder folder;
    const std::string module = describing(
        folder,
        R"sh(result=success 'description={"promise_types":{"t":{"attributes":{"password":{"type":"txt","secret":true}}}}}' ''
            elif [ "$operation" = evaluate_promise ]; then printf 'log_info=got hunter2\n'; answer_line
            elif :; then answer_line)sh"
    );
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    Promise promise = promise_of(type, "x");
    promise.attributes.set("password", std::string("hunter2"));
    const auto kept = keep(host, promise);
    CHECK(kept.has_line_with(
        "ignoring a part of the description sent by promise module '" + module +
        "': 'type' of attribute 'password' of promise type 't' is unknown: 'txt'"
    ));
    CHECK(kept.has_line_with("got ***"));
}

TEST_CASE(
    "a module that does not start gives a reason, and is not started again for its description"
) {
    const TemporaryFolder folder;
    const auto why = [&](const std::string& path, Limits limits = {}) {
        const PromiseType type{"t", "/bin/sh", path};
        ModuleHost host({.limits = limits});
        std::string first = undescribed(host.describe(type)).why;
        CHECK(undescribed(host.describe(type)).why == first);
        CHECK(undescribed(host.describe(type)).cause == MissingDescription::Cause::broken);
        return first;
    };
    CHECK(why(folder / "none") == "Promise module '" + (folder / "none") + "' does not exist");
    const std::string dying =
        script(folder, "echo start >>\"$folder/log\"; echo no foo >&2; exit 3");
    CHECK(
        why(dying) ==
        "Did not receive header from promise module '" + dying +
            "': it exited with status 3. It wrote to standard error: no foo. Expected "
            "'NAME VERSION v1 json_based', or 'line_based', and an empty line"
    );
    CHECK(folder.read("log") == "start\n");
    const std::string silent = script(folder, "header line_based describe; request; sleep 1000");
    CHECK(why(silent, {.describe = std::chrono::milliseconds(0)})
              .starts_with(
                  "Promise module '" + silent + "' did not answer describe within 0 s; it was ended"
              ));
}

TEST_CASE("a promise of a module that breaks while it describes itself is an error") {
    const TemporaryFolder folder;
    const PromiseType type{
        "t", "/bin/sh", script(folder, "header line_based describe; request; exit 1")};
    ModuleHost host({});
    const auto broken = keep(host, promise_of(type, "x"));
    CHECK(broken.result() == "error");
    CHECK(broken.has_line_with("exited with status 1 instead of answering describe"));
}

} // namespace description_test
