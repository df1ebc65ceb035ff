#include "protocol/system/place.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>

namespace access_list_test {

using namespace vow;
using namespace vow::tests;

namespace {

Data list(std::initializer_list<const char*> items) {
    std::vector<Data> texts;
    for (const char* item : items)
        texts.push_back(Data::string(item));
    return Data::array(std::move(texts));
}

Attribute acl(std::vector<Data::Member> members) {
    return {"acl", Data::object(std::move(members))};
}

/// The entries of a file, or of those that files in a folder inherit.
std::string acl_of(const std::string& path, AclKind kind = AclKind::access) {
    const auto place = Place::at(path);
    const auto status = place ? place->status() : SystemResult<struct stat>::failed(ENOENT);
    const auto found = status ? place->acl(kind, *status) : SystemResult<Acl>::failed(ENOENT);
    return found ? text_of(*found) : "unreadable";
}

} // namespace

TEST_CASE("promised entries join those that a file has, and the mask lets them through") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    REQUIRE(chmod(path.c_str(), 0640) == 0);
    const Attribute promised = acl({{"aces", list({"user:man:rwx", "group:daemon:r", "all:"})}});
    const auto first = keep_promise("files", path, {promised});
    CHECK(first.log_text() == "info: Access ACL on '" + path + "' successfully changed\n");
    CHECK(
        acl_of(path) == "user::rw-,user:man:rwx,group::r--,group:daemon:r--,mask::rwx,other::---"
    );
    CHECK(keep_promise("files", path, {promised}).outcome.verdicts == Verdicts{Verdict::kept});
    const Attribute changed = acl({{"aces", list({"user:man:-w", "group:daemon:+x"})}});
    CHECK(keep_promise("files", path, {changed}).result() == Verdict::repaired);
    CHECK(
        acl_of(path) == "user::rw-,user:man:r-x,group::r--,group:daemon:r-x,mask::r-x,other::---"
    );
}

TEST_CASE("a whole list needs entries for owner, group and others") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    const auto keep = [&](const Data& entries) {
        return keep_promise(
            "files", path, {acl({{"acl_method", Data::string("overwrite")}, {"aces", entries}})}
        );
    };
    const auto refused = keep(list({"user:man:rwx"}));
    CHECK(refused.result() == Verdict::not_kept);
    CHECK(
        refused.lines.front() == "error: Invalid ACL in 'user:man:rwx,mask::rwx' at index 0 "
                                 "(acl_check: Missing or wrong entry)"
    );
    CHECK(keep(list({"user:*:rw", "group:*:r", "all:"})).result() == Verdict::repaired);
    CHECK(acl_of(path) == "user::rw-,group::r--,mask::r--,other::---");
}

TEST_CASE("files in a directory inherit the list that is promised for them") {
    const TemporaryFolder folder;
    const std::string path = folder / "d";
    REQUIRE(mkdir(path.c_str(), 0700) == 0);
    const auto keep = [&](const char* inherited) {
        return keep_promise(
            "files",
            path,
            {acl(
                {{"aces", list({"user:man:rx"})},
                 {"acl_default", Data::string(inherited)},
                 {"specify_default_aces", list({"user:*:rwx", "group:*:rx", "all:"})}}
            )}
        );
    };
    CHECK(
        keep("access").log_text() == "info: Access ACL on '" + path +
                                         "' successfully changed\ninfo: Default ACL on '" + path +
                                         "' successfully copied from access ACL.\n"
    );
    CHECK(acl_of(path, AclKind::inherited) == acl_of(path));
    CHECK(keep("access").outcome.verdicts == Verdicts{Verdict::kept});
    CHECK(keep("specify").result() == Verdict::repaired);
    CHECK(keep("clear").log_text() == "info: Default ACL on '" + path + "' successfully cleared\n");
    CHECK(acl_of(path, AclKind::inherited).empty());
}

TEST_CASE("an access control list that cannot be set is refused") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    const std::string before = acl_of(path);
    const std::vector<std::pair<std::vector<Data::Member>, std::string>> refused = {
        {{{"aces", list({"mask:rwx"})}}, "error: This ACL type does not support mask ACE."},
        {{{"aces", list({"user:man:rwx:deny"})}},
         "error: Deny permission not supported by this ACL type"},
        {{{"aces", list({"all:r"})}, {"acl_type", Data::string("ntfs")}},
         "error: NTFS ACLs are not supported on this system"},
        {{{"aces", list({"all:r"})}, {"acl_default", Data::string("clear")}},
         "error: acl_default can only be set on directories."},
        {{{"aces", list({"all:r--"})}}, "error: ACL: Mode string contains invalid characters"},
        {{{"aces", list({"user:no_such_user:r"})}},
         "error: Could not get UID for user 'no_such_user', (getpwnam: not found)"}};
    for (const auto& [members, message] : refused) {
        const auto kept = keep_promise("files", path, {acl(members)});
        CHECK(kept.result() == Verdict::not_kept);
        REQUIRE_FALSE(kept.lines.empty());
        CHECK(kept.lines.front() == message);
    }
    CHECK(acl_of(path) == before);
}

TEST_CASE("accounts can be given by number if they exist") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    REQUIRE(chmod(path.c_str(), 0600) == 0);
    const auto keep = [&](const char* entry) {
        return keep_promise("files", path, {acl({{"aces", list({entry})}})}).result();
    };
    CHECK(keep("group:1:r") == Verdict::repaired);
    CHECK(acl_of(path) == "user::rw-,group::---,group:daemon:r--,mask::r--,other::---");
    CHECK(keep("user:4294967290:r") == Verdict::not_kept);
}

TEST_CASE("a dry run warns of each list that differs") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    const auto kept = keep_promise(
        "files", path, {acl({{"aces", list({"user:man:rwx"})}})}, Terms::Policy::dry_run
    );
    CHECK(kept.lines.front() == "warning: Should update ACL Access on file '" + path + "'");
    CHECK(acl_of(path).find("man") == std::string::npos);
}

} // namespace access_list_test
