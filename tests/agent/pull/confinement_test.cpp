#include "agent/pull/confinement.h"
#include "protocol/system/file_descriptor.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <functional>
#include <string>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace confinement_test {

using namespace vow;
using namespace vow::agent;

namespace {

/// The letters of the attempts that succeed in a process that is confined.
std::string
successes(const Confinement& confinement, const std::function<std::string()>& attempts) {
    Pipe pipe = open_pipe();
    const pid_t child = ::fork();
    if (child == 0) {
        std::string text = "cannot be confined";
        try {
            confine(confinement);
            text = attempts();
        } catch (const std::exception& error) {
            text = error.what();
        }
        write_all(pipe.writing, text);
        ::_exit(0);
    }
    pipe.writing.close();
    std::string text = read_all(pipe.reading).value_or("");
    ::waitpid(child, nullptr, 0);
    return text;
}

bool can_write(const std::string& path) {
    return bool(FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)));
}

/// As root, a process becomes another user; a test that wants landlock alone stays who it is.
std::string attempts_in(const tests::TemporaryFolder& folder) {
    std::string done;
    const std::string outside = folder / "outside", inside = folder / "inside";
    if (can_write(outside + "/new")) done += 'n';
    if (can_write(outside + "/old")) done += 'o';
    if (::unlink((outside + "/old").c_str()) == 0) done += 'u';
    if (::rename((inside + "/own").c_str(), (outside + "/moved").c_str()) == 0) done += 'r';
    if (::link((outside + "/old").c_str(), (inside + "/linked").c_str()) == 0) done += 'l';
    if (::mkdir((outside + "/folder").c_str(), 0700) == 0) done += 'f';
    if (::symlink("/etc/passwd", (outside + "/link").c_str()) == 0) done += 's';
    if (::truncate((outside + "/old").c_str(), 0) == 0) done += 't';
    if (can_write("/tmp/vow-confinement-test")) done += '!';
    if (can_write(inside + "/new")) done += 'I';
    return done;
}

struct Folders {
    Folders() {
        folder.write("outside/old", "old");
        folder.write("inside/own", "own");
        // So that the user nobody could do what is refused.
        for (const char* name : {"", "outside", "outside/old", "inside", "inside/own"})
            ::chmod((folder / name).c_str(), 0777);
    }
    tests::TemporaryFolder folder;
};

bool can_connect() {
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    return bool(socket);
}

bool can_fork() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    if (child > 0) ::waitpid(child, nullptr, 0);
    return child > 0;
}

} // namespace

TEST_CASE("a process that fetches changes its own folder, and nothing outside of it") {
    if (!can_bound_files()) return tests::skip_without("landlock", "the kernel has none");
    const Folders folders;
    const std::string inside = folders.folder / "inside";
    const Confinement confinement = {.folder = inside, .reach = Confinement::Reach::network};
    CHECK(successes(confinement, [&] { return attempts_in(folders.folder); }) == "I");
    CHECK(folders.folder.read("outside/old") == "old");
}

TEST_CASE("a process that fetches, started by root, has no rights of root") {
    if (::geteuid() != 0) return tests::skip_without("root", "only root can become another user");
    const Folders folders;
    const Confinement confinement = {
        .user = 65534, .folder = folders.folder / "inside", .reach = Confinement::Reach::network};
    CHECK(successes(confinement, [&] {
              std::string done = attempts_in(folders.folder);
              if (::geteuid() == 0 || ::getuid() == 0) done += 'R';
              if (::setuid(0) == 0) done += 'S';
              if (::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr) == 0) done += 'P';
              return done;
          }) == "I");
}

TEST_CASE("a process that verifies can neither write, nor connect, nor start anything") {
    const Folders folders;
    CHECK(successes({}, [&] {
              std::string done = attempts_in(folders.folder);
              if (can_write(folders.folder / "inside/own")) done += 'w';
              if (can_connect()) done += 'c';
              if (can_fork()) done += 'k';
              return done;
          }) == "");
    CHECK(successes({}, [&] { // but it reads
              const FileDescriptor file(
                  ::open((folders.folder / "outside/old").c_str(), O_RDONLY | O_CLOEXEC)
              );
              return read_all(file).value_or("nothing");
          }) == "old");
}

} // namespace confinement_test
