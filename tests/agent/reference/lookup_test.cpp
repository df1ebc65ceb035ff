#include "agent/reference/lookup.h"

#include <doctest/doctest.h>

namespace vow::agent {
namespace {

ReferenceEntry entry(
    ReferenceKind kind,
    const std::string& name,
    const std::string& language,
    const std::string& summary = ""
) {
    return {.kind = kind, .name = name, .summary = summary, .language = language};
}

/// A small reference of two languages.
std::vector<ReferenceEntry> small_reference() {
    ReferenceEntry all_types = entry(ReferenceKind::type, "promises", "cfengine");
    all_types.parts = {{.name = "action", .value = "body action"}};
    ReferenceEntry files = entry(ReferenceKind::type, "files", "cfengine", "files and links");
    files.parts = {{.name = "perms", .value = "body perms"}, {.name = "create", .value = "true"}};
    files.common = "promises";
    ReferenceEntry perms = entry(ReferenceKind::body, "perms", "cfengine", "owner and mode");
    perms.parts = {{.name = "mode", .value = "text"}};
    ReferenceEntry module = entry(ReferenceKind::module, "files", "");
    module.parts = {
        {.name = "perms", .value = "body", .parts = {{.name = "mode", .value = "string"}}}};
    return {
        module,
        entry(ReferenceKind::class_, "Hr*", "", "the time of the run"),
        all_types,
        files,
        perms,
        entry(ReferenceKind::function, "join", "cfengine", "a list as text"),
        entry(ReferenceKind::operation, "Files::Create-File", "otterscript", "writes a file"),
        entry(ReferenceKind::function, "$Join", "otterscript", "a vector as text")};
}

std::vector<std::string> names_of(const Found& found) {
    std::vector<std::string> names;
    for (const ReferenceEntry* each : found.entries)
        names.push_back(std::string(text_of(each->kind)) + ":" + each->name);
    for (const FoundPart& each : found.attributes)
        names.push_back("attribute:" + each.path);
    return names;
}

std::vector<std::string> found(const std::string& text) {
    const auto all = small_reference();
    return names_of(find_topic(Topic::from(text), all));
}

using Names = std::vector<std::string>;

TEST_CASE("a topic has a kind when its text begins with a known one and a single colon") {
    CHECK(Topic::from("type:files").kind == "type");
    CHECK(Topic::from("type:files").name == "files");
    CHECK(Topic::from("default:main").kind.empty());
    CHECK(Topic::from("Files::Create-File").name == "Files::Create-File");
    CHECK(Topic::from("class::x").kind.empty());
}

TEST_CASE("all entries of a name are found, in every language, without sign and space") {
    CHECK(found("join") == Names{"function:join", "function:$Join"});
    CHECK(found("create-file") == Names{"operation:Files::Create-File"});
    CHECK(found("Files::create-file") == Names{"operation:Files::Create-File"});
    CHECK(found("Http::create-file").empty());
    CHECK(found("files") == Names{"module:files", "type:files"});
    CHECK(found("module:files") == Names{"module:files"});
}

TEST_CASE("a family of names is found when nothing has the name itself") {
    CHECK(found("Hr12") == Names{"class:Hr*"});
    CHECK(found("type:Hr12").empty());
}

TEST_CASE("an attribute is found by its name, by its owner, and through a body") {
    CHECK(found("perms") == Names{"body:perms", "attribute:files.perms"});
    CHECK(found("files.perms") == Names{"attribute:files.perms", "attribute:files.perms"});
    CHECK(found("mode") == Names{"attribute:perms.mode"});
    CHECK(found("type.mode").empty());
}

TEST_CASE("an attribute of all types is found as one of each") {
    CHECK(found("files.action") == Names{"attribute:files.action"});
}

TEST_CASE("a search finds what has all words, the nearest name first") {
    const auto all = small_reference();
    const auto search = [&](std::vector<std::string> words) {
        return names_of(search_topics(words, all));
    };
    CHECK(search({"join"}) == Names{"function:join", "function:$Join"});
    CHECK(search({"TEXT", "list"}) == Names{"function:join"});
    CHECK(search({"file"}) == Names{"module:files", "type:files", "operation:Files::Create-File"});
    CHECK(search({"text", "nothing"}).empty());
}

TEST_CASE("the nearest names of the kind are proposed") {
    const auto all = small_reference();
    CHECK(nearest_topic(Topic::from("type:fils"), all) == "did you mean 'files'?");
    CHECK(nearest_topic(Topic::from("Create-Fil"), all).starts_with("did you mean 'Create-File'"));
    CHECK(
        nearest_topic(Topic::from("Fils::Create-File"), all) == "did you mean 'Files::Create-File'?"
    );
    CHECK(nearest_topic(Topic::from("function:fils"), all).empty());
    CHECK(nearest_topic(Topic::from("xyzzyxyzzy"), all).empty());
}

TEST_CASE("a kind without its colon, or misspelled, is named with it") {
    CHECK(kind_hint(Topic::from("body")) == "vow doc body: lists all of this kind");
    CHECK(kind_hint(Topic::from("functon:")) == "vow doc function: lists all of this kind");
    CHECK(kind_hint(Topic::from("functon")).empty());
    CHECK(kind_hint(Topic::from("type:fils")).empty());
}

} // namespace
} // namespace vow::agent
