#pragma once

#include "policy/run/observer.h"
#include "protocol/data/data.h"
#include "protocol/description/secrets.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::agent {

/// A part of a run that took time.
struct Span {
    using Clock = std::chrono::steady_clock;

    std::uint64_t id = 0;     ///< from 1
    std::uint64_t parent = 0; ///< the span around it; 0: the run itself
    std::string kind; ///< "pass", "promise", "module", or a scope: "bundle", "step", "resource"
    std::string name; ///< of a promise its promiser, of a module process the path of its program
    Clock::time_point begin = {}, end = {};
    std::size_t lane = 0;    ///< 0: the evaluator; else a process of a module, from 1
    std::string type = {};   ///< of a promise, or of those that a module process keeps
    std::string place = {};  ///< "main.cf:4"; may be empty
    std::string bundle = {}; ///< of a promise; may be empty
    std::string result =
        {};       ///< of a promise as in the events, of a scope the worst of its promises
    int pass = 0; ///< of a promise; 0: the language has none
};

/// Collects what took time in a run: scopes, their passes, processes of modules and, on request,
/// promises. Of more spans than it may keep the shortest go.
class Timeline : public Observer {
public:
    using Clock = Span::Clock;
    enum class Promises { left_out, kept };

    Timeline(Promises promises, std::size_t most) : promises_(promises), most_(most) {}

    bool wants_details() const override { return promises_ == Promises::kept; }
    bool wants_scopes() const override { return true; }
    void receive(const Event& event) override;

    /// Ends what has not ended, and returns all spans by their begin. `now` is the end of the run.
    /// The events were masked; `secrets` are those that the run has learned up to its end.
    const std::vector<Span>& finish(Clock::time_point now, const Secrets& secrets);
    /// Spans that were too many.
    std::uint64_t omitted() const { return omitted_; }
    Clock::time_point begin() const { return begin_; }

private:
    /// A scope that has begun, and its current pass.
    struct Scope {
        Span span;
        int pass = 0;
        std::uint64_t pass_id = 0;
        Clock::time_point pass_begin = {};

        std::uint64_t innermost() const { return pass_id == 0 ? span.id : pass_id; }
    };
    /// A promise that is being kept by the evaluator.
    struct Pending {
        std::string promise;
        Clock::time_point begin;
    };

    void note(const ScopeBegan& began);
    void note(const ScopeEnded& ended);
    void note(const PromiseStarted& started);
    void note(const PromiseDone& done);
    void note(const PromiseSkipped& skipped);
    void note(const ModuleStarted& started);
    void note(const ModuleWorked& worked);
    void note(const ModuleEnded& ended);
    template <class Other>
    void note(const Other& /*not_measured*/) {}

    Span promise_span(const Promise& promise, const Outcome& outcome, Clock::time_point end);
    Clock::time_point begin_of(const PromiseDone& done, Clock::time_point end);
    Scope* scope_of(ScopeId scope);
    void enter_pass(Scope& scope, int pass, EventTime begin);
    void end_pass(Scope& scope, Clock::time_point end);
    void end_scope(Scope& scope, Clock::time_point end);
    std::uint64_t parent_of(ScopeId scope);
    void keep(Span span);
    void drop_shortest();

    Promises promises_;
    std::size_t most_;
    Clock::time_point begin_ = Clock::now();
    std::uint64_t last_id_ = 0;
    std::uint64_t omitted_ = 0;
    Clock::duration shortest_ = {}; ///< of those that are kept, once there were too many
    std::vector<Span> spans_;       ///< that have ended
    std::unordered_map<ScopeId, Scope> scopes_;
    std::map<int, Span> processes_; ///< that run, by number
    std::size_t lanes_ = 0;
    std::vector<Pending> pending_;
    /// By promise: spans of those that a process has kept, whose outcome waits for its turn.
    std::unordered_multimap<std::string, Span> worked_;
};

/// A run that has ended, for those who show where its time went. Its texts are masked.
struct MeasuredRun {
    Data start; ///< the members of the event `start`
    const std::vector<Span>& spans;
    std::uint64_t omitted; ///< spans
    Span::Clock::time_point begin, end;
    int exit_status;
};

} // namespace vow::agent
