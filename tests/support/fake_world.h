#pragma once

#include "policy/run/world.h"
#include "tests/support/fake_host.h"

namespace vow::test {

/// Keeps nothing: for what never makes a promise.
class NoKeeper : public PromiseKeeper {
public:
    void start(const Promise&, PromiseListener&) override {}
    bool wait(std::optional<Clock::time_point>) override { return false; }
    void cancel(PromiseListener&) override {}
};

/// Knows no descriptions.
class NoDescriptions : public DescriptionSource {
public:
    Described describe(const PromiseType&) override { return Undescribed{}; }
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

/// Remembers nothing.
class NoState : public State {
public:
    LockAnswer take_lock(std::uint64_t, const LockTerms&) override { return LockAnswer::taken; }
    void give_back(std::uint64_t) override {}
    std::vector<PersistentClass> persistent_classes() override { return {}; }
    void persist(const PersistentClass&, TimerPolicy) override {}
    void forget(std::string_view) override {}
};

/// Collects log lines and reports.
class CollectingObserver : public Observer {
public:
    std::vector<std::string> lines; ///< of the log: "error: text"
    std::vector<std::string> reports;

    LogLevel log_level() const override { return LogLevel::debug; }
    void receive(const Event& event) override {
        if (const auto* line = std::get_if<LogLine>(&event))
            lines.push_back(std::string(text_of(line->level)).append(": ").append(line->text));
        else if (const auto* report = std::get_if<Report>(&event))
            reports.emplace_back(report->text);
    }
};

class NoStop : public Stop {
public:
    int signal() const override { return 0; }
};

/// A world of fakes.
struct FakeWorld {
    NoKeeper keeper = {};
    NoDescriptions descriptions = {};
    FakeHost host = {};
    FakeFacts facts = {};
    NoState state = {};
    CollectingObserver observer = {};
    NoStop stop = {};
    RunOptions options = {};
    World world = {keeper, descriptions, host, facts, state, observer, stop, options};
};

} // namespace vow::test
