#include "agent/machine/host.h"
#include "tests/support/fake_world.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

namespace secret_files_test {

using namespace vow;
using namespace vow::agent;
namespace fs = std::filesystem;

namespace {

void write(const std::string& path, const std::string& text, unsigned mode) {
    std::ofstream(path) << text;
    fs::permissions(path, static_cast<fs::perms>(mode));
}

/// Replaces a file by turns with two others, as long as it lives.
class Swapping {
public:
    Swapping(std::string path, std::string first, std::string second)
        : worker_(
              [this, path = std::move(path), first = std::move(first), second = std::move(second)] {
                  const std::string next = path + ".next";
                  while (!is_over_) {
                      for (const std::string& source : {first, second}) {
                          fs::remove(next);
                          if (fs::is_symlink(source))
                              fs::copy_symlink(source, next);
                          else
                              fs::create_hard_link(source, next);
                          fs::rename(next, path);
                      }
                  }
              }
          ) {}
    Swapping(const Swapping&) = delete;
    Swapping& operator=(const Swapping&) = delete;
    ~Swapping() {
        is_over_ = true;
        worker_.join();
    }

private:
    std::atomic<bool> is_over_ = false;
    std::thread worker_;
};

/// Reads until both a secret and a refusal were seen, and often.
void read_while_swapped(Host& host, const std::string& path) {
    bool was_read = false;
    bool was_refused = false;
    for (int count = 0; count < 50000 || !was_read || !was_refused; ++count) {
        REQUIRE(count < 10'000'000);
        const auto secret = host.read_secret_file(path, SecretRights::owner_alone);
        was_read = was_read || secret;
        was_refused = was_refused || !secret;
        if (secret) REQUIRE(*secret == "the secret");
    }
}

} // namespace

TEST_CASE("a file with a secret gives others no rights") {
    const tests::TemporaryFolder folder;
    test::FakeStop stop;
    MachineHost host(stop, Trust::in_everything());
    const std::string path = folder / "secret";
    const auto refusal = [&](SecretRights rights) {
        return host.read_secret_file(path, rights).why_not;
    };
    for (const unsigned mode : {0600U, 0400U}) {
        write(path, "the secret", mode);
        CHECK(*host.read_secret_file(path, SecretRights::owner_alone) == "the secret");
    }
    for (const unsigned mode : {0640U, 0604U, 0602U, 0610U}) {
        fs::permissions(path, static_cast<fs::perms>(mode));
        CHECK(
            refusal(SecretRights::owner_alone) ==
            "its group or others have rights to it; try chmod 600"
        );
    }
    fs::permissions(path, static_cast<fs::perms>(0440));
    CHECK(refusal(SecretRights::group_reads).empty());
    fs::permissions(path, static_cast<fs::perms>(0460));
    CHECK_FALSE(refusal(SecretRights::group_reads).empty());
    fs::remove(path);
    fs::create_symlink(folder / "other", path);
    CHECK(refusal(SecretRights::owner_alone) == "it is not a regular file");
    fs::remove(path);
    fs::create_directory(path);
    CHECK_FALSE(refusal(SecretRights::owner_alone).empty());
}

TEST_CASE("the file whose secret is read is the one that was checked") {
    const tests::TemporaryFolder folder;
    test::FakeStop stop;
    MachineHost host(stop, Trust::in_everything());
    const std::string path = folder / "secret";
    const std::string good = folder / "good";
    const std::string open = folder / "open";
    const std::string link = folder / "link";
    write(good, "the secret", 0600);
    write(open, "chosen by others", 0644);
    fs::create_symlink(open, link);
    write(path, "the secret", 0600);
    for (const std::string& other : {open, link}) {
        const Swapping swapping(path, good, other);
        read_while_swapped(host, path);
    }
}

} // namespace secret_files_test
