#pragma once

#include "policy/otterscript/loading/library.h"
#include "policy/otterscript/run/executor.h"
#include "policy/run/language.h"

#include <memory>
#include <string>
#include <vector>

namespace vow::otterscript {

/// A variable that the command line sets.
struct GivenVariable {
    VariableName name;
    Value value = {};                    ///< a plain text
    const Expression* literal = nullptr; ///< of a vector or map; null for a text
};

/// A script and the server that it runs on: the wrappers of section 4.1 of the language.
struct Work {
    const Server* server = nullptr; ///< null: this machine
    std::string role = {};
    const Script* script = nullptr;
};

/// A plan that was read and checked, or the plans of the servers of an inventory.
class Plan final : public Policy {
public:
    enum class Targets { none, servers, routine_check };

    Plan(World& world, const Settings& settings, Mode mode, const Inventory& inventory);

    /// The library that the scripts of the work are in.
    void take(std::unique_ptr<Library> library) { library_ = std::move(library); }

    Targets targets = Targets::none;
    std::vector<Work> work = {};
    std::vector<GivenVariable> variables = {};

    Ending run() override;
    bool has_work() const override;
    bool may_run_without_work() const override { return true; }
    /// The operations and module calls.
    std::vector<OutlinePart> outline() const override;

private:
    std::optional<Status> run_unless_cancelled(Execution& execution);
    Status run_passes(Execution& execution);
    Status run_pass(Execution& execution, Pass pass);
    void begin_to_connect();
    void run_work(Executor& executor);
    void run_work(const Work& one, Executor& executor);
    void give_variables(Executor& executor);
    void report_end(Status status);
    Ending ending(Status status, const Execution& execution) const;
    LogSource source() const { return {.by = "engine"}; }
    void log(LogLevel level, std::string_view text);

    World& world_;
    const Settings& settings_;
    Mode mode_;
    std::unique_ptr<Library> library_;
    const Inventory& inventory_;
};

} // namespace vow::otterscript
