#include "policy/cfengine/promises/kept_promise.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace vow::cfengine {
namespace {

constexpr int max_chain_length = 30; ///< evaluating a longer chain of bodies ends the run

bool has_cancelling_clause(const Body& body) {
    return std::ranges::any_of(body.clauses, [](const BodyClause& clause) {
        return clause.attribute.name.starts_with("cancel_");
    });
}

bool may_cancel_classes(const Program& program, const BodyUse& use) {
    const Body* body = program.find_body(use.key);
    for (int depth = 0; body != nullptr && depth < max_chain_length; ++depth) {
        if (has_cancelling_clause(*body)) return true;
        body = body->parent ? program.find_body(body->parent->key) : nullptr;
    }
    return false;
}

bool may_cancel_classes(PromiseRound& round) {
    const Expression* classes = round.statement().find(CommonAttribute::classes);
    if (classes == nullptr) return false;
    const auto* use = boxed_if<BodyUse>(classes->node);
    return use == nullptr || may_cancel_classes(round.run().program, *use);
}

/// Bundled types whose promises affect only files that they name.
constexpr std::array<std::string_view, 8> types_of_files = {
    "archive", "files", "git", "http", "ini", "json", "line", "symlinks"};

/// Whether the policy or the host names the type: its promises may overlap all others that may.
bool is_named(const RunState& run, std::string_view type) {
    const auto has = [&](const std::vector<std::string>& names) {
        return !names.empty() && std::ranges::find(names, type) != names.end();
    };
    return has(run.control.concurrent_types) || has(run.world.options.concurrent_types);
}

/// Whether the command line lets promises of bundled types overlap.
bool is_bundled_too(const RunState& run) {
    return run.world.options.concurrency == Concurrency::bundled_too;
}

/// Whether promises of a type overlap others whatever their module declares.
bool is_chosen(const RunState& run, const PromiseType& type) {
    return (is_bundled_too(run) && type.path.empty()) || is_named(run, type.name);
}

/// Whether the outcome may change more than writes_of() can tell: a command whose output defines
/// variables.
bool has_unknown_writes(const PromiseRound& round) {
    return round.kind() == PromiseKind::commands && round.statement().find("module") != nullptr;
}

} // namespace

bool may_affect_all(const RunState& run, const Section& section) {
    if (!is_bundled_too(run) || is_named(run, section.type)) return false;
    const PromiseType* of_folder = run.world.catalogue.find(section.type);
    const bool has_module = of_folder != nullptr && !of_folder->path.empty();
    if (has_module || run.program.custom_types.contains(section.type)) return false;
    return std::ranges::find(types_of_files, section.type) == types_of_files.end();
}

Joining joining_of(PromiseRound& round, const PromiseType& type) {
    RunState& run = round.run();
    if (run.world.options.concurrency == Concurrency::none) return Joining::alone;
    const Control& control = run.control;
    if (!control.abort_classes.empty() || !control.abort_bundle_classes.empty())
        return Joining::alone;
    if (is_chosen(run, type)) return has_unknown_writes(round) ? Joining::alone : Joining::together;
    if (round.kind() != PromiseKind::custom) return Joining::alone;
    switch (run.pending.overlap(type)) {
    case PromiseKeeper::Overlap::refused: return Joining::alone;
    case PromiseKeeper::Overlap::allowed: return Joining::together;
    case PromiseKeeper::Overlap::unknown: break;
    }
    return Joining::undecided;
}

PendingPromises::Writes writes_of(PromiseRound& round, const Promise& promise) {
    RunState& run = round.run();
    Names& names = run.names();
    PendingPromises::Writes writes{
        .bundle = round.frame().bundle.qualified,
        .type = names.symbol(round.type()),
        .handle = round.expander().handle(),
        .cancels_classes = may_cancel_classes(round),
        .is_unordered = !is_chosen(run, *promise.type),
        .paths = paths_named_by(promise)};
    if (const auto handle = round.text(CommonAttribute::handle))
        writes.name = names.symbol(*handle);
    return writes;
}

} // namespace vow::cfengine
