#include "protocol/harness/file_state.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace file_state_test {

using namespace vow::harness;
using vow::tests::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

FolderState state_of(const TemporaryFolder& folder) {
    return FolderState(folder.path());
}

} // namespace

TEST_CASE("the states of two folders differ in content, mode, kind and names") {
    const TemporaryFolder usual;
    const TemporaryFolder other;
    for (const TemporaryFolder* folder : {&usual, &other}) {
        folder->write("same", "the path is " + std::string(folder->path()));
        folder->write("content", "one\ntwo\n");
        folder->write("mode", "");
    }
    CHECK(state_of(other).differences_from(state_of(usual)) == Lines{});
    usual.write("gone", "");
    usual.write("kind", "");
    other.write("added", "");
    other.write("content", "one\nthree\n");
    fs::create_directory(other / "kind");
    fs::permissions(usual / "mode", fs::perms(0644));
    fs::permissions(other / "mode", fs::perms(0600));
    CHECK(
        state_of(other).differences_from(state_of(usual)) ==
        Lines{
            "content: line 2 is 'three' and otherwise 'two'",
            "gone: it does not exist, but otherwise does",
            "kind: it is a folder, but otherwise a file",
            "mode: its mode is 600, but otherwise 644",
            "added: it exists, but otherwise does not"}
    );
}

TEST_CASE("differences between two usual states are not compared") {
    const TemporaryFolder folder;
    folder.write("time", "1");
    folder.write("name.1", "");
    const FolderState first = state_of(folder);
    folder.write("time", "2");
    fs::rename(folder / "name.1", folder / "name.2");
    const FolderState usual = first.common_with(state_of(folder));
    folder.write("time", "3");
    fs::rename(folder / "name.2", folder / "name.3");
    CHECK(state_of(folder).differences_from(usual) == Lines{});
}

TEST_CASE("a file of changing content is not compared where all names are the same") {
    const TemporaryFolder folder;
    folder.write("time", "1");
    const FolderState first = state_of(folder);
    folder.write("time", "2");
    const FolderState usual = first.common_with(state_of(folder));
    folder.write("time", "3");
    CHECK(state_of(folder).differences_from(usual) == Lines{});
    folder.write("added", "");
    CHECK(
        state_of(folder).differences_from(usual) ==
        Lines{"added: it exists, but otherwise does not"}
    );
}

} // namespace file_state_test
