#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/control.h"
#include "policy/cfengine/run/expectations.h"
#include "policy/cfengine/run/pending_promises.h"
#include "policy/cfengine/values/caches.h"
#include "policy/run/world.h"
#include "protocol/description/secrets.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace vow::cfengine {

/// Counts changes of variables, classes and the machine, which may affect another evaluation.
class Changes {
public:
    std::uint64_t generation() const { return generation_; }
    void note() { ++generation_; }

private:
    std::uint64_t generation_ = 1;
};

/// The running bundle call, as events name it.
class Scopes {
public:
    ScopeId current() const { return current_; }
    /// Begins the next scope, and returns it.
    ScopeId enter() { return current_ = ScopeId{++begun_}; }
    void return_to(ScopeId scope) { current_ = scope; }

private:
    ScopeId current_ = ScopeId::run;
    std::uint32_t begun_ = 0;
};

/// The promise whose evaluation defines classes and variables, as events name it.
struct Definer {
    const Bundle* bundle = nullptr;            ///< null outside of bundles
    const PromiseStatement* promise = nullptr; ///< null outside of promises
    int pass = 0;
};

/// The parts of a running policy's state that the other parts use.
struct RunBase {
    RunBase(Program& policy, World& around);
    RunBase(const RunBase&) = delete;
    RunBase& operator=(const RunBase&) = delete;

    Names& names() { return program.names; }

    /// Lines about what is only assumed are dropped.
    void log(LogLevel level, std::string_view line) {
        if (world.observer.wants(level) && !expected.is_assumed())
            world.observer.receive(LogLine{level, line, scopes.current()});
    }
    /// Like log(), but each line once in a run: promises are evaluated again in every pass.
    void log_once(LogLevel level, const std::string& line);
    /// Returns true if no such line was noted or logged once in this run.
    bool note_line(std::string line) { return logged_once_.insert(std::move(line)).second; }
    /// Like log_once(), with the place in the policy and an excerpt of it.
    void log_at(const Span& place, LogLevel level, const std::string& line);

    /// The texts in a value are masked from here on, wherever the run shows them.
    void keep_secret(const Data& value);
    const Secrets& secrets() const { return secrets_; }
    /// Where that which is defined now is defined.
    Origin place_of_definition() const;

    Program& program;
    PendingPromises pending;
    World world; ///< its observer receives events in the order of the promises
    std::chrono::system_clock::time_point started; ///< `now` in the whole run
    Control control = {};
    RegexCache regexes = {};
    ListIndex lists = {};
    ParsedTexts parsed_texts = {};
    Changes changes = {};
    Scopes scopes = {};
    Expectations expected = {}; ///< in a dry run
    Definer definer = {};
    std::int64_t background_files = 0; ///< promises started so far

private:
    Secrets secrets_; ///< the observers have their own, which the run cannot read
    std::unordered_set<std::string> logged_once_;
};

/// Names the definer while a promise is evaluated, or its outcome taken over.
class Defining {
public:
    Defining(RunBase& run, const Definer& definer)
        : run_(run),
          before_(std::exchange(run.definer, definer)) {}
    Defining(const Defining&) = delete;
    Defining& operator=(const Defining&) = delete;
    ~Defining() { run_.definer = before_; }

private:
    RunBase& run_;
    Definer before_;
};

} // namespace vow::cfengine
