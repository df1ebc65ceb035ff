#include "policy/cfengine/loading/bundle_sequence.h"

#include "policy/cfengine/evaluation/expander.h"

namespace vow::cfengine {
namespace {

constexpr DiagnosticKind not_defined{
    "undefined-bundle", "Bundle '{}' listed in the bundlesequence is not a defined bundle"};

class Sequence {
public:
    Sequence(ControlReader& control, Diagnostics& diagnostics)
        : control_(control),
          diagnostics_(diagnostics),
          lenient_(control.truth("common", "ignore_missing_bundles")) {}

    void add(const std::string& name, std::vector<Expression> arguments, Span span) {
        const Program& program = control_.evaluation().program();
        const Bundle* bundle = program.find_bundle("agent", name, "default");
        if (bundle == nullptr) bundle = program.find_bundle("common", name, "default");
        if (bundle)
            steps.push_back({bundle, std::move(arguments), span});
        else if (!lenient_)
            diagnostics_.add(not_defined, span, {name});
    }

    void add(const Expression& source) {
        if (const auto* list = std::get_if<ListOf>(&source.node)) {
            for (const Expression& item : list->items)
                add(item);
            return;
        }
        if (const auto* use = std::get_if<BundleUse>(&source.node)) {
            Expander expander(control_.evaluation(), control_.frame(), nullptr);
            expander.set_place(source.span);
            return add(expander.text(use->name).text, use->arguments, source.span);
        }
        bool resolved = true;
        for (const std::string& name : control_.list(source, resolved))
            add(name, {}, source.span);
    }

    std::vector<SequenceStep> steps;

private:
    ControlReader& control_;
    Diagnostics& diagnostics_;
    bool lenient_;
};

} // namespace

std::vector<SequenceStep>
bundle_sequence(ControlReader& control, const RunOptions& options, Diagnostics& diagnostics) {
    Sequence sequence(control, diagnostics);
    const Expression* written = control.find("common", "bundlesequence");
    if (!options.bundle_sequence.empty()) {
        for (const std::string& name : options.bundle_sequence)
            sequence.add(name, {}, {});
    } else if (written) {
        sequence.add(*written);
    } else {
        sequence.add("main", {}, {});
    }
    return std::move(sequence.steps);
}

} // namespace vow::cfengine
