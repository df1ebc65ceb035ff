#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace edit_steps_test {

using namespace vow;
using namespace vow::test;

namespace {

/// The text that the keeper of `files` got last, to save it; empty if it got none.
std::string edited_text(const PolicyWorld& world) {
    std::string text;
    for (const ScriptedKeeper::Record& promise : world.keeper.started()) {
        const AttributeValue* edited = promise.attributes.find("edited");
        if (edited == nullptr) continue;
        text = std::get<Data>(*edited).find("content")->text();
    }
    return text;
}

/// A world with a file /f of this text.
struct FileWorld : PolicyWorld {
    explicit FileWorld(const std::string& text) { host.files["/f"] = text; }
};

} // namespace

TEST_CASE("an edited file is handed over as its new text") {
    FileWorld world("a\n");
    world.keeper.answer("files", "/f", Verdict::repaired);
    CHECK(
        world.run_main(R"cf(
files: "/f" edit_line => add("b"), classes => results("f");
reports: f_repaired:: "repaired"; f_kept:: "kept";
} bundle edit_line add(line) { insert_lines: "$(line)";)cf") ==
        "info: Inserted the promised line 'b' into '/f'\n"
        "info: insert_lines promise 'b' repaired\n"
        "files /f: repaired\nR: repaired\n"
    );
    CHECK(edited_text(world) == "a\nb\n");
    CHECK(world.handed_over() == "files /f\n");
}

TEST_CASE("a file that needs no edit is kept without its keeper") {
    FileWorld world("a\nb\n");
    CHECK(world.run_main(R"cf(
files: "/f" edit_line => add("b"), classes => results("f");
reports: f_repaired:: "repaired"; f_kept:: "kept";
} bundle edit_line add(line) { insert_lines: "$(line)";)cf") == "files /f: kept\nR: kept\n");
    CHECK(world.handed_over().empty());
}

TEST_CASE("other attributes of an edited file are kept first and the edit sees their classes") {
    PolicyWorld world;
    auto& script = world.keeper.script("files", "/f");
    script.outcome = Outcome::of(Verdict::repaired);
    script.effect = [&] { world.host.files["/f"]; };
    CHECK(
        world.run_main(R"cf(
files: "/f" create => "true", edit_line => add, classes => results("f");
} bundle edit_line add { insert_lines: f_repaired:: "made";)cf") ==
        "info: Inserted the promised line 'made' into '/f'\n"
        "info: insert_lines promise 'made' repaired\nfiles /f: repaired\n"
    );
    REQUIRE(world.keeper.started().size() == 2);
    CHECK(world.keeper.started()[0].attributes.find("edited") == nullptr);
    CHECK(*world.keeper.started()[0].attributes.text("create") == "true");
    CHECK(world.keeper.started()[0].attributes.find("edit_line") == nullptr);
    CHECK(edited_text(world) == "made\n");
}

TEST_CASE("a file is made with its edited text unless the edits could notice that it was made") {
    struct Row {
        std::string_view policy;
        std::size_t promises;
    };
    const Row rows[] = {
        {R"cf(edit_line => add("b");
} bundle edit_line add(x) { insert_lines: "$(x)";)cf",
         1},
        {R"cf(edit_line => add("c");
} bundle edit_line add(x) { delete_lines: "a" unless => "any"; insert_lines: "b" if => "any";)cf",
         1},
        {R"cf(edit_line => add("b"), classes => results("f");
} bundle edit_line add(x) { insert_lines: "$(x)";)cf",
         2},
        {R"cf(edit_line => add(concat("c"));
} bundle edit_line add(x) { insert_lines: "b";)cf",
         2},
        {R"cf(edit_line => add("b");
} bundle edit_line add(x) { insert_lines: "b" if => fileexists("/dir/f");)cf",
         2},
        {R"cf(edit_line => add("b");
} bundle edit_line add(x) { classes: "there" expression => "any"; insert_lines: "b";)cf",
         2},
        {R"cf(edit_line => add("b");
} bundle edit_line add(x) { insert_lines: "b" location => first;
} body location first { before_after => "before";)cf",
         2},
    };
    for (const Row& row : rows) {
        CAPTURE(row.policy);
        PolicyWorld world;
        world.host.statuses["/dir"].kind = FileKind::directory;
        auto& script = world.keeper.script("files", "/dir/f");
        script.outcome = Outcome::of(Verdict::repaired);
        script.effect = [&] { world.host.files["/dir/f"]; };
        world.run_main(R"(files: "/dir/f" create => "true", )" + std::string(row.policy));
        CHECK(edited_text(world) == "b\n");
        CHECK(world.keeper.started().size() == row.promises);
    }
}

TEST_CASE("a file is not edited when its other attributes are not kept") {
    FileWorld world("a\n");
    world.keeper.answer("files", "/f", Verdict::not_kept);
    CHECK(world.run_main(R"cf(
files: "/f" create => "true", touch => "true", edit_line => add;
} bundle edit_line add { insert_lines: "b";)cf") == "files /f: not_kept\n");
    CHECK(world.keeper.started().size() == 1);
}

TEST_CASE("a file that exists needs the module for its text only") {
    FileWorld world("a\n");
    world.run_main(R"cf(
files: "/f" create => "true", edit_line => add("a"); "/f" create => "true", edit_line => add("b");
} bundle edit_line add(line) { insert_lines: "$(line)";)cf");
    CHECK(edited_text(world) == "a\nb\n");
    CHECK(world.keeper.started().size() == 1);
}

TEST_CASE("an edited file that cannot be read is not kept") {
    PolicyWorld world;
    CHECK(
        world.run_main(R"cf(
files: "/f" edit_line => add; } bundle edit_line add { insert_lines: "b";)cf") ==
        "error: File '/f' was marked for editing but could not be opened\n"
        "error: Errors encountered when actuating files promise '/f'\n"
        "files /f: not_kept\n"
    );
}

TEST_CASE("edit promises have guards, conditions, classes and iteration of their own") {
    FileWorld world("old\nkeep\n");
    world.run_main(R"cf(
vars: "lines" slist => { "1", "2" };
files: "/f" edit_line => change(@(lines));
reports: found_repaired:: "found";
} bundle edit_line change(lines) {
classes: "extra";
delete_lines: "old" classes => results("found"); "keep" if => "never";
insert_lines: "$(lines)"; extra:: "x"; !extra:: "y"; found_repaired:: "after deletion";)cf");
    CHECK(edited_text(world) == "keep\n1\n2\nx\nafter deletion\n");
    CHECK(world.observer.reports == std::vector<std::string>{"found"});
}

TEST_CASE("edits of one file take one lock when their paths differ, and release it") {
    FileWorld world("a\n");
    world.host.links["/link"] = "/f";
    world.host.files["/other/f"] = "a\n";
    world.host.statuses["/"] = {.kind = FileKind::directory, .inode = 2};
    world.host.statuses["/other"] = {.kind = FileKind::directory, .inode = 3};
    world.run_main(R"cf(
files: "/f" edit_line => add; "/link" edit_line => add; "/other/f" edit_line => add;
} bundle edit_line add { insert_lines: "b";)cf");
    std::vector<std::uint64_t> edits;
    for (const FakeState::Request& request : world.state.requests()) {
        if (!request.terms.expire_after) edits.push_back(request.promise);
    }
    REQUIRE(edits.size() == 3);
    CHECK(edits[0] == edits[1]);
    CHECK(edits[0] != edits[2]);
    CHECK(world.state.taken().empty());
}

TEST_CASE("an edit in a dry run is logged as needed, and its text handed over to be compared") {
    FileWorld world("a\n");
    world.options.policy = Terms::Policy::dry_run;
    CHECK(
        world.run_main(R"cf(
files: "/f" edit_line => add; } bundle edit_line add { insert_lines: "b";)cf") ==
        "warning: Should insert line 'b' into '/f'\n"
        "warning: Warnings encountered when actuating insert_lines promise 'b'\n"
        "files /f: not_kept\n"
    );
    CHECK(world.handed_over() == "files /f\n");
    CHECK(edited_text(world) == "a\nb\n");
    CHECK_FALSE(world.keeper.started().front().terms.changes_allowed());
}

TEST_CASE("a Mustache template makes the whole text of a file") {
    FileWorld world("a\n");
    world.run_main(R"cf(
files: "/f" edit_template_string => "{{x}}!", template_method => "inline_mustache",
    template_data => '{"x": "rendered"}';)cf");
    CHECK(edited_text(world) == "rendered!");
}

TEST_CASE("variables and classes come from the output of a command that is a module") {
    PolicyWorld world;
    world.keeper.script("commands", "/opt/my-module --x").outcome.output =
        "+from_output\n=v=text\n^context=named\n@l={ \"a\", \"b\" }\n";
    CHECK(
        world.run_main(R"cf(
commands: "/opt/my-module --x" module => "true";
reports: from_output:: "$(my_module.v) $(named.l)";)cf") ==
        "commands /opt/my-module --x: kept\nR: text a\nR: text b\n"
    );
}

TEST_CASE("output of a command defines nothing when the command is not a module") {
    PolicyWorld world;
    world.keeper.script("commands", "/x").outcome.output = "+from_output\n";
    CHECK(
        world.run_main(R"cf(commands: "/x"; reports: from_output:: "r";)cf") ==
        "commands /x: kept\n"
    );
}

} // namespace edit_steps_test
