#include "agent/report/console.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

using namespace vow;
using namespace vow::agent;

namespace {

/// A console that writes to a file.
class ConsoleText {
public:
    ConsoleText()
        : file_(::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)),
          output_(file_, Output::Buffering::blocks),
          console_(output_, {.level = LogLevel::info}) {}
    ConsoleText(const ConsoleText&) = delete;
    ConsoleText& operator=(const ConsoleText&) = delete;
    ~ConsoleText() { ::close(file_); }

    void receive(const Event& event) { console_.receive(event); }
    /// All that has reached the file so far.
    std::string written() const { return folder_.read("out"); }
    std::string text() {
        output_.flush();
        return written();
    }

private:
    tests::TemporaryFolder folder_;
    int file_;
    Output output_;
    Console console_;
};

const PromiseType type{"files"};
const Promise promise{
    .type = &type, .promiser = "/etc/motd", .origin = {.file = "p.cf", .line = 2, .column = 5}};

} // namespace

TEST_CASE("the console lays out log lines and reports") {
    ConsoleText console;
    console.receive(LogLine{LogLevel::error, "no such file"});
    console.receive(LogLine{LogLevel::info, "Created"});
    console.receive(Report{"hello"});
    CHECK(console.text() == "   error: no such file\n    info: Created\nR: hello\n");
}

TEST_CASE("the console names a promise that is not kept unless the policy handles it") {
    ConsoleText console;
    console.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
    console.receive(PromiseDone{promise, Outcome::of(Verdict::not_kept), Handled::yes});
    CHECK(console.text().empty());
    console.receive(PromiseDone{promise, Outcome::of(Verdict::not_kept)});
    CHECK(console.text() == "   error: The files promise '/etc/motd' is not kept (p.cf:2:5)\n");
}

TEST_CASE("the console writes what it holds when a promise starts") {
    ConsoleText console;
    console.receive(Report{"before"});
    CHECK(console.written().empty());
    console.receive(PromiseStarted{promise});
    CHECK(console.written() == "R: before\n");
}
