#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/loading/load_steps.h"

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind not_defined{
    "undefined-bundle-in-sequence",
    "Bundle '{}' listed in the bundlesequence is not a defined bundle"};
constexpr DiagnosticKind not_in_this_part{
    "bundle-of-another-part",
    "the bundle '{}' in the bundlesequence is not defined in this part of the policy",
    Severity::warning};

constexpr DiagnosticKind nothing_to_run{
    "nothing-to-run", "the bundlesequence names no bundle, so that nothing would run"};
constexpr DiagnosticKind nothing_written{
    nothing_to_run.name,
    "the policy has nothing to run: neither a bundle '{}' nor a 'bundlesequence'"};

class Sequence {
public:
    explicit Sequence(ControlReader& control)
        : is_lenient(control.truth("common", "ignore_missing_bundles")),
          control_(control) {}

    void add(const std::string& name, std::vector<Expression> arguments, Span span) {
        const Program& program = control_.run().program;
        const Bundle* bundle = program.find_bundle("agent", name, "default");
        if (bundle == nullptr) bundle = program.find_bundle("common", name, "default");
        if (bundle)
            steps.push_back({bundle, std::move(arguments), span});
        else if (!is_lenient)
            missing.push_back({name, span});
    }

    void add(const Expression& source) {
        if (const auto* list = std::get_if<ListOf>(&source.node)) {
            for (const Expression& item : list->items)
                add(item);
            return;
        }
        if (const auto* use = boxed_if<BundleUse>(source.node)) {
            Expander expander(control_.run(), control_.frame(), nullptr);
            expander.set_place(source.span);
            return add(expander.text(use->name).text, use->arguments, source.span);
        }
        bool resolved = true;
        for (const std::string& name : control_.list(source, resolved))
            add(name, {}, source.span);
    }

    /// An undefined bundle, and the place that names it.
    struct Missing {
        std::string name;
        Span span;
    };

    std::vector<SequenceStep> steps;
    std::vector<Missing> missing;
    const bool is_lenient;

private:
    ControlReader& control_;
};

/// The bundles that can be in the sequence.
std::vector<std::string> bundle_names(const Program& program) {
    std::vector<std::string> names;
    for (const Bundle& bundle : program.bundles) {
        if (bundle.type != "agent" && bundle.type != "common") continue;
        const bool is_default = bundle.name_space == "default";
        names.push_back(is_default ? bundle.name : bundle.name_space + ":" + bundle.name);
    }
    return names;
}

/// The hint that names the bundle with the nearest name; empty if none is near.
std::string nearest_bundle(const std::string& name, const Program& program) {
    const std::vector<std::string> names = bundle_names(program);
    return did_you_mean(name, {names.begin(), names.end()});
}

std::string hint_for(const Sequence::Missing& missing, const Program& program) {
    if (missing.name == "__main__") return "the bundle '__main__' of this file is called 'main'";
    std::string nearest = nearest_bundle(missing.name, program);
    if (nearest.empty() && missing.name == "main" && missing.span.source == nullptr)
        return "a run begins with 'bundle agent main', or with the bundles in the 'bundlesequence' "
               "of 'body common control'";
    return nearest;
}

/// A name that is near to that of a bundle is a mistake in a part of a policy, too.
void report(
    const Sequence& sequence,
    const Program& program,
    const DiagnosticKind& kind,
    Diagnostics& diagnostics
) {
    for (const Sequence::Missing& missing : sequence.missing) {
        const bool is_misspelled = !nearest_bundle(missing.name, program).empty();
        diagnostics.add(
            is_misspelled ? not_defined : kind,
            missing.span,
            {missing.name},
            hint_for(missing, program)
        );
    }
}

void report_nothing(const Sequence& sequence, Span span, Diagnostics& diagnostics) {
    const bool is_empty = sequence.steps.empty() && sequence.missing.empty();
    if (is_empty && !sequence.is_lenient) diagnostics.add(nothing_to_run, span, {});
}

} // namespace

std::vector<SequenceStep> bundle_sequence(
    ControlReader& control,
    const std::vector<std::string>& chosen,
    Parts parts,
    Diagnostics& diagnostics
) {
    Sequence sequence(control);
    const Expression* written = control.find("common", "bundlesequence");
    if (!chosen.empty()) {
        for (const std::string& name : chosen)
            sequence.add(name, {}, {});
    } else if (written) {
        sequence.add(*written);
    } else {
        sequence.add("main", {}, {});
    }
    const bool is_part = parts == Parts::allowed && chosen.empty() && sequence.steps.empty();
    const bool is_accepted = control.run().control.manner.accepts_idle_sequences;
    if (written != nullptr && chosen.empty() && !is_accepted)
        report_nothing(sequence, written->span, diagnostics);
    const bool is_written = written != nullptr || !chosen.empty();
    const bool is_empty = !is_written && !is_accepted;
    const DiagnosticKind& kind = is_part    ? not_in_this_part
                                 : is_empty ? nothing_written
                                            : not_defined;
    report(sequence, control.run().program, kind, diagnostics);
    return std::move(sequence.steps);
}

} // namespace vow::cfengine
