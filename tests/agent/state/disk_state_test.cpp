#include "agent/machine/host.h"
#include "agent/state/disk_state.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include <sys/wait.h>

namespace disk_state_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

class NeverStopped : public Stop {
public:
    int signal() const override { return 0; }
};

class ClockHost : public MachineHost {
public:
    using MachineHost::MachineHost;
    std::chrono::system_clock::time_point now() override { return time; }

    std::chrono::system_clock::time_point time =
        std::chrono::system_clock::from_time_t(1'000'000'000);
};

struct Folder {
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "vow-state-XXXXXX";
        path = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }

    std::string path;
};

struct Machine {
    NeverStopped stop;
    ClockHost host{stop, Trust::in_everything()};
    Folder folder;
    std::string log_text;

    std::unique_ptr<DiskState> state() {
        return std::make_unique<DiskState>(
            folder.path + "/state",
            host,
            [this](LogLevel level, std::string_view line) {
                log_text.append(text_of(level)).append(": ").append(line).append("\n");
            }
        );
    }
};

/// Runs statements on a database, and closes it.
void change_database(const std::string& path, const char* statements) {
    Database(path).run(statements);
}

/// Moves all that the log holds into the database.
void empty_log(const std::string& path) {
    change_database(path, "PRAGMA wal_checkpoint(TRUNCATE)");
}

constexpr LockTerms usual{.if_elapsed = 1min, .expire_after = 120min};

/// Another process that holds a promise until it is ended.
class OtherAgent {
public:
    OtherAgent(Machine& machine, std::uint64_t promise) {
        std::array<int, 2> ready{};
        REQUIRE(::pipe(ready.data()) == 0);
        process_ = ::fork();
        if (process_ == 0) {
            ::signal(SIGINT, SIG_DFL); // the test program handles it
            const auto state = machine.state();
            if (state->take_lock(promise, usual) != LockAnswer::taken) ::_exit(1);
            (void)!::write(ready[1], "!", 1);
            while (true)
                ::pause();
        }
        char byte = 0;
        REQUIRE(::read(ready[0], &byte, 1) == 1);
        ::close(ready[0]);
        ::close(ready[1]);
    }
    OtherAgent(const OtherAgent&) = delete;
    OtherAgent& operator=(const OtherAgent&) = delete;
    ~OtherAgent() { end(); }

    void end() {
        if (process_ == 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(std::exchange(process_, 0), nullptr, 0);
    }

private:
    pid_t process_ = 0;
};

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U; // spreads the hashes over all bits

/// A run that keeps one promise, and reads and writes documents.
void keep_once(Machine& machine, std::uint64_t promise) {
    const auto state = machine.state();
    REQUIRE(state->take_lock(promise, usual) == LockAnswer::taken);
    state->documents("s");
    state->put("s", "new", Data::string("1"));
    state->give_back(promise);
}

} // namespace

TEST_CASE("a lock that is released without a time is free at once") {
    Machine machine;
    const auto state = machine.state();
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
    state->release(7);
    CHECK(machine.state()->take_lock(7, usual) == LockAnswer::taken);
    state->give_back(7);
    CHECK(state->take_lock(7, usual) == LockAnswer::too_soon);
    CHECK(state->take_lock(7, {.if_elapsed = 0min, .expire_after = 1min}) == LockAnswer::taken);
}

TEST_CASE("a promise that was kept is too soon for the next run until if_elapsed has passed") {
    Machine machine;
    {
        const auto state = machine.state();
        CHECK(state->take_lock(7, usual) == LockAnswer::taken);
        state->give_back(7);
        CHECK(state->take_lock(7, usual) == LockAnswer::too_soon);
    }
    machine.host.time += 59s;
    CHECK(machine.state()->take_lock(7, usual) == LockAnswer::too_soon);
    CHECK(machine.state()->take_lock(8, usual) == LockAnswer::taken);
    machine.host.time += 1s;
    CHECK(machine.state()->take_lock(7, usual) == LockAnswer::taken);
    CHECK(machine.log_text.empty());
}

TEST_CASE("the times of many promises are all found in the next run") {
    Machine machine;
    {
        const auto state = machine.state();
        for (std::uint64_t promise = 1; promise <= 1000; ++promise) {
            CHECK(state->take_lock(promise * odd, usual) == LockAnswer::taken);
            state->give_back(promise * odd);
        }
    }
    const auto state = machine.state();
    for (std::uint64_t promise = 1; promise <= 1000; ++promise)
        CHECK(state->take_lock(promise * odd, usual) == LockAnswer::too_soon);
    CHECK(state->take_lock(1001 * odd, usual) == LockAnswer::taken);
}

TEST_CASE("a promise with an if_elapsed of zero is never too soon") {
    Machine machine;
    const auto state = machine.state();
    const LockTerms always{.if_elapsed = 0min, .expire_after = 120min};
    CHECK(state->take_lock(7, always) == LockAnswer::taken);
    state->give_back(7);
    CHECK(state->take_lock(7, always) == LockAnswer::taken);
}

TEST_CASE("a time from the future does not delay a promise") {
    Machine machine;
    {
        const auto state = machine.state();
        REQUIRE(state->take_lock(7, usual) == LockAnswer::taken);
        state->give_back(7);
    }
    machine.host.time -= 24h;
    CHECK(machine.state()->take_lock(7, usual) == LockAnswer::taken);
}

TEST_CASE("a hash with the highest bit works like any other") {
    Machine machine;
    const std::uint64_t promise = ~std::uint64_t{0};
    {
        const auto state = machine.state();
        CHECK(state->take_lock(promise, usual) == LockAnswer::taken);
        state->give_back(promise);
    }
    CHECK(machine.state()->take_lock(promise, usual) == LockAnswer::too_soon);
}

TEST_CASE("documents are found again in the next run, by space") {
    Machine machine;
    const Data place = Data::object({{"step", Data::integer(3)}});
    {
        const auto state = machine.state();
        CHECK_FALSE(state->document("plan", "a"));
        CHECK(state->put("plan", "b", place) == State::Stored::yes);
        CHECK(state->put("plan", "a", Data::string("a text")) == State::Stored::yes);
        CHECK(state->put("fact", "a", Data::string("another")) == State::Stored::yes);
    }
    const auto state = machine.state();
    CHECK(state->document("plan", "b") == place);
    const auto plans = state->documents("plan");
    REQUIRE(plans.size() == 2);
    CHECK(plans[0].key == "a");
    CHECK(plans[0].value.text() == "a text");
    CHECK(plans[1].key == "b");
    state->erase("plan", "a");
    CHECK_FALSE(state->document("plan", "a"));
    CHECK(state->document("fact", "a"));
    CHECK(machine.log_text.empty());
}

TEST_CASE("several changes are made together, and the last one of a document counts") {
    Machine machine;
    machine.state()->put("s", "old", Data::string("1"));
    const auto stored = machine.state()->change({
        {"s", "old", std::nullopt},
        {"s", "new", Data::string("1")},
        {"s", "new", Data::string("2")},
    });
    CHECK(stored == State::Stored::yes);
    const auto documents = machine.state()->documents("s");
    REQUIRE(documents.size() == 1);
    CHECK(documents[0].value.text() == "2");
}

TEST_CASE("no change is made when one of several fails") {
    Machine machine;
    machine.state()->put("s", "old", Data::string("1"));
    // A table that refuses one of them.
    change_database(
        machine.folder.path + "/state/vow.db",
        "CREATE TRIGGER refuse BEFORE INSERT ON document"
        " WHEN new.key = 'bad' BEGIN"
        " SELECT RAISE(ABORT, 'refused'); END"
    );
    const auto state = machine.state();
    const auto stored = state->change({
        {"s", "old", std::nullopt},
        {"s", "bad", Data::string("1")},
    });
    CHECK(stored == State::Stored::no);
    CHECK(machine.log_text.find("refused") != std::string::npos);
    CHECK(machine.state()->document("s", "old"));
}

TEST_CASE("reading and erasing documents creates no file") {
    Machine machine;
    machine.state()->documents("s");
    machine.state()->document("s", "a");
    machine.state()->erase("s", "a");
    CHECK_FALSE(std::filesystem::exists(machine.folder.path + "/state"));
}

TEST_CASE("persistent classes of the former table become documents") {
    Machine machine;
    std::filesystem::create_directories(machine.folder.path + "/state");
    change_database(
        machine.folder.path + "/state/vow.db",
        "CREATE TABLE persistent_class"
        " (name TEXT PRIMARY KEY, expires INTEGER NOT NULL, tags TEXT NOT NULL) WITHOUT ROWID;"
        "INSERT INTO persistent_class VALUES ('ns:a', 1000000060, 'x,y'), ('b', 5, '')"
    );
    for (int run = 0; run < 2; ++run) {
        const auto classes = machine.state()->documents("persistent_class");
        REQUIRE(classes.size() == 2);
        CHECK(classes[0].key == "b");
        CHECK(classes[1].key == "ns:a");
        CHECK(json_text(classes[1].value) == R"({"expires":1000000060,"tags":["x","y"]})");
    }
    CHECK(machine.log_text.empty());
}

TEST_CASE("a damaged database is set aside with a warning, and a new one is created") {
    Machine machine;
    std::filesystem::create_directories(machine.folder.path + "/state");
    std::ofstream(machine.folder.path + "/state/vow.db") << std::string(4096, 'x');
    machine.state()->put("s", "c", Data::string("1"));
    CHECK(machine.log_text.find("warning: The state database") == 0);
    CHECK(machine.state()->documents("s").size() == 1);
    CHECK(std::filesystem::exists(machine.folder.path + "/state/vow.db.broken"));
}

TEST_CASE("every lock is free, with one warning, when nothing can be written") {
    Machine machine;
    std::ofstream(machine.folder.path + "/state") << "a file where the folder should be";
    const auto state = machine.state();
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
    state->give_back(7);
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
    CHECK(state->take_lock(8, usual) == LockAnswer::taken);
    CHECK(machine.log_text.find("warning: Cannot lock promises in ") == 0);
    CHECK(machine.log_text.find('\n') == machine.log_text.size() - 1);
}

TEST_CASE("a promise stays locked until the agent that keeps it ends") {
    Machine machine;
    OtherAgent other(machine, 7);
    const auto state = machine.state();
    CHECK(state->take_lock(7, usual) == LockAnswer::held);
    CHECK(state->take_lock(8, usual) == LockAnswer::taken);
    other.end();
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
}

TEST_CASE("an agent that holds a lock for longer than expire_after is ended") {
    Machine machine;
    const OtherAgent other(machine, 7);
    machine.host.time += 121min;
    const auto state = machine.state();
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
    CHECK(machine.log_text.find("warning: Lock expired: ending process ") == 0);
}

TEST_CASE("a promise that another agent has just kept is too soon before its time is stored") {
    Machine machine;
    const auto one = machine.state();
    const auto other = machine.state();
    CHECK(one->take_lock(7, usual) == LockAnswer::taken);
    CHECK(other->take_lock(7, usual) == LockAnswer::held);
    one->give_back(7);
    CHECK(other->take_lock(7, usual) == LockAnswer::too_soon);
    machine.host.time += 60s;
    CHECK(other->take_lock(7, usual) == LockAnswer::taken);
}

TEST_CASE("a lock that never expires excludes other agents, whenever it was taken") {
    Machine machine;
    constexpr LockTerms momentary{.if_elapsed = 0min};
    const auto one = machine.state();
    const auto other = machine.state();
    CHECK(one->take_lock(7, momentary) == LockAnswer::taken);
    machine.host.time += 24h * 365;
    CHECK(other->take_lock(7, momentary) == LockAnswer::held);
    one->release(7);
    CHECK(other->take_lock(7, momentary) == LockAnswer::taken);
    other->release(7);
    CHECK(machine.log_text.empty());
}

TEST_CASE("a state releases only locks that it has taken") {
    Machine machine;
    const auto one = machine.state();
    const auto other = machine.state();
    CHECK(one->take_lock(7, usual) == LockAnswer::taken);
    CHECK(other->take_lock(8, usual) == LockAnswer::taken);
    other->give_back(7); // kept without a lock
    CHECK(machine.state()->take_lock(7, usual) == LockAnswer::held);
    CHECK(one->take_lock(8, usual) == LockAnswer::held);
}

TEST_CASE("a lock outlives its agent while a child has the lock file open") {
    Machine machine;
    auto state = machine.state();
    CHECK(state->take_lock(7, usual) == LockAnswer::taken);
    CHECK(state->take_lock(8, usual) == LockAnswer::taken);
    state->give_back(8);
    const Pipe ready = open_pipe();
    const pid_t agent = ::fork();
    if (agent == 0) {
        const auto own = machine.state();
        if (own->take_lock(9, usual) != LockAnswer::taken) ::_exit(1);
        const pid_t child = ::fork();
        if (child == 0) ::pause();
        (void)!::write(ready.writing.number(), &child, sizeof child);
        ::kill(::getpid(), SIGKILL);
    }
    pid_t child = 0;
    REQUIRE(::read(ready.reading.number(), &child, sizeof child) == sizeof child);
    ::waitpid(agent, nullptr, 0);
    CHECK(state->take_lock(9, usual) == LockAnswer::held);
    machine.host.time += 121min;
    CHECK(state->take_lock(9, usual) == LockAnswer::taken);
    CHECK(machine.log_text == "warning: Lock expired: the agent that had taken it has ended\n");
    ::kill(child, SIGKILL);
}

TEST_CASE("a database damaged inside is put aside with its parts, and never over another one") {
    Machine machine;
    const std::string path = machine.folder.path + "/state/vow.db";
    for (int round = 1; round <= 2; ++round) {
        for (int i = 0; i < 200; ++i)
            machine.state()->put("s", std::to_string(i), Data::string(std::string(200, 'x')));
        empty_log(path);
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(4096);
        file << std::string(8192, 'x');
        file.close();
        machine.log_text.clear();
        const auto state = machine.state();
        CHECK(state->documents("s").empty());
        CHECK(machine.log_text.find("warning: The state database") == 0);
        CHECK(state->put("s", "new", Data::string("1")) == State::Stored::yes);
        CHECK(state->documents("s").size() == 1);
        CHECK(std::filesystem::exists(path + (round == 1 ? ".broken" : ".broken-2")));
    }
    CHECK(std::filesystem::exists(path + ".broken"));
}

TEST_CASE("a database damaged anywhere costs one message at most, and the next run none") {
    Machine machine;
    const std::string path = machine.folder.path + "/state/vow.db";
    const std::string sound = machine.folder.path + "/sound.db";
    {
        const auto state = machine.state();
        for (int i = 0; i < 100; ++i)
            state->put("s", std::to_string(i), Data::string(std::string(100, 'x')));
        for (std::uint64_t promise = 1; promise <= 1000; ++promise)
            state->give_back(promise * odd);
    }
    empty_log(path);
    std::filesystem::copy_file(path, sound);
    std::mt19937 random(1); // NOLINT(*-msc32-c,*-msc51-cpp): the same in every run
    int found = 0;
    for (int damage = 0; damage < 60; ++damage) {
        CAPTURE(damage);
        std::filesystem::remove(path + "-wal");
        std::filesystem::copy_file(sound, path, std::filesystem::copy_options::overwrite_existing);
        const auto size = std::filesystem::file_size(path);
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(random() % (damage % 3 == 0 ? 200 : size)));
        for (auto bytes = 1 + random() % 300; bytes > 0; --bytes)
            file.put(static_cast<char>(random()));
        file.close();
        machine.host.time += 1h;
        machine.log_text.clear();
        keep_once(machine, 7);
        found += machine.log_text.empty() ? 0 : 1;
        CHECK(std::ranges::count(machine.log_text, '\n') <= 1); // of one line
        CHECK(machine.log_text.find("Cannot use") == std::string::npos);
        machine.log_text.clear();
        CHECK(machine.state()->take_lock(7, usual) == LockAnswer::too_soon);
        CHECK(machine.state()->document("s", "new"));
        CHECK(machine.log_text.empty());
    }
    CHECK(found > 30);
}

TEST_CASE("the log of one run is read by the next, and does not grow for ever") {
    Machine machine;
    const std::string path = machine.folder.path + "/state/vow.db";
    constexpr std::uintmax_t most = 200'000; // 32 pages of 4 KiB, and those of one change
    bool has_log = false;
    for (int run = 0; run < 100; ++run) {
        const std::string key = std::to_string(run);
        CHECK(machine.state()->put("s", key, Data::string(key)) == State::Stored::yes);
        CHECK(machine.state()->document("s", key));
        const auto size = std::filesystem::file_size(path + "-wal");
        has_log = has_log || size > 0;
        CHECK(size < most);
    }
    CHECK(has_log);
    CHECK(machine.state()->documents("s").size() == 100);
}

TEST_CASE("times that mean nothing any more are erased") {
    Machine machine;
    std::uint64_t promise = 0;
    for (int run = 0; run < 200; ++run) {
        const auto state = machine.state();
        for (int changing = 0; changing < 20; ++changing) {
            const std::uint64_t key = ++promise * odd;
            REQUIRE(state->take_lock(key, usual) == LockAnswer::taken);
            state->give_back(key);
        }
        machine.host.time += 10min;
    }
    empty_log(machine.folder.path + "/state/vow.db");
    CHECK(std::filesystem::file_size(machine.folder.path + "/state/vow.db") < 40'000);
}

TEST_CASE("a database is not made where a link leads") {
    Machine machine;
    std::filesystem::create_directories(machine.folder.path + "/state");
    std::filesystem::create_symlink("../victim", machine.folder.path + "/state/vow.db");
    const auto state = machine.state();
    CHECK(state->put("s", "c", Data::string("1")) == State::Stored::no); // a link
    CHECK(machine.log_text.find("warning: Cannot use the state database") == 0);
    CHECK_FALSE(std::filesystem::exists(machine.folder.path + "/victim"));
}

TEST_CASE("a lock of the process alone excludes others, and no child inherits it") {
    Machine machine;
    const LockTerms terms{.if_elapsed = 0min, .holders = LockTerms::Holders::process_alone};
    const auto first = machine.state();
    const auto second = machine.state();
    CHECK(first->take_lock(LockName("plan"), terms) == LockAnswer::taken);
    CHECK(second->take_lock(LockName("plan"), terms) == LockAnswer::held);
    CHECK(first->lock_descriptor() == -1);
    first->release(LockName("plan"));
    CHECK(second->take_lock(LockName("plan"), terms) == LockAnswer::taken);
}

TEST_CASE("documents that are stored durably are found in the next run") {
    Machine machine;
    const auto stored = machine.state()->change_durably({{"plan", "p", Data::string("here")}});
    CHECK(stored == Documents::Stored::yes);
    CHECK(machine.state()->document("plan", "p")->text() == "here");
}

} // namespace disk_state_test
