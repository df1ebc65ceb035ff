#pragma once

#include "policy/otterscript/checking/operation_catalogue.h"
#include "policy/otterscript/run/execution.h"
#include "policy/run/host_files.h"
#include "policy/run/trusted_reader.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::otterscript {

/// The folders in which modules, scripts and templates are found. The raft without a name is the
/// plan's own folder unless the command line names another.
class Rafts {
public:
    /// `settings` are [NAME=]FOLDER.
    Rafts(const std::vector<std::string>& settings, const std::string& plan_folder);

    /// Null for an unknown raft.
    const std::string* folder(const std::string& raft) const;
    /// The path of a file in a raft; nullopt if it is not there. The name is tried as it is, then
    /// with the suffix.
    std::optional<std::string> find(
        const std::string& raft, const std::string& name, std::string_view suffix, HostFiles& host
    ) const;

private:
    std::map<std::string, std::string, std::less<>> folders_; ///< by name in lower case
};

/// The scripts of a run: read, parsed and checked once each.
class Library final : public Interpreter {
public:
    /// Borrows the world and the sources, which must outlive the diagnostics.
    Library(World& world, Sources& sources, Rafts rafts);

    Names& names() { return names_; }

    /// Null if the file cannot be read or has errors.
    const Script* load(const std::string& path, Diagnostics& diagnostics);
    /// Those that were loaded, for a selection of their statements.
    std::vector<Script*> scripts();
    /// The literal of `--var`; null if it has errors.
    const Expression* load_literal(const std::string& text, Diagnostics& diagnostics);

    const Expression& text(const std::string& text, Executor& executor, Span at) override;
    const Script& script(const TrustedText& text, Executor& executor, Span at) override;
    std::optional<std::string>
    raft_file(const std::string& raft, const std::string& name, std::string_view suffix) override;
    std::string raft_folder(const std::string& raft) override;
    const Module* raft_module(
        const std::string& raft, const std::string& name, Executor& executor, Span at
    ) override;
    const Script& script_file(const std::string& path, Executor& executor, Span at) override;
    void run_with_outputs(
        const Script& script,
        Executor& executor,
        const std::vector<std::string>& wanted,
        std::map<std::string, Value>& outputs
    ) override;

private:
    std::unique_ptr<Script> parse(const SourceText& source, Diagnostics& diagnostics);

    World& world_;
    Sources& sources_;
    Rafts rafts_;
    Names names_;
    OperationCatalogue operations_;
    std::map<std::string, std::unique_ptr<Script>> files_;   ///< by path
    std::map<std::string, std::unique_ptr<Script>> scripts_; ///< by text
    std::map<std::string, std::unique_ptr<Expression>> texts_;
};

} // namespace vow::otterscript
