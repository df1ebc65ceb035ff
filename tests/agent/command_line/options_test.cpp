#include "agent/command_line/options.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::agent;

namespace {

Options read(const std::vector<std::string>& words) {
    return std::get<Options>(options_from(words));
}

} // namespace

TEST_CASE("the usual options of a run mean the same beside a rare one") {
    std::vector<std::string> words = {
        "run",
        "-KnIl",
        "/p.cf",
        "-D",
        "one,two",
        "-N",
        "three",
        "-b",
        "a",
        "--bundlesequence=b,c",
        "-w",
        "/work",
        "-C",
        "never",
        "--modules-folder",
        "/own",
        "--trust-paths"};
    const Options usual = read(words);
    words.insert(words.end(), {"--slowest", "3"});
    const Options all = read(words);
    CHECK(all.measurements.slowest == 3);
    CHECK(usual.language.cfengine.bundle_sequence == std::vector<std::string>{"a", "b", "c"});
    for (const Options& each : {usual, all}) {
        CHECK(each.subject == "/p.cf");
        CHECK(each.run.policy == Terms::Policy::dry_run);
        CHECK_FALSE(each.run.use_locks);
        CHECK(each.console.level == LogLevel::info);
        CHECK(each.console.color == Color::never);
        CHECK(each.console.timestamps == Timestamps::yes);
        CHECK(each.has_log_level);
        CHECK(each.language.cfengine.define == std::vector<std::string>{"one", "two"});
        CHECK(each.language.cfengine.negate == std::vector<std::string>{"three"});
        CHECK(each.language.cfengine.bundle_sequence == usual.language.cfengine.bundle_sequence);
        CHECK(each.work_directory == "/work");
        CHECK(each.language.skopos.work_folder == "/work");
        CHECK(each.modules_folders == std::vector<std::string>{"/own"});
        CHECK(each.path_trust == PathTrust::blind);
    }
}

TEST_CASE("a wrong command line of a run is answered with all options in mind") {
    const auto reply = std::get<Reply>(options_from({"run", "/p.cf", "--slowes", "3"}));
    CHECK(reply.status == 2);
    CHECK(reply.text.find("--slowest") != std::string::npos);
    const auto help = std::get<Reply>(options_from({"run", "--help"}));
    CHECK(help.status == 0);
    CHECK(help.text.find("--slowest") != std::string::npos);
}
