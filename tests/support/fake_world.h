#pragma once

#include "policy/run/world.h"
#include "tests/support/fake_host.h"
#include "tests/support/fake_state.h"
#include "tests/support/scripted_keeper.h"

namespace vow::test {

/// Describes the modules that a test names.
class FakeDescriptions : public DescriptionSource {
public:
    std::map<std::string, Description> known; ///< by type

    DescriptionResult describe(const PromiseType& type) override;
};

class FakeFacts : public Facts {
public:
    std::map<std::string, Fact, std::less<>> facts;
    std::vector<std::string> classes;

    bool is_class(std::string_view name) override;
    const Fact* find(std::string_view name) override;
    std::vector<std::string> all_classes() override { return classes; }
    std::vector<std::string> all_names() override;
};

/// Records the events of a run.
class CollectingObserver : public Observer {
public:
    std::vector<std::string> lines; ///< of the log: "error: text"
    std::vector<std::string> reports;
    /// All events in order: log lines, "R: report", "TYPE PROMISER: kept" (or another verdict),
    /// "TYPE PROMISER: skipped, REASON".
    std::vector<std::string> transcript;
    LogLevel wanted = LogLevel::debug;
    bool details = false; ///< whether skipped promises are in the transcript

    LogLevel log_level() const override { return wanted; }
    bool wants_details() const override { return details; }
    void receive(const Event& event) override;
};

class FakeStop : public Stop {
public:
    int number = 0; ///< of the signal; 0: none

    int signal() const override { return number; }
};

/// Hosts that a test names. Others do not reply.
class FakeNetwork : public Network {
public:
    std::map<std::string, std::string> addresses; ///< by name
    std::map<std::string, std::string> replies;   ///< by "HOST PORT"
    std::map<std::string, WebReply> pages;        ///< by URL
    std::vector<WebRequest> requests;

    Answer<std::string> address_of(const std::string& host) override;
    Answer<std::string> name_of(const std::string& address) override;
    Answer<std::string> exchange(const TcpExchange& exchange) override;
    Answer<WebReply> get(const WebRequest& request) override;
    std::vector<std::string> datagrams; ///< "HOST PORT TEXT"
    std::optional<std::string> send_datagram(
        const std::string& host, const std::string& port, const std::string& text
    ) override {
        datagrams.push_back(host + " " + port + " " + text);
        return std::nullopt;
    }
};

/// A world of fakes. One clock is the time of all of them.
struct FakeWorld {
    FakeHost host = {};
    ScriptedKeeper keeper{host.clock};
    FakeDescriptions descriptions = {};
    FakeNetwork network = {};
    FakeFacts facts = {};
    FakeState state{host.clock};
    CollectingObserver observer = {};
    FakeStop stop = {};
    RunOptions options = {.concurrency = Concurrency::declared};
    Catalogue catalogue = {};
    World world = {
        keeper, descriptions, host, network, facts, state, observer, stop, options, catalogue};
};

} // namespace vow::test
