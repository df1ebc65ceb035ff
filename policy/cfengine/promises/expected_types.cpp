#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/promises/custom_type.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace vow::cfengine {
namespace {

constexpr std::size_t max_sections = 16; ///< to look at, after the one that runs

/// Folders that are fixed before the run: a reference to another variable may change.
constexpr std::array<std::string_view, 5> fixed_variables = {
    "sys.inputdir", "sys.masterdir", "sys.workdir", "sys.libdir", "sys.policy_entry_dirname"};

bool is_fixed(const Reference& reference) {
    return reference.shape == Reference::Shape::scalar &&
           std::ranges::any_of(fixed_variables, [&](std::string_view name) {
               return reference.source.substr(2, reference.source.size() - 3) == name;
           });
}

bool is_fixed(const Text& text) {
    return text.is_literal() || std::ranges::all_of(text.parts(), [](const Text::Part& part) {
               return part.reference == nullptr || is_fixed(*part.reference);
           });
}

/// Whether every clause holds in every run, and names a fixed path.
bool is_fixed(const CustomType& custom) {
    return std::ranges::all_of(custom.clauses, [](const BodyClause& clause) {
        const auto* text = std::get_if<Text>(&clause.attribute.value.node);
        return clause.guard.compiled.is_any() && text != nullptr && is_fixed(*text);
    });
}

/// Null for a type that is not custom, has had a promise, or is not known before it has one.
const PromiseType* expected_type(RunState& run, Frame& frame, const std::string& name) {
    if (run.promise_types.contains(name)) return nullptr;
    const auto known = run.expected_types.find(name);
    if (known != run.expected_types.end()) return known->second ? &*known->second : nullptr;
    std::optional<PromiseType>& expected = run.expected_types[name];
    const auto custom = run.program.custom_types.find(name);
    if (custom == run.program.custom_types.end() || !is_fixed(custom->second)) return nullptr;
    Expander expander(run, frame, nullptr);
    expected = place_of_module(expander, custom->second);
    return expected ? &*expected : nullptr;
}

/// Whether a promise of the section seems to be made in this pass.
bool seems_needed(RunState& run, const Frame& frame, const Section& section) {
    return std::ranges::any_of(section.promises, [&](const PromiseStatement& promise) {
        const Guard& guard = promise.guard;
        if (guard.dynamic) return false;
        return guard.compiled.is_any() || guard.compiled.holds([&](Symbol name) {
            return run.classes.is_defined(frame, name);
        });
    });
}

} // namespace

void expect_types_after(RunState& run, Frame& frame, const Section& section) {
    if (frame.pass != 1 || run.world.options.concurrency == Concurrency::none) return;
    const std::span<const Section> sections = frame.bundle.sections;
    const auto next = static_cast<std::size_t>(&section - sections.data()) + 1;
    std::vector<const PromiseType*> types;
    const std::size_t count = std::min(sections.size() - next, max_sections);
    types.reserve(count);
    for (const Section& later : sections.subspan(next, count)) {
        const PromiseType* type = expected_type(run, frame, later.type);
        if (type != nullptr && seems_needed(run, frame, later)) types.push_back(type);
    }
    if (!types.empty()) run.world.keeper.expect(types);
}

} // namespace vow::cfengine
