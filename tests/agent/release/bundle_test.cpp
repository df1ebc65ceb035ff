#include "agent/release/bundle.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <functional>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace bundle_test {

using namespace vow;
using namespace vow::agent;
using Kind = BundleEntry::Kind;

OpenFolder opened(const std::string& path) {
    return *Place::at(path)->open_folder();
}

std::string packed(const tests::TemporaryFolder& folder, const BundleLimits& limits = {}) {
    return pack_bundle(opened(folder.path()), limits).bytes;
}

std::string fault_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const BundleFault& fault) {
        return fault.what();
    }
    return "no fault";
}

std::string packing_fault(const tests::TemporaryFolder& folder, const BundleLimits& limits = {}) {
    return fault_of([&] { packed(folder, limits); });
}

/// An archive as no folder has it.
std::string archive_of(const std::vector<BundleEntry>& entries) {
    BundleWriter writer;
    for (const BundleEntry& entry : entries)
        writer.add(entry, std::string(entry.size, 'x'));
    return writer.finish();
}

std::string unpacking_fault(const std::string& bytes, const BundleLimits& limits = {}) {
    const tests::TemporaryFolder folder;
    return fault_of([&] { unpack_bundle(bytes, opened(folder.path()), limits); });
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("a folder is unpacked as it was packed") {
    const tests::TemporaryFolder from;
    from.write("main.cf", "bundle agent main {}");
    from.write("modules/tool", "#!/bin/sh\n");
    from.write("data/ünï.json", "{}");
    from.write("data/" + std::string(200, 'n'), "long");
    from.write("empty", "");
    ::mkdir((from / "data/none").c_str(), 0700);
    ::chmod((from / "modules/tool").c_str(), 0700);
    ::symlink("modules/tool", (from / "link").c_str());
    const PackedBundle bundle = pack_bundle(opened(from.path()));
    CHECK(bundle.contents.entries == 9);
    CHECK(bundle.contents.content == 36);

    const tests::TemporaryFolder into;
    const BundleContents contents = unpack_bundle(bundle.bytes, opened(into.path()));
    CHECK(contents.entries == 9);
    CHECK(contents.content == 36);
    CHECK(into.read("main.cf") == "bundle agent main {}");
    CHECK(into.read("data/ünï.json") == "{}");
    CHECK(into.read("data/" + std::string(200, 'n')) == "long");
    CHECK(into.has("empty"));
    CHECK(into.has("data/none"));
    CHECK(Place::at(into / "link")->link_target()->compare("modules/tool") == 0);
    CHECK((Place::at(into / "modules/tool")->status()->st_mode & 07777U) == 0755);
    CHECK((Place::at(into / "main.cf")->status()->st_mode & 07777U) == 0644);
    CHECK((Place::at(into / "data/none")->status()->st_mode & 07777U) == 0755);
    CHECK(packed(into) == bundle.bytes);
}

TEST_CASE("times, permissions, the order of creation and .git do not change the bytes") {
    const tests::TemporaryFolder first;
    first.write("b", "2");
    first.write("a/c", "1");
    const tests::TemporaryFolder second;
    second.write("a/c", "1");
    second.write("b", "2");
    second.write(".git/HEAD", "ref");
    ::chmod((second / "b").c_str(), 0600);
    ::chmod((second / "a").c_str(), 0700);
    const timespec times[2] = {{1, 0}, {1, 0}};
    ::utimensat(AT_FDCWD, (second / "b").c_str(), times, 0);
    CHECK(packed(first) == packed(second));
    second.write("b", "3");
    CHECK(packed(first) != packed(second));
}

TEST_CASE("entries that are not files, folders or inner links are refused") {
    const tests::TemporaryFolder folder;
    SUBCASE("a fifo is refused") {
        ::mkfifo((folder / "pipe").c_str(), 0600);
        CHECK(has(packing_fault(folder), "'pipe' is not a file, a folder or a symbolic link"));
    }
    SUBCASE("a socket is refused") {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        (folder / "s").copy(address.sun_path, sizeof address.sun_path - 1);
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        REQUIRE(
            ::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0
        );
        CHECK(has(packing_fault(folder), "'s' is not a file, a folder or a symbolic link"));
    }
    SUBCASE("a set-id bit is refused") {
        ::chmod(folder.write("su", "").c_str(), 04755);
        CHECK(has(packing_fault(folder), "'su' has a set-user-ID"));
    }
    SUBCASE("an absolute link is refused") {
        ::symlink("/etc/passwd", (folder / "l").c_str());
        CHECK(has(packing_fault(folder), "'l' is a link to '/etc/passwd'"));
    }
    SUBCASE("a link upwards is refused") {
        ::symlink("a/../..", (folder / "l").c_str());
        CHECK(has(packing_fault(folder), "'l' is a link to 'a/../..'"));
    }
    SUBCASE("a hard link to a file outside is refused") {
        const tests::TemporaryFolder outside;
        ::link(outside.write("x", "").c_str(), (folder / "y").c_str());
        CHECK(has(packing_fault(folder), "'y' has another name outside"));
    }
    SUBCASE("a hard link inside is packed twice") {
        ::link(folder.write("x", "").c_str(), (folder / "y").c_str());
        CHECK(packing_fault(folder) == "no fault");
    }
}

TEST_CASE("names that are not UTF-8, hidden, or one on other file systems are refused") {
    const tests::TemporaryFolder folder;
    SUBCASE("bytes that are not UTF-8 are refused") {
        folder.write("\xff", "");
        CHECK(has(packing_fault(folder), "is not UTF-8"));
    }
    SUBCASE("a control character is refused") {
        folder.write("a\nb", "");
        CHECK(has(packing_fault(folder), "has a control character"));
    }
    SUBCASE("names that differ in case are refused") {
        folder.write("Main", "");
        folder.write("main", "");
        CHECK(has(packing_fault(folder), "'main' and 'Main' are one name"));
    }
    SUBCASE("names that differ in the case of other letters are refused") {
        folder.write("\u00c9", "");
        folder.write("\u00e9", "");
        CHECK(has(packing_fault(folder), "are one name"));
    }
    SUBCASE("folders that differ in case are refused") {
        folder.write("A/x", "");
        folder.write("a/y", "");
        CHECK(has(packing_fault(folder), "'a' and 'A' are one name"));
    }
    SUBCASE("a decomposed letter is refused") {
        folder.write("e\u0301", "");
        CHECK(has(packing_fault(folder), "composed form (NFC)"));
    }
}

TEST_CASE("limits are refused by name") {
    const tests::TemporaryFolder folder;
    folder.write("a/b/c", std::string(1000, 'x'));
    CHECK(has(packing_fault(folder, {.entries = 2}), "more than 2 files and folders"));
    CHECK(has(packing_fault(folder, {.depth = 2}), "'a/b/c' is nested in 2 folders"));
    CHECK(has(packing_fault(folder, {.content = 999}), "'a/b/c' makes the files larger"));
    CHECK(has(packing_fault(folder, {.packed = 10}), "it is larger than"));
    CHECK(has(packing_fault(folder, {.name_size = 4}), "'a/b/c' has a name of 5 bytes"));
    CHECK(packing_fault(folder, {.content = 1000}) == "no fault");
}

TEST_CASE("an archive with entries that no bundle has is refused") {
    const auto fault = [](std::vector<BundleEntry> entries) {
        return unpacking_fault(archive_of(entries));
    };
    CHECK(has(fault({{.name = "../x"}}), "not a name inside the bundle"));
    CHECK(has(fault({{.name = "/etc/x"}}), "not a name inside the bundle"));
    CHECK(has(fault({{.name = "a/./x"}}), "not a name inside the bundle"));
    CHECK(has(fault({{.name = "su", .mode = 04755}}), "set-user-ID"));
    CHECK(has(fault({{.name = "a/x"}}), "'a/x' comes before the folder"));
    CHECK(has(fault({{.name = "a"}, {.name = "a"}}), "'a' is there twice"));
    CHECK(has(
        fault({{.name = "d", .kind = Kind::folder}, {.name = "d", .kind = Kind::folder}}), "twice"
    ));
    CHECK(
        has(fault({{.name = "l", .kind = Kind::link, .target = "/etc"}, {.name = "l/x"}}),
            "'l' is a link to '/etc'")
    );
    CHECK(
        has(fault(
                {{.name = "d", .kind = Kind::folder},
                 {.name = "l", .kind = Kind::link, .target = "d"},
                 {.name = "l/x"}}
            ),
            "'l/x' is below a link")
    );
    CHECK(has(fault({{.name = "l", .kind = Kind::link, .target = ".."}}), "'l' is a link to '..'"));
}

TEST_CASE("a bomb writes no more than the limits") {
    const std::string bytes =
        archive_of({{.name = "a", .size = 1000}, {.name = "b", .size = 5000000}});
    CHECK(bytes.size() < 2000);
    const tests::TemporaryFolder folder;
    CHECK(
        has(fault_of([&] { unpack_bundle(bytes, opened(folder.path()), {.content = 4000000}); }),
            "'b' makes the files larger")
    );
    CHECK(folder.read("a").size() == 1000);
    CHECK_FALSE(folder.has("b"));
}

TEST_CASE("damaged archives and occupied folders are refused") {
    const tests::TemporaryFolder folder;
    folder.write("x", std::string(3000, 'x') + "y");
    const std::string bytes = packed(folder);
    CHECK(has(unpacking_fault("nonsense"), "cannot be read"));
    CHECK(unpacking_fault(bytes.substr(0, bytes.size() / 2)) != "no fault");
    CHECK(has(fault_of([&] { unpack_bundle(bytes, opened(folder.path())); }), "is not empty"));
}

} // namespace bundle_test
