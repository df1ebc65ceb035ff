#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/trusted_reader.h"
#include "protocol/text/text.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array template_properties = {
    Property{"Asset"},
    Property{"Literal", Use::raw},
    Property{"InputFile"},
    Property{"OutputVariable", Use::output},
    Property{"OutputFile"},
    Property{"AdditionalVariables"},
    Property{"NewLines"}};
constexpr std::array text_properties = {Property{"Text", Use::raw}};

constexpr std::string_view text_operation = "Vow-Template-Text";

/// Turns a template into a script: tags are statements, and each text between them is an operation
/// that adds it to the result.
class TemplateScript {
public:
    TemplateScript(const TrustedText& text, OperationRun& run)
        : text_(with_plain_line_ends(*text)),
          rest_(text_),
          run_(run) {
        for (int number = 0; text_.find(fish_) != std::string_view::npos; ++number)
            fish_ = ">t" + std::to_string(number % 1000) + ">";
    }

    TrustedText script() {
        while (!rest_.empty()) {
            if (rest_.starts_with("<`%")) {
                plain_ += "<%";
                rest_.remove_prefix(3);
            } else if (rest_.starts_with("<%")) {
                read_tag();
            } else {
                plain_ += rest_.front();
                rest_.remove_prefix(1);
            }
        }
        add_text();
        return TrustedText::given(std::move(script_));
    }

private:
    /// A tag that is alone on its line takes the end of the line with it.
    void read_tag() {
        const std::size_t end = rest_.find("%>");
        if (end == std::string_view::npos) run_.fail("a tag of the template is not closed");
        const std::string_view tag = trimmed(rest_.substr(2, end - 2));
        rest_.remove_prefix(end + 2);
        const std::size_t before = plain_.find_last_not_of(" \t");
        const std::size_t after = rest_.find_first_not_of(" \t");
        const bool begins_line =
            before == std::string::npos ? is_line_start_ : plain_[before] == '\n';
        const bool is_alone =
            begins_line && (after == std::string_view::npos || rest_[after] == '\n');
        if (is_alone) {
            plain_.resize(before == std::string::npos ? 0 : before + 1);
            rest_.remove_prefix(after == std::string_view::npos ? rest_.size() : after + 1);
        }
        add_text();
        is_line_start_ = is_alone;
        script_.append(tag).append("\n");
    }
    void add_text() {
        if (plain_.empty()) return;
        script_.append(text_operation).append(" ").append(fish_).append(plain_).append(fish_);
        script_.append(";\n");
        plain_.clear();
    }

    std::string text_;
    std::string_view rest_;
    OperationRun& run_;
    std::string fish_ = ">t>";
    std::string plain_;
    std::string script_;
    bool is_line_start_ = true;
};

void add_template_text(OperationRun& run) {
    Executor& executor = run.executor();
    if (executor.scope().template_result == nullptr) run.fail("this text is outside a template");
    const Expression& text =
        executor.execution().interpreter.text(run.text("Text"), executor, run.action().span);
    *executor.scope().template_result += evaluate_text(text, executor);
}

/// nullopt if no source is given.
std::optional<TrustedText> source_of(OperationRun& run) {
    if (run.has("Literal")) return TrustedText::given(run.text("Literal"));
    std::string path;
    if (run.has("InputFile")) {
        path = run.path("InputFile");
    } else if (run.has("Asset")) {
        Executor& executor = run.executor();
        const auto found = executor.execution().interpreter.raft_file(
            executor.scope().raft, run.text("Asset"), ".txt"
        );
        if (!found) run.fail("the raft has no template '" + run.text("Asset") + "'");
        path = *found;
    } else {
        return std::nullopt;
    }
    auto text = read_trusted(run.world().host, path);
    if (!text) run.fail("cannot read '" + path + "': " + text.why_not);
    return *std::move(text.value);
}

std::string applied(OperationRun& run, const TrustedText& source) {
    Executor& executor = run.executor();
    const Script& script = executor.execution().interpreter.script(
        TemplateScript(source, run).script(), executor, run.action().span
    );
    std::string result;
    const Replaced<std::string*> into(executor.scope().template_result, &result);
    const Variables::NestedScope scope(executor.scope().variables);
    if (const Map* given = run.map("AdditionalVariables")) {
        for (const auto& [name, value] : given->items())
            executor.scope().variables.make(run.variable(name, value.sign())) = value;
    }
    run_statements(script, executor);
    return result;
}

std::string with_new_lines(OperationRun& run, const std::string& text) {
    const std::string kind = lower_case(run.text("NewLines", "Auto"));
    if (kind == "none" || kind == "auto") return text;
    std::string result;
    for (const char c : text) {
        if (c == '\r') continue;
        if (c == '\n' && kind == "windows") result += '\r';
        result += c;
    }
    return result;
}

void apply_template(OperationRun& run) {
    const auto source = source_of(run);
    if (!source) run.log(LogLevel::warning, "the template has no source");
    const std::string text =
        with_new_lines(run, applied(run, source.value_or(TrustedText::given(""))));
    run.set_output("OutputVariable", text);
    if (!run.has("OutputFile")) return;
    Attributes attributes;
    attributes.set("content", text);
    run.keep("files", run.path("OutputFile"), std::move(attributes));
}

} // namespace

std::vector<Operation> template_operations() {
    return {
        {"Apply-Template",
         "InedoCore",
         OperationKind::execute,
         template_properties,
         &apply_template,
         "Expands a text template.",
         "Apply-Template (Literal: Hello $name, OutputFile: /srv/hello.txt);"},
        {std::string(text_operation),
         "Vow",
         OperationKind::intrinsic,
         text_properties,
         &add_template_text},
    };
}

} // namespace vow::otterscript
