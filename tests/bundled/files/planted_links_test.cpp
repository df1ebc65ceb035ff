#include "protocol/system/place.h"
#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"

#include <doctest/doctest.h>

namespace planted_links_test {

using namespace vow;
using namespace vow::tests;

namespace {

Data edit_of(const std::string& content) {
    return body({{"content", content}, {"whole", "true"}, {"backup", "false"}});
}

bool explains(const KeptPromise& kept, const std::string& link) {
    const std::string text = kept.log_text();
    const std::string user = std::to_string(OtherUser::id);
    return text.find("Cannot follow symlink '" + link + "': it belongs to user " + user) !=
               text.npos &&
           text.find("chown -h 0:0 " + link) != text.npos;
}

uid_t owner_of(const std::string& path) {
    struct stat status = {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status.st_uid;
}

} // namespace

TEST_CASE("a promise about a file refuses a link that an unprivileged user planted") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string link = user.plant_link("a", user.secret());
    const Attributes attacks[] = {
        {{"content", "new"}},
        {{"edited", edit_of("new")}},
        {{"rename", body({{"rotate", "1"}})}},
        {{"rename", body({{"rotate", "0"}})}},
        {{"touch", "true"}},
        {{"create", "true"}, {"content", "new"}},
        {{"perms", body({{"mode", "666"}})}, {"content", "new"}},
    };
    for (const Attributes& attributes : attacks) {
        const auto kept = keep_promise("files", link, attributes);
        CHECK(kept.result() >= Verdict::not_kept);
        CHECK(explains(kept, link));
        CHECK(user.is_safe());
    }
}

TEST_CASE("a promise about a file refuses a planted link on the way to it") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string link = user.plant_link("sub", user.root_only());
    user.secret();
    const Data owned = list_body("owners", {std::to_string(OtherUser::id)});
    const Attributes attacks[] = {
        {{"create", "true"}, {"perms", owned}},
        {{"content", "new"}, {"perms", owned}},
        {{"delete", body({})}},
        {{"rename", body({{"newname", "b"}})}},
        {{"link_from", body({{"source", "/etc"}, {"when_no_source", "force"}})}},
        {{"copy_from", body({{"source", "/etc/hostname"}})}},
    };
    for (const char* const name : {"/secret", "/x", "/y/z"}) {
        for (const Attributes& attributes : attacks) {
            const auto kept = keep_promise("files", link + name, attributes);
            CHECK(kept.result() >= Verdict::not_kept);
            CHECK(explains(kept, link));
        }
    }
    CHECK(keep_promise("files", link + "/y/.", {{"create", "true"}}).result() >= Verdict::not_kept);
    CHECK(user.is_safe());
    CHECK_FALSE(user.folder().has("root-only/x"));
    CHECK_FALSE(user.folder().has("root-only/y"));
}

TEST_CASE("a copy of a folder does not go through a planted link") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    user.secret();
    user.secret("keep");
    user.folder().write("source/d/keep", "copied");
    user.folder().write("source/e", "copied");
    user.make_folder("tmp");
    const std::string link = user.plant_link("tmp/d", user.root_only());
    const Data copy = Data::object(
        {{"source", Data::string(user.folder() / "source")},
         {"purge", Data::string("true")},
         {"compare", Data::string("digest")}}
    );
    const auto kept = keep_promise(
        "files",
        user.in_home("tmp"),
        {{"copy_from", copy},
         {"depth_search", body({{"depth", "inf"}})},
         {"perms", list_body("owners", {std::to_string(OtherUser::id)})}}
    );
    CHECK(kept.result() >= Verdict::not_kept);
    CHECK(explains(kept, link));
    CHECK(user.is_safe());
    CHECK(user.is_safe("keep"));
    CHECK(user.folder().read("home/tmp/e") == "copied"); // the rest is done
}

TEST_CASE("a copy from a folder of another user does not read through a planted link") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    user.secret();
    user.plant_link("sub", user.root_only());
    const auto kept = keep_promise(
        "files",
        user.folder() / "public",
        {{"copy_from", body({{"source", user.in_home("sub/secret")}})}}
    );
    CHECK(kept.result() >= Verdict::not_kept);
    CHECK_FALSE(user.folder().has("public"));
}

TEST_CASE("links of root, and links with the owners of their target, are followed") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string path = user.write("f", "old");
    const std::string own = user.plant_link("own", "f");
    REQUIRE(::symlink("f", user.in_home("roots").c_str()) == 0);
    for (const std::string& link : {own, user.in_home("roots")}) {
        CHECK(keep_promise("files", link, {{"content", link}}).result() == Verdict::repaired);
        CHECK(user.folder().read("home/f") == link);
    }
    user.make_folder("d");
    user.plant_link("way", "d");
    const auto kept = keep_promise("files", user.in_home("way/g"), {{"content", "new"}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK(user.folder().read("home/d/g") == "new");
}

TEST_CASE("json and unit files refuse a planted link") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    user.secret();
    const std::string link = user.plant_link("a.json", user.root_only() + "/secret");
    const auto kept = keep_promise("json", link + ":a", {{"number", "1"}});
    CHECK(kept.result() >= Verdict::not_kept);
    CHECK(explains(kept, link));
    user.plant_link("units", user.root_only());
    const auto unit = keep_promise(
        "systemd",
        "x",
        {{"unit_directory", user.in_home("units")},
         {"state", "installed"},
         {"service_exec_start", Data::array({Data::string("/bin/true")})}}
    );
    CHECK(unit.result() >= Verdict::not_kept);
    CHECK_FALSE(user.folder().has("root-only/x.service"));
    CHECK(user.is_safe());
}

TEST_CASE("a link that another user made is never given to root") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string link = user.plant_link("link", user.secret());
    user.write("f", "text");
    const auto kept = keep_promise(
        "files",
        user.home(),
        {{"perms", list_body("owners", {"root"})}, {"depth_search", body({{"depth", "inf"}})}}
    );
    CHECK(
        kept.log_text().find("warning: Symlink '" + link + "' is not given") != std::string::npos
    );
    CHECK(owner_of(link) == OtherUser::id);
    CHECK(owner_of(user.in_home("f")) == 0);
    CHECK(keep_promise("files", link, {{"content", "new"}}).result() >= Verdict::not_kept);
    CHECK(user.is_safe());
    const auto place = Place::at(link);
    CHECK(place->set_owner(0, 0, *place->status()) == ENOLINK);
    CHECK(place->set_owner(4242, 0, *place->status()) == 0);
}

TEST_CASE("a link that another user made is not copied as root's if it may lead out") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    user.make_folder("tree");
    const std::string out = user.plant_link("tree/out", user.secret());
    user.plant_link("tree/up", "../../root-only/secret");
    user.plant_link("tree/inside", "page");
    user.write("tree/page", "welcome");
    const auto kept = keep_promise(
        "files",
        user.folder() / "copy",
        {{"copy_from", body({{"source", user.in_home("tree")}})},
         {"depth_search", body({{"depth", "inf"}})}}
    );
    CHECK(
        kept.log_text().find("warning: Symlink '" + out + "' is not copied") != std::string::npos
    );
    CHECK_FALSE(user.folder().has("copy/out"));
    CHECK_FALSE(user.folder().has("copy/up"));
    CHECK(user.folder().read("copy/inside") == "welcome");
}

} // namespace planted_links_test
