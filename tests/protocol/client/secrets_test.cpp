#include "protocol/client/module_host.h"
#include "tests/support/module_promises.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace secrets_test {

using namespace vow;
using namespace vow::client;
using namespace vow::tests;

namespace {

/// The content of the only file in a folder.
std::string only_file_in(const std::string& folder) {
    const std::filesystem::directory_iterator files(folder);
    std::ifstream in(begin(files)->path());
    return {std::istreambuf_iterator<char>(in), {}};
}

const std::string secret = "h\u00fcnter \"2\"";

} // namespace

TEST_CASE("a secret never appears in a log line, outcome or record") {
    for (const std::string how : {"well", "badly", "result"}) {
        CAPTURE(how);
        const TemporaryFolder folder;
        const PromiseType type{"account", "", module_path("tells_secrets.py")};
        std::string outside;
        {
            ModuleHost host({
                .log_level = LogLevel::debug,
                .log = [&](LogLevel, std::string_view line) { outside += line; },
                .record_folder = folder / "records",
            });
            const auto kept = keep(
                host, promise_of(type, "ada", {{"password", secret}, {"pin", "12"}, {"how", how}})
            );
            outside += kept.log_text();
            for (const std::string& name : kept.outcome().classes)
                outside += name;
            for (const auto& [name, value] : kept.outcome().variables)
                outside += json_text(value);
            for (const Change& change : kept.outcome().changes)
                outside += change.what + change.after;
            CHECK(kept.has_line_with("info: password is ***, and how is " + how));
        }
        CHECK(outside.find("nter") == std::string::npos);
        const std::string record = only_file_in(folder / "records");
        CHECK(record.find("nter") == std::string::npos);
        CHECK(record.find(R"("password":"***","pin":"***","how":")" + how) != std::string::npos);
        CHECK(record.find("< log_info=password is ***") != std::string::npos);
    }
}

TEST_CASE("a module that declares no secrets has none") {
    const TemporaryFolder folder;
    const PromiseType type{"note", "/bin/sh", module_path("good_line.sh")};
    {
        ModuleHost host({.record_folder = folder / "records"});
        CHECK(keep(host, promise_of(type, "x", {{"password", secret}})).result() == "kept");
    }
    CHECK(
        only_file_in(folder / "records").find("> attribute_password=" + secret) != std::string::npos
    );
}

} // namespace secrets_test
