#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>

#include <fcntl.h>

namespace races_test {

using namespace vow;
using namespace vow::tests;

namespace {

namespace fs = std::filesystem;

constexpr int tries = 200;
constexpr int files = 20;

const Data to_user = list_body("owners", {std::to_string(OtherUser::id)});

/// A user who exchanges a folder with a link to root's, without end.
class Exchange {
public:
    explicit Exchange(const OtherUser& user)
        : folder_(user.in_home("tmp/d")),
          link_(user.plant_link("link", user.root_only())),
          thread_([this] {
              ::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, link_.c_str(), RENAME_EXCHANGE);
          }) {}

private:
    std::string folder_, link_;
    Meanwhile thread_;
};

void fill(const OtherUser& user) {
    for (int i = 0; i < files; ++i)
        user.write("tmp/d/f" + std::to_string(i), "user's");
}

/// How often a promise about the user's folder has changed a file of root's.
int times_won(const Attributes& attributes, const std::string& name = "") {
    int won = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const OtherUser user;
        user.make_folder("tmp");
        user.make_folder("tmp/d");
        fill(user);
        for (int i = 0; i < files; ++i)
            user.secret("f" + std::to_string(i));
        {
            const Exchange exchange(user);
            keep_promise("files", user.in_home("tmp" + name), attributes);
        }
        bool is_safe = true;
        for (int i = 0; i < files; ++i)
            is_safe = is_safe && user.is_safe("f" + std::to_string(i));
        is_safe = is_safe && !user.folder().has("root-only/x");
        won += is_safe ? 0 : 1;
    }
    return won;
}

} // namespace

TEST_CASE("a user who exchanges folders for links wins no race against recursive permissions") {
    if (!OtherUser::can_exist()) return;
    CHECK(
        times_won({{"depth_search", body({{"depth", "inf"}})}, {"perms", body({{"mode", "777"}})}}
        ) == 0
    );
}

TEST_CASE("a user who exchanges folders for links wins no race against recursive deletion") {
    if (!OtherUser::can_exist()) return;
    CHECK(
        times_won(
            {{"depth_search", body({{"depth", "inf"}})}, {"delete", body({{"rmdirs", "true"}})}}
        ) == 0
    );
}

TEST_CASE("a user who exchanges folders for links wins no race against a purging copy") {
    if (!OtherUser::can_exist()) return;
    const TemporaryFolder source;
    fs::create_directories(source / "d");
    const auto copy = body({{"source", source.path()}, {"purge", "true"}});
    CHECK(times_won({{"copy_from", copy}, {"depth_search", body({{"depth", "inf"}})}}) == 0);
}

TEST_CASE("a user who exchanges folders for links wins no race against a new file") {
    if (!OtherUser::can_exist()) return;
    CHECK(times_won({{"create", "true"}, {"content", "new"}, {"perms", to_user}}, "/d/x") == 0);
}

TEST_CASE("a user wins no race for the file that a copy is first written to") {
    if (!OtherUser::can_exist()) return;
    int won = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const OtherUser user;
        const std::string secret = user.secret();
        user.write("x", "old");
        const std::string source = user.folder().write("source", std::string(300'000, 'x'));
        {
            const Meanwhile plant([&] {
                for (const char* const name : {"x.cfnew", ".x.vow-new", "x.cfsaved"}) {
                    const std::string path = user.in_home(name);
                    ::unlink(path.c_str());
                    if (::symlink(secret.c_str(), path.c_str()) != 0) continue;
                    static_cast<void>(::lchown(path.c_str(), OtherUser::id, OtherUser::id));
                }
            });
            keep_promise(
                "files",
                user.in_home("x"),
                {{"copy_from", body({{"source", source}, {"compare", "digest"}})},
                 {"perms", to_user}}
            );
        }
        won += user.is_safe() ? 0 : 1;
    }
    CHECK(won == 0);
}

} // namespace races_test
