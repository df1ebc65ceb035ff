#include "policy/skopos/plan/plan_reader.h"

#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/mistakes.h"
#include "policy/skopos/plan/step_reader.h"

namespace vow::skopos {
namespace {

constexpr DiagnosticKind bad_header{"bad-header", "{}"};
constexpr DiagnosticKind not_a_plan{"not-a-plan", "this is {}, not a deployment plan"};

constexpr std::string_view plan_version = "alpha/1";

class PlanReader {
public:
    PlanReader(
        const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node
    )
        : source_(source),
          diagnostics_(diagnostics),
          at_node_(at_node) {}

    std::optional<Plan> read() {
        const auto root = read_document(source_, diagnostics_, at_node_);
        if (!root || diagnostics_.has_errors() || !has_header(*root)) return std::nullopt;
        const AttributeReader attributes(*root, "the plan", source_, diagnostics_);
        Plan plan;
        if (root->find("steps") == nullptr) {
            diagnostics_.add(missing_step_attribute, begin(), {"the plan", "steps"});
        } else if (const YamlNode* steps = attributes.list("steps")) {
            StepReader reader(source_, diagnostics_, at_node_);
            plan.steps = reader.read_chain(*steps, Holder::plan);
        }
        warn_of_unknown_attributes(
            *root, "the plan", {"doctype", "version", "steps"}, source_, diagnostics_
        );
        link_steps(plan, diagnostics_);
        if (diagnostics_.has_errors()) return std::nullopt;
        return plan;
    }

private:
    Span begin() const { return {&source_, 0, source_.text().empty() ? 0U : 1U}; }

    bool has_header(const YamlNode& root) {
        if (root.kind != YamlNode::Kind::map && root.kind != YamlNode::Kind::null) {
            diagnostics_.add(not_a_plan, span_of(source_, root), {"not a mapping"});
            return false;
        }
        const YamlNode* doctype = attribute_of(root, "doctype");
        if (doctype != nullptr && doctype->text != plan_doctype) {
            refuse(*doctype);
            return false;
        }
        if (doctype == nullptr) require("doctype", plan_doctype);
        const YamlNode* version = attribute_of(root, "version");
        if (version == nullptr) {
            require("version", plan_version);
        } else if (version->text != plan_version) {
            diagnostics_.add(
                bad_header,
                span_of(source_, *version),
                {"version '" + version->text + "' is not '" + std::string(plan_version) + "'"}
            );
        }
        return true;
    }

    void require(std::string_view name, std::string_view value) {
        diagnostics_.add(
            bad_header,
            begin(),
            {"the plan has no '" + std::string(name) + ": " + std::string(value) + "'"}
        );
    }

    void refuse(const YamlNode& doctype) {
        const bool is_model = doctype.text == model_doctype;
        diagnostics_.add(
            not_a_plan,
            span_of(source_, doctype),
            {is_model ? "a model" : "'" + doctype.text + "'"},
            is_model ? "give it with --model" : ""
        );
    }

    const SourceText& source_;
    Diagnostics& diagnostics_;
    const std::function<void()>& at_node_;
};

} // namespace

std::optional<Plan> read_plan(
    const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node
) {
    return PlanReader(source, diagnostics, at_node).read();
}

} // namespace vow::skopos
