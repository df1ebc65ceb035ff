#include "agent/report/log.h"
#include "policy/run/usage_error.h"
#include "tests/support/log_socket_listener.h"
#include "tests/support/other_user.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <array>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace log_test {

using namespace vow;
using namespace vow::agent;

namespace {

/// A log with a console that writes to a file.
class ConsoleText {
public:
    explicit ConsoleText(
        const ConsoleStyle& style = {.level = LogLevel::info},
        Output::Buffering buffering = Output::Buffering::blocks
    )
        : file_(::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)),
          output_(file_, buffering),
          log_(style.level, style.places) {
        log_.add(make_console_sink(output_, style));
    }
    ConsoleText(const ConsoleText&) = delete;
    ConsoleText& operator=(const ConsoleText&) = delete;
    ~ConsoleText() { ::close(file_); }

    void receive(const Event& event) { log_.receive(event); }
    /// All that has reached the file so far.
    std::string written() const { return folder_.read("out"); }
    std::string text() {
        log_.flush();
        return written();
    }

private:
    tests::TemporaryFolder folder_;
    int file_;
    Output output_;
    Log log_;
};

/// A descriptor that keeps each write apart.
class WriteCounter {
public:
    WriteCounter() {
        REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_.data()) == 0);
    }
    WriteCounter(const WriteCounter&) = delete;
    WriteCounter& operator=(const WriteCounter&) = delete;
    ~WriteCounter() {
        for (const int end : ends_)
            ::close(end);
    }

    int descriptor() const { return ends_[0]; }
    /// The writes so far, each counted once.
    int take() const {
        int writes = 0;
        char byte = 0;
        while (::recv(ends_[1], &byte, 1, MSG_DONTWAIT) > 0)
            ++writes;
        return writes;
    }

private:
    std::array<int, 2> ends_ = {-1, -1};
};

const PromiseType type{"files"};
const Promise promise{
    .type = &type, .promiser = "/etc/motd", .origin = {.file = "p.cf", .line = 2, .column = 5}};
const Outcome kept = Outcome::of(Verdict::kept);
const Outcome not_kept = Outcome::of(Verdict::not_kept);

/// The line after its time.
std::string without_time(const std::string& line) {
    const auto blank = line.find(' ');
    REQUIRE(blank == std::string_view("2026-11-21T22:30:00+0000").size());
    return line.substr(blank + 1);
}

} // namespace

TEST_CASE("the console lays out log lines and reports") {
    ConsoleText console;
    console.receive(LogLine{LogLevel::critical, "gone"});
    console.receive(LogLine{LogLevel::error, "no such file"});
    console.receive(LogLine{LogLevel::info, "Created"});
    console.receive(Report{"hello"});
    CHECK(
        console.text() == "CRITICAL: gone\n   error: no such file\n    info: Created\nR: hello\n"
    );
}

TEST_CASE("the console colors whole log lines and no reports") {
    ConsoleText console({.level = LogLevel::info, .color = Color::always});
    console.receive(LogLine{LogLevel::error, "no"});
    console.receive(Report{"hello"});
    CHECK(console.text() == "\x1b[31m   error: no\x1b[0m\nR: hello\n");
}

TEST_CASE("the console begins lines with the time on request") {
    ConsoleText console({.timestamps = Timestamps::yes});
    console.receive(Report{"hello"});
    CHECK(without_time(console.text()) == "R: hello\n");
}

TEST_CASE("the console begins only log lines with the time as the reference does") {
    ConsoleText console({.timestamps = Timestamps::of_logs});
    console.receive(Report{"hello"});
    CHECK(console.text() == "R: hello\n");
    console.receive(LogLine{LogLevel::error, "no"});
    CHECK(without_time(console.text().substr(9)) == "   error: no\n");
}

TEST_CASE("the console shows an excerpt of the policy below its line") {
    ConsoleText console;
    console.receive(LogLine{.level = LogLevel::error, .text = "p.cf:1:1: bad", .excerpt = "1| x"});
    CHECK(console.text() == "   error: p.cf:1:1: bad\n1| x\n");
}

TEST_CASE("control characters of a log line never reach the console") {
    const LogLine line{LogLevel::error, "a\x1b[2Jb\n   error: forged"};
    // Further lines are lines of their own, indented more than the prefix of any log line.
    const std::string_view harmless = "   error: a\\x1b[2Jb\n             error: forged\n";
    for (const auto buffering : {Output::Buffering::blocks, Output::Buffering::lines}) {
        ConsoleText console({.color = Color::never}, buffering);
        console.receive(line);
        CHECK(console.text() == harmless);
    }
    const ConsoleStyle as_reference{
        .color = Color::never, .control_characters = ControlCharacters::kept};
    ConsoleText terminal(as_reference, Output::Buffering::lines);
    terminal.receive(line);
    CHECK(terminal.text() == harmless);
    ConsoleText pipe(as_reference);
    pipe.receive(line);
    CHECK(pipe.text() == "   error: a\x1b[2Jb\n   error: forged\n");
}

TEST_CASE("a report reaches a pipe unchanged and a terminal with its further lines indented") {
    const Report report{"a\x1b[2J\nR: forged\n"};
    ConsoleText pipe;
    pipe.receive(report);
    CHECK(pipe.text() == "R: a\x1b[2J\nR: forged\n\n");
    ConsoleText terminal({}, Output::Buffering::lines);
    terminal.receive(report);
    CHECK(terminal.text() == "R: a\\x1b[2J\n          R: forged\n          \n");
}

TEST_CASE("the log names a promise that is not kept unless the policy handles it") {
    ConsoleText console;
    console.receive(PromiseDone{promise, kept});
    console.receive(PromiseDone{promise, not_kept, Handled::yes});
    CHECK(console.text().empty());
    console.receive(PromiseDone{promise, not_kept});
    CHECK(console.text() == "   error: The files promise '/etc/motd' is not kept (p.cf:2:5)\n");
}

TEST_CASE("the log names each failure in a dry run, but not what would be repaired") {
    ConsoleText console;
    Promise looked_at = promise;
    looked_at.terms.policy = Terms::Policy::warn;
    console.receive(PromiseDone{looked_at, Outcome::warned(), Handled::yes});
    console.receive(PromiseDone{looked_at, Outcome::warned()});
    CHECK(console.text().empty());
    console.receive(PromiseDone{looked_at, not_kept, Handled::yes});
    CHECK(console.text() == "   error: The files promise '/etc/motd' is not kept (p.cf:2:5)\n");
}

TEST_CASE("the log buffers lines between promises and writes each at once while a promise is kept"
) {
    ConsoleText console;
    console.receive(Report{"before"});
    CHECK(console.written().empty());
    console.receive(PromiseStarted{promise});
    CHECK(console.written() == "R: before\n");
    console.receive(LogLine{LogLevel::info, "during"});
    CHECK(console.written() == "R: before\n    info: during\n");
    console.receive(PromiseDone{promise, kept});
    console.receive(Report{"after"});
    CHECK(console.written() == "R: before\n    info: during\n");
}

TEST_CASE("the console writes thousands of reports at once, and the rest before a promise is kept"
) {
    const WriteCounter writes;
    Output output(writes.descriptor(), Output::Buffering::blocks);
    Log log(LogLevel::info, Places::no);
    log.add(make_console_sink(output, {.level = LogLevel::info}));
    const std::string line(17, 'x'); // with "R: " and a line end, 3120 of them fill the buffer
    for (int report = 0; report < 6000; ++report)
        log.receive(Report{line});
    CHECK(writes.take() == 1);
    log.receive(PromiseStarted{promise});
    CHECK(writes.take() == 1);
    log.receive(PromiseDone{promise, kept});
    log.flush();
    CHECK(writes.take() == 0);
}

TEST_CASE("a log file gets each line with its time and with control characters escaped") {
    const tests::TemporaryFolder folder;
    Log log(LogLevel::info, Places::no);
    log.add(make_file_sink({.path = folder / "log"}));
    log.receive(Report{"one\ntwo"});
    log.receive(LogLine{LogLevel::notice, "\x1b"});
    log.flush();
    const std::string text = folder.read("log");
    const auto end = text.find('\n') + 1;
    CHECK(without_time(text.substr(0, end)) == "R: one\\x0atwo\n");
    CHECK(without_time(text.substr(end)) == "  notice: \\x1b\n");
}

TEST_CASE("a full log file is rotated, and only some old ones are kept") {
    const tests::TemporaryFolder folder;
    Log log(LogLevel::info, Places::no);
    log.add(make_file_sink({.path = folder / "log", .max_size = 100, .old_files = 2}));
    for (const char* text : {"first", "second", "third", "fourth"})
        log.receive(Report{std::string(60, '.') + text});
    log.flush();
    CHECK(folder.read("log").ends_with(".fourth\n"));
    CHECK(folder.read("log.1").ends_with(".third\n"));
    CHECK(folder.read("log.2").ends_with(".second\n"));
    CHECK_FALSE(folder.has("log.3"));
}

TEST_CASE("the log is not written through a link that an unprivileged user planted") {
    if (!tests::OtherUser::can_exist()) return;
    const tests::OtherUser user;
    const std::string link = user.plant_link("link", user.secret());
    user.plant_link("folder", user.root_only());
    CHECK_THROWS_AS(make_file_sink({.path = link}), UsageError);
    CHECK_THROWS_AS(make_file_sink({.path = user.in_home("folder/log")}), UsageError);
    user.plant_link("log.1", user.root_only() + "/secret");
    Log log(LogLevel::info, Places::no);
    log.add(make_file_sink({.path = user.in_home("log"), .max_size = 100, .old_files = 2}));
    for (const char* text : {"first", "second"})
        log.receive(Report{std::string(60, '.') + text});
    log.flush();
    CHECK(user.is_safe());
    CHECK_FALSE(user.folder().has("root-only/log"));
    CHECK(user.folder().read("home/log").ends_with(".second\n"));
    CHECK(user.folder().read("home/log.1").ends_with(".first\n"));
}

TEST_CASE("a log file that cannot be opened is a usage error") {
    CHECK_THROWS_AS(make_file_sink({.path = "/proc/no/such/log"}), UsageError);
}

TEST_CASE("the system log gets a datagram per line with priority, facility and program") {
    const tests::LogSocketListener listener;
    Log log(LogLevel::info, Places::no);
    log.add(make_syslog_sink({.socket = listener.path()}, "vow"));
    log.receive(LogLine{LogLevel::error, "one\ntwo"});
    log.receive(FacilityChosen{LogFacility::local3});
    log.receive(LogLine{.level = LogLevel::error, .text = "x", .priority = LogPriority::alert});
    log.receive(Report{"hello"});
    const auto datagrams = listener.take_datagrams();
    const std::string tag = " vow[" + std::to_string(::getpid()) + "]: ";
    REQUIRE(datagrams.size() == 3);
    CHECK(datagrams[0].starts_with("<11>"));
    CHECK(datagrams[0].ends_with(tag + "one\\x0atwo"));
    CHECK(datagrams[0].size() == std::string_view("<11>Nov 21 22:30:00").size() + tag.size() + 10);
    CHECK(datagrams[1].starts_with("<153>"));
    CHECK(datagrams[2].starts_with("<157>"));
    CHECK(datagrams[2].ends_with(tag + "R: hello"));
}

TEST_CASE("the facility of the command line overrides that of the policy") {
    const tests::LogSocketListener listener;
    Log log(LogLevel::info, Places::no, LogFacility::daemon);
    log.add(make_syslog_sink({.socket = listener.path()}, "vow"));
    log.receive(FacilityChosen{LogFacility::local3});
    log.receive(Report{"hello"});
    const auto datagrams = listener.take_datagrams();
    REQUIRE(datagrams.size() == 1);
    CHECK(datagrams[0].starts_with("<29>"));
}

TEST_CASE("the journal gets a datagram per line, with fields") {
    const tests::LogSocketListener listener;
    Log log(LogLevel::info, Places::no);
    log.add(make_journal_sink({.socket = listener.path()}, "vow"));
    log.receive(LogLine{LogLevel::warning, "odd\nPRIORITY=0"});
    const auto datagrams = listener.take_datagrams();
    REQUIRE(datagrams.size() == 1);
    CHECK(
        datagrams[0] == "PRIORITY=4\nSYSLOG_FACILITY=1\nSYSLOG_IDENTIFIER=vow\nSYSLOG_PID=" +
                            std::to_string(::getpid()) + "\nMESSAGE=odd\\x0aPRIORITY=0\n"
    );
}

TEST_CASE("a log goes on without a system log or journal that is missing") {
    Log log(LogLevel::info, Places::no);
    log.add(make_syslog_sink({.socket = "/nonexistent/log"}, "vow"));
    log.add(make_journal_sink({.socket = "/nonexistent/log"}, "vow"));
    CHECK_NOTHROW(log.receive(LogLine{LogLevel::info, "lost"}));
}

} // namespace log_test
