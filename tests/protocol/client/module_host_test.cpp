#include "protocol/client/module_host.h"
#include "protocol/system/file_descriptor.h"
#include "tests/support/module_promises.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/transcript.h"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace module_host_test {

using namespace vow;
using namespace vow::client;
using namespace vow::tests;

namespace {

/// The path of a module that needs no file under tests/modules. It can use the functions of base.sh
/// and its folder.
std::string script(const TemporaryFolder& folder, const std::string& body) {
    const std::string start = ". '" + module_path("base.sh") + "'\nfolder=${0%/*}\n";
    return folder.write("module.sh", start + body + "\n");
}

} // namespace

TEST_CASE("a JSON module repairs, then keeps, and its classes and log lines arrive") {
    const TemporaryFolder folder;
    const PromiseType type{"text", "", module_path("good_json.py")};
    ModuleHost host({});
    const std::string path = folder / "greeting";
    const Promise promise = promise_of(type, path, {{"content", "héllo\n\"you\""}});

    const auto first = keep(host, promise);
    CHECK(first.result() == "repaired");
    CHECK(first.outcome().classes == std::vector<std::string>{"wrote_" + path, "wrote"});
    CHECK(first.has_line_with("info: Wrote '" + path + "'"));
    CHECK(folder.read("greeting") == "héllo\n\"you\"");
    CHECK(keep(host, promise).result() == "kept");
}

TEST_CASE("a line module gets its fields in order, and returns classes separated by commas") {
    const TemporaryFolder folder;
    const PromiseType type{"note", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    const std::string record = folder / "record";
    const auto kept = keep(
        host,
        promise_of(type, "Promiser", {{"record", record}, {"scope", "x"}, {"some_Name", "a=b"}})
    );
    CHECK(kept.result() == "kept");
    CHECK(kept.outcome().classes == std::vector<std::string>{"one", "two"});
    CHECK(kept.lines().front().starts_with("verbose: Starting promise module"));
    const std::string fields = "log_level=debug\npromise_type=note\npromiser=Promiser\n"
                               "line_number=7\nfilename=policy.cf\nattribute_record=" +
                               record + "\nattribute_scope=x\nattribute_some_Name=a=b\n\n";
    CHECK(
        folder.read("record") ==
        "operation=validate_promise\n" + fields + "operation=evaluate_promise\n" + fields
    );
}

TEST_CASE("an invalid promise is not kept, and not evaluated") {
    const TemporaryFolder folder;
    const PromiseType type{"text", "", module_path("good_json.py")};
    ModuleHost host({});
    const auto invalid = keep(host, promise_of(type, folder / "x"));
    CHECK(invalid.result() == "not_kept");
    CHECK(invalid.has_line_with("error: Attribute 'content' is missing"));
    CHECK_FALSE(invalid.has_line_with("Bug in promise module"));
}

TEST_CASE("two types with one module share its process, which is terminated once") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        echo start >>"$folder/log"
        header line_based
        while request; do
            [ "$operation" != terminate ] || echo terminate >>"$folder/log"
            answer_line
        done)sh");
    const PromiseType one{"one", "/bin/sh", module};
    const PromiseType two{"two", "/bin/sh", module};
    {
        ModuleHost host({});
        CHECK(keep(host, promise_of(one, "a")).result() == "kept");
        CHECK(keep(host, promise_of(two, "b")).result() == "kept");
        CHECK(keep(host, promise_of(one, "c")).result() == "kept");
    }
    CHECK(folder.read("log") == "start\nterminate\n");
}

TEST_CASE("another interpreter for the same module is an error that names both") {
    const PromiseType one{"one", "/bin/sh", module_path("good_line.sh")};
    const PromiseType two{"two", "/bin/bash", module_path("good_line.sh")};
    ModuleHost host({});
    CHECK(keep(host, promise_of(one, "a")).result() == "kept");
    const auto refused = keep(host, promise_of(two, "b"));
    CHECK(refused.result() == "error");
    CHECK(refused.has_line_with("it runs with '/bin/sh' for promise type 'one', and promise type "
                                "'two' names '/bin/bash'"));
    const PromiseType three{"three", "", module_path("good_line.sh")};
    CHECK(keep(host, promise_of(three, "c")).has_line_with("'three' names no interpreter"));
}

TEST_CASE("the error for a module that cannot be started has a reason and a remedy") {
    const TemporaryFolder folder;
    ModuleHost host({});
    const auto log_text = [&](const std::string& interpreter, const std::string& path) {
        const PromiseType type{"t", interpreter, path};
        const auto kept = keep(host, promise_of(type, "x"));
        CHECK(kept.result() == "error");
        return kept.lines().back();
    };
    CHECK(
        log_text("", folder / "none") ==
        "error: Promise module '" + (folder / "none") +
            "' does not exist: t promise with promiser 'x' (policy.cf:7) is not kept"
    );
    const std::string file = folder.write("file", "text");
    CHECK(log_text("", file).find("is not an executable file; make it one") != std::string::npos);
    CHECK(
        log_text("/no/interpreter", folder.write("other", "")).find("The interpreter '/no/inter") !=
        std::string::npos
    );
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    CHECK(
        log_text("", file).find("its first line does not name an interpreter") != std::string::npos
    );
    const std::string lost = folder.write("lost", "#!/no/such/interpreter\n");
    std::filesystem::permissions(lost, std::filesystem::perms::owner_all);
    CHECK(log_text("", lost).find("is the interpreter in its first line") != std::string::npos);
}

TEST_CASE("a module is not started again after it failed in the middle of three promises") {
    const PromiseType type{"t", "/bin/sh", module_path("exits_in_reply.sh")};
    ModuleHost host({});
    for (int i = 0; i < 3; ++i)
        CHECK(keep(host, promise_of(type, "trouble")).has_line_with("exited with status 6"));
    const auto refused = keep(host, promise_of(type, "calm"));
    CHECK(refused.result() == "error");
    CHECK(refused.has_line_with("is not started again in this run, since it failed in the middle "
                                "of 3 promises; the last time: Promise module '"));
    const auto again = keep(host, promise_of(type, "calm"));
    CHECK(again.result() == "error");
    CHECK(again.lines().size() == 1);
    CHECK(again.has_line_with("verbose: ")); // it was reported once
}

TEST_CASE("a module that is silent three times costs its limit three times") {
    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_validate.sh")};
    ModuleHost host({.limits = {.validate = std::chrono::milliseconds(300)}});
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i)
        CHECK(keep(host, promise_of(type, "trouble")).result() == "error");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("a zero byte in a header is an error of the module at once") {
    const TemporaryFolder folder;
    const std::string module =
        folder.write("zero.sh", "printf 'zero\\0 1.0 v1 line_based\\n\\n'; sleep 60\n");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    CHECK(keep(host, promise_of(type, "x")).has_line_with("wrote a zero byte in its header"));
}

TEST_CASE("a module that exits between promises is restarted, which is not a failure") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header line_based
        request; answer_line
        request; answer_line)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    for (int i = 0; i < 5; ++i)
        CHECK(keep(host, promise_of(type, "x")).result() == "kept");
}

TEST_CASE("a promise's own limit overrides the general one, and is reported as a timeout") {
    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_evaluate.sh")};
    ModuleHost host({});
    Promise promise = promise_of(type, "trouble");
    promise.terms.limit = std::chrono::seconds(0);
    const auto late = keep(host, promise);
    CHECK(late.outcome().verdicts == Verdicts{Verdict::timed_out, Verdict::error});
    CHECK(late.has_line_with("did not answer evaluate_promise within 0 s"));
    CHECK(late.has_line_with("The limit is expireafter in its action body"));
}

TEST_CASE("a module without action_policy gets no promise when changes are not allowed") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    Promise promise = promise_of(type, "x", {{"record", folder / "record"}});
    for (const auto policy : {Terms::Policy::warn, Terms::Policy::nop, Terms::Policy::dry_run}) {
        promise.terms.policy = policy;
        const auto refused = keep(host, promise);
        CHECK(refused.result() == "not_kept");
        CHECK(refused.has_line_with(
            "error: Not making changes to the system, but the custom "
            "promise module '" +
            type.path + "' doesn't support action_policy"
        ));
    }
    CHECK_FALSE(folder.has("record"));
}

TEST_CASE("a promise that the line variant cannot carry is reported, and not kept") {
    const PromiseType type{"t", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    const auto refused = keep(host, promise_of(type, "x", {{"l", std::vector<std::string>{"a"}}}));
    CHECK(refused.result() == "not_kept");
    CHECK(refused.has_line_with("cannot be sent t promise with promiser 'x' (policy.cf:7): it "
                                "speaks the line based protocol, which carries strings only; "
                                "attribute 'l' is a list"));
}

TEST_CASE("promises for one process wait for each other, and each gets one outcome") {
    const PromiseType type{"t", "/bin/sh", module_path("good_line.sh")};
    ModuleHost host({});
    const Promise promise = promise_of(type, "x");
    RecordingListener keepings[3];
    for (RecordingListener& listener : keepings)
        host.start(promise, listener);
    for (int i = 0; i < 3; ++i) {
        CHECK(host.wait({}));
        CHECK(keepings[i].result() == "kept");
        CHECK((i == 2 || !keepings[i + 1].is_done()));
    }
    CHECK_FALSE(host.wait({}));
    for (const RecordingListener& listener : keepings)
        CHECK(listener.times_done() == 1);
}

TEST_CASE("waiting returns when its time has come, and the promise goes on") {
    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_evaluate.sh")};
    ModuleHost host({});
    const Promise promise = promise_of(type, "trouble");
    RecordingListener listener;
    host.start(promise, listener);
    const auto until = host.now() + std::chrono::milliseconds(20);
    CHECK(host.wait(until));
    CHECK(host.now() >= until);
    CHECK_FALSE(listener.is_done());
    CHECK(host.wait(until)); // it has come
    host.cancel(listener);
    CHECK(host.wait({}));
    CHECK(listener.result() == "error");
}

TEST_CASE("waiting sleeps when no promise is pending, and a signal ends it") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    ModuleHost host({.wake = ends[0]});
    const auto until = host.now() + std::chrono::milliseconds(5);
    CHECK_FALSE(host.wait(until));
    CHECK(host.now() >= until);
    CHECK(write(ends[1], "x", 1) == 1);
    CHECK_FALSE(host.wait(host.now() + std::chrono::hours(1)));
    CHECK_FALSE(host.wait(host.now() + std::chrono::hours(1))); // the run still ends
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("a cancelled promise ends its module when it has begun, and never begins otherwise") {
    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_evaluate.sh")};
    ModuleHost host({});
    const Promise hanging = promise_of(type, "trouble");
    const Promise calm = promise_of(type, "calm");
    RecordingListener first;
    RecordingListener waiting;
    RecordingListener next;
    host.start(hanging, first);
    host.start(calm, waiting);
    host.start(calm, next);
    host.cancel(first);
    host.cancel(waiting);
    while (host.wait({})) {
    }
    CHECK(first.has_line_with("is ended, since its promise is cancelled"));
    CHECK(first.result() == "error");
    CHECK(waiting.has_line_with("It was cancelled before it started"));
    CHECK(waiting.result() == "error");
    CHECK(next.result() == "kept");
}

TEST_CASE("a promise may be cancelled from inside its own log line") {
    class Canceller final : public PromiseListener {
    public:
        explicit Canceller(ModuleHost& host) : host_(host) {}
        void log(LogLevel level, std::string_view) override {
            if (level == LogLevel::info) host_.cancel(*this);
        }
        void done(Outcome outcome) override { result = outcome.result(); }

        std::optional<Verdict> result;

    private:
        ModuleHost& host_;
    };

    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_evaluate.sh")};
    ModuleHost host({});
    const Promise promise = promise_of(type, "trouble");
    Canceller canceller(host);
    host.start(promise, canceller);
    CHECK(host.wait({}));
    CHECK(canceller.result == Verdict::error);
}

TEST_CASE("a signal ends pending promises, and no more are started") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const PromiseType type{"t", "/bin/sh", module_path("hangs_in_evaluate.sh")};
    ModuleHost host({.wake = ends[0]});
    const Promise promise = promise_of(type, "trouble");
    RecordingListener listener;
    host.start(promise, listener);
    CHECK(write(ends[1], "x", 1) == 1);
    CHECK(host.wait({}));
    CHECK(listener.result() == "error");
    CHECK(listener.has_line_with("is ended because a signal ends this run"));
    CHECK(keep(host, promise).has_line_with("A signal ends this run"));
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("a second signal does not wait for a module that ignores the first") {
    /// Sends two signals on the first log line.
    class Impatient final : public PromiseListener {
    public:
        explicit Impatient(int signals) : signals_(signals) {}
        void log(LogLevel level, std::string_view line) override {
            if (level == LogLevel::info) sent = write(signals_, "xx", 2);
            if (level == LogLevel::error) error = line;
        }
        void done(Outcome) override {}

        ssize_t sent = 0;
        std::string error;

    private:
        int signals_;
    };

    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const PromiseType type{"t", "/bin/sh", module_path("ignores_sigterm.sh")};
    {
        ModuleHost host({.limits = {.kill = std::chrono::hours(1)}, .wake = ends[0]});
        const Promise promise = promise_of(type, "trouble");
        Impatient listener(ends[1]);
        host.start(promise, listener);
        CHECK(host.wait({}));
        CHECK(listener.sent == 2);
        CHECK(listener.error.find("signal 9 (SIGKILL)") != std::string::npos);
    }
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("processes started by a module are killed with it, and no zombie is left") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header line_based
        request
        sleep 1000 &
        echo $! >"$folder/pid"
        exit 1)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    CHECK(keep(host, promise_of(type, "x")).has_line_with("exited with status 1"));
    // Another process's child by now: dead, or about to be.
    const std::string status = "/proc/" + std::to_string(std::stoi(folder.read("pid"))) + "/stat";
    for (bool lives = true; lives;) {
        std::ifstream in(status);
        const std::string stat{std::istreambuf_iterator<char>(in), {}};
        lives = !stat.empty() && stat.find(") Z ") == std::string::npos;
    }
    CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("a module sees three descriptors, default signals and a process group of its own") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        {
            cd /proc/$$/fd && echo *
            grep -E 'SigBlk|SigIgn' /proc/$$/status | tr -d '\t'
            [ "$(cut -d' ' -f5 /proc/$$/stat)" != $$ ] || echo leader
        } >"$folder/seen"
        header line_based
        while request; do answer_line; done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    const int inherited = fcntl(STDERR_FILENO, F_DUPFD, 100); // without O_CLOEXEC, on purpose
    ModuleHost host({});
    CHECK(keep(host, promise_of(type, "x")).result() == "kept");
    close(inherited);
    const std::string seen = folder.read("seen");
    CHECK(seen.starts_with("0 1 "));
    CHECK(seen.substr(0, seen.find('\n')).find("100") == std::string::npos);
    CHECK(seen.find("SigBlk:0000000000000000\n") != std::string::npos);
    // glibc leaves its own signals 32 and 33 as they were.
    CHECK(
        (seen.find("SigIgn:0000000000000000\n") != std::string::npos ||
         seen.find("SigIgn:0000000180000000\n") != std::string::npos)
    );
    CHECK(seen.ends_with("leader\n"));
}

TEST_CASE("megabytes can be sent in both directions at once") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header json_based
        printf '{"operation":"validate_promise","x":"'
        head -c 1000000 /dev/zero | tr '\0' o
        head -c 1000000 >/dev/null
        printf '","result":"invalid","log":[{"level":"error","message":"no"}]}\n\n'
        while request; do answer_json; done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    const auto kept = keep(host, promise_of(type, "x", {{"text", std::string(1'000'000, 'x')}}));
    CHECK(kept.result() == "not_kept");
    CHECK(kept.has_line_with("error: no"));
}

TEST_CASE("the same standard error of a module that cannot start is shown once") {
    const TemporaryFolder folder;
    const std::string module = script(folder, "cat \"$folder/why\" >&2; exit 3");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    const std::string shown = "error: Promise module '" + module + "' wrote to standard error: ";
    folder.write("why", "no such library\n");
    CHECK(keep(host, promise_of(type, "x")).has_line_with(shown + "no such library"));
    const auto again = keep(host, promise_of(type, "y"));
    CHECK_FALSE(again.has_line_with(shown));
    CHECK(again.has_line_with("Its standard error is that of the last time"));
    folder.write("why", "no such file\n");
    CHECK(keep(host, promise_of(type, "z")).has_line_with(shown + "no such file"));
}

TEST_CASE("standard error is shown at debug level while a module lives") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        echo 'thinking' >&2
        header line_based
        while request; do answer_line; done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    const auto kept = keep(host, promise_of(type, "x"));
    CHECK(kept.result() == "kept");
    CHECK(kept.has_line_with(
        "debug: Promise module '" + module + "' wrote to standard error: thinking"
    ));
}

namespace {

/// A module that reports progress: `line` precedes its answer to evaluate.
std::string progressing(const TemporaryFolder& folder, const std::string& flag, const char* line) {
    return script(
        folder,
        "header json_based " + flag +
            "\nwhile request; do\n"
            "[ \"$operation\" != evaluate_promise ] || printf '%s\\n' \"log_debug=$VOW_PROGRESS\" "
            "'" +
            line + "'\nanswer_json\ndone"
    );
}

} // namespace

TEST_CASE("progress is forwarded immediately, and modules know whether it is displayed") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", progressing(folder, "progress", "progress=40 2 of 5")};
    for (const auto& [progress, logged] :
         {std::pair{Progress::watched, "debug: 1"}, std::pair{Progress::unwatched, "debug: "}}) {
        ModuleHost host({.progress = progress});
        const auto kept = keep(host, promise_of(type, "a"));
        CHECK(kept.result() == "kept");
        CHECK(kept.progress_lines() == std::vector<std::string>{"40 2 of 5"});
        CHECK(kept.has_line_with(std::string(logged) + "\n"));
    }
}

TEST_CASE("progress in words is ignored with a warning") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", progressing(folder, "progress", "progress=half of it")};
    ModuleHost host({});
    const auto kept = keep(host, promise_of(type, "a"));
    CHECK(kept.result() == "kept");
    CHECK(kept.progress_lines().empty());
    CHECK(kept.has_line_with("wrote a progress line that is not 'progress=PERCENT TEXT' with a "
                             "percentage from 0 to 100; "
                             "ignoring it"));
}

TEST_CASE("a progress line is a stray line when the module does not offer progress") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", progressing(folder, "", "progress=40 2 of 5")};
    ModuleHost host({});
    const auto kept = keep(host, promise_of(type, "a"));
    CHECK(kept.progress_lines().empty());
    CHECK(kept.has_line_with("printed 'progress=40 2 of 5', which is neither a reply nor a log"));
}

namespace {

/// Keeps the promise "slow" after another process has begun the promise "quick"; logs in `log` what
/// its processes do.
std::string side_by_side(const TemporaryFolder& folder, const std::string& flag) {
    return script(folder, "echo start >>\"$folder/log\"\nheader line_based " + flag + R"sh(
        while request; do
            case $operation:$promiser in
            terminate:*) echo terminate >>"$folder/log" ;;
            evaluate_promise:quick) : >"$folder/quick" ;;
            evaluate_promise:slow) while [ ! -e "$folder/quick" ]; do sleep 0.01; done ;;
            evaluate_promise:trouble) exit 5 ;;
            esac
            answer_line
        done)sh");
}

} // namespace

TEST_CASE("a module that lists parallel works on several promises, each in a process") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", side_by_side(folder, "parallel")};
    {
        ModuleHost host({.processes = [] { return 2; }});
        CHECK(host.overlap(type) == PromiseKeeper::Overlap::unknown);
        const Promise slow = promise_of(type, "slow");
        const Promise quick = promise_of(type, "quick");
        RecordingListener first;
        RecordingListener second;
        host.start(slow, first);
        while (host.overlap(type) == PromiseKeeper::Overlap::unknown)
            REQUIRE(host.wait({}));
        CHECK(host.overlap(type) == PromiseKeeper::Overlap::allowed);
        REQUIRE(host.is_free(type));
        host.start(quick, second);
        CHECK_FALSE(host.is_free(type));
        while (!first.is_done() || !second.is_done())
            REQUIRE(host.wait({}));
        CHECK(first.result() == "kept");
        CHECK(second.result() == "kept");
        CHECK(first.has_line_with("verbose: Starting promise module"));
        CHECK_FALSE(second.has_line_with("verbose: Starting promise module"));
        CHECK(keep(host, slow).result() == "kept"); // in a process that is there
    }
    CHECK(folder.read("log") == "start\nstart\nterminate\nterminate\n");
}

TEST_CASE("a module that does not list parallel works on one promise at a time") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", side_by_side(folder, "")};
    {
        ModuleHost host({.processes = [] { return 8; }});
        CHECK(keep(host, promise_of(type, "quick")).result() == "kept");
        CHECK(host.overlap(type) == PromiseKeeper::Overlap::refused);
        const Promise one = promise_of(type, "a");
        const Promise two = promise_of(type, "b");
        RecordingListener first;
        RecordingListener second;
        host.start(one, first);
        host.start(two, second);
        while (host.wait({})) {
        }
        CHECK(second.result() == "kept");
    }
    CHECK(folder.read("log") == "start\nterminate\n");
}

TEST_CASE("a module works on one promise at a time after it failed in the middle of one") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", side_by_side(folder, "parallel")};
    ModuleHost host({.processes = [] { return 2; }});
    CHECK(keep(host, promise_of(type, "quick")).result() == "kept");
    CHECK(host.is_free(type));
    CHECK(keep(host, promise_of(type, "trouble")).has_line_with("exited with status 5"));
    const Promise slow = promise_of(type, "slow");
    RecordingListener listener;
    host.start(slow, listener);
    CHECK_FALSE(host.is_free(type));
    while (host.wait({})) {
    }
    CHECK(listener.result() == "kept");
}

TEST_CASE("one of several pending promises is cancelled, and the others go on") {
    const TemporaryFolder folder;
    const PromiseType type{"t", "/bin/sh", side_by_side(folder, "parallel")};
    ModuleHost host({.processes = [] { return 2; }});
    const Promise slow = promise_of(type, "slow");
    const Promise quick = promise_of(type, "quick");
    CHECK(keep(host, promise_of(type, "a")).result() == "kept");
    RecordingListener first;
    RecordingListener second;
    host.start(slow, first);
    host.cancel(first);
    while (!first.is_done())
        REQUIRE(host.wait({}));
    CHECK(first.has_line_with("is ended, since its promise is cancelled"));
    host.start(slow, first);
    host.start(quick, second);
    while (host.wait({})) {
    }
    CHECK(first.times_done() == 2);
    CHECK(first.result() == "kept");
    CHECK(second.result() == "kept");
}

TEST_CASE("stray lines are reported for every promise if the module lists parallel") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header json_based parallel
        while request; do
            [ "$operation" = terminate ] || echo hello
            answer_json
        done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    for (const char* promiser : {"a", "b"}) {
        const auto kept = keep(host, promise_of(type, promiser));
        CHECK(kept.has_line_with("warning: Promise module '" + module + "' printed 'hello'"));
        CHECK(kept.has_line_with("debug: Promise module '" + module + "' printed 'hello'"));
    }
}

TEST_CASE("result classes of another operation are ignored with a warning") {
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header line_based
        while request; do
            echo "result_classes=$promiser"
            answer_line
        done)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({});
    const auto kept = keep(host, promise_of(type, "early,late"));
    CHECK(kept.result() == "kept");
    CHECK(kept.outcome().classes == std::vector<std::string>{"early", "late"});
    CHECK(kept.has_line_with("answered validate_promise with result classes"));
}

TEST_CASE("the client reproduces the transcripts") {
    for (const Transcript& transcript : all_transcripts()) {
        CAPTURE(transcript.path);
        const TemporaryFolder folder;
        const std::string module = folder.write(
            "module", "exec python3 '" + module_path("replay.py") + "' '" + transcript.path + "'\n"
        );
        std::string at_the_end;
        {
            ModuleHost host({.log = [&](LogLevel, std::string_view line) { at_the_end += line; }});
            for (const Transcript::KeptPromise& recorded : transcript.promises) {
                const PromiseType type{recorded.type->name, "/bin/sh", module};
                Promise promise = recorded.promise;
                promise.type = &type;
                const RecordingListener kept = keep(host, promise);
                std::string outcome = kept.result();
                for (const std::string& name : kept.outcome().classes)
                    outcome += " " + name;
                CHECK(outcome == recorded.outcome);
                CHECK(kept.lines() == recorded.log);
            }
        }
        CHECK(at_the_end == "");
    }
}

TEST_CASE("a module that has joined our process group ends at its limit") {
    const TemporaryFolder folder;
    const std::string module = folder.write("module.py", R"py(
import os, sys, time
os.setpgid(0, os.getpgid(os.getppid()))
print("m 1 v1 line_based\n", flush=True)
time.sleep(60)
)py");
    const PromiseType type{"t", "/usr/bin/python3", module};
    ModuleHost host({.limits = {.validate = std::chrono::seconds(1)}});
    const auto begin = std::chrono::steady_clock::now();
    CHECK(keep(host, promise_of(type, "x")).has_line_with("did not answer validate_promise"));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

TEST_CASE("more modules than descriptors are all served, when idle ones end for others") {
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit few = before;
    few.rlim_cur = 60;
    ::setrlimit(RLIMIT_NOFILE, &few);
    {
        const PromiseType last{"t", "/bin/sh", module_path("good_line.sh")};
        const TemporaryFolder folder;
        ModuleHost host({});
        for (int i = 0; i < 40; ++i) {
            const std::string path = folder / ("m" + std::to_string(i) + ".sh");
            std::filesystem::copy_file(module_path("good_line.sh"), path);
            const PromiseType type{"t", "/bin/sh", path};
            CHECK(keep(host, promise_of(type, "x")).result() == "kept");
        }
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST_CASE("a wait ends when a descriptor is ready, with and without pending promises") {
    const TemporaryFolder folder;
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const FileDescriptor read_end(ends[0]);
    const FileDescriptor write_end(ends[1]);
    REQUIRE(::write(write_end.number(), "x", 1) == 1);
    const pollfd input{.fd = read_end.number(), .events = POLLIN, .revents = 0};
    ModuleHost host({});
    CHECK_FALSE(host.wait_or_ready({}, {&input, 1}));
    const PromiseType type{"late", "/bin/sh", script(folder, "cat > /dev/null")};
    const Promise promise = promise_of(type, "x", {});
    RecordingListener listener;
    host.start(promise, listener);
    CHECK(host.wait_or_ready({}, {&input, 1}));
    CHECK_FALSE(listener.is_done());
    host.end();
}

TEST_CASE("a promise waits until a process has ended when there is no room for another one") {
    const TemporaryFolder folder;
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit few = before;
    few.rlim_cur = 50;
    std::deque<PromiseType> types;
    std::deque<Promise> promises;
    std::deque<RecordingListener> listeners;
    for (int i = 0; i < 30; ++i) {
        const std::string path = folder / ("m" + std::to_string(i) + ".sh");
        std::filesystem::copy_file(module_path("good_line.sh"), path);
        types.push_back({"t" + std::to_string(i), "/bin/sh", path});
        promises.push_back(promise_of(types.back(), "x"));
    }
    ::setrlimit(RLIMIT_NOFILE, &few);
    {
        ModuleHost host({});
        for (const Promise& promise : promises)
            host.start(promise, listeners.emplace_back());
        while (host.wait({})) {
        }
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
    for (const RecordingListener& listener : listeners)
        CHECK_MESSAGE(listener.result() == "kept", listener.log_text());
}

TEST_CASE("a module whose lines cannot be stored waits, and its clock stops") {
    struct Full : PromiseListener {
        void log(LogLevel, std::string_view) override { ++lines; }
        void done(Outcome outcome) override { result = outcome.result(); }
        bool is_full() const override { return !is_released && lines >= 10; }

        int lines = 0;
        bool is_released = false;
        std::optional<Verdict> result;
    };
    const TemporaryFolder folder;
    const std::string module = script(folder, R"sh(
        header line_based
        request; answer_line
        request
        for i in $(seq 1000); do echo log_info=line $i; done
        answer_line)sh");
    const PromiseType type{"t", "/bin/sh", module};
    ModuleHost host({.limits = {.evaluate = std::chrono::seconds(2)}});
    const Promise promise = promise_of(type, "x");
    Full listener;
    host.start(promise, listener);
    host.wait(ModuleHost::Clock::now() + std::chrono::seconds(4)); // longer than its limit
    CHECK_FALSE(listener.result);
    CHECK(listener.lines < 20);
    listener.is_released = true;
    while (!listener.result && host.wait({})) {
    }
    CHECK(listener.lines >= 1000);
    CHECK(listener.result == Verdict::kept);
}

} // namespace module_host_test
