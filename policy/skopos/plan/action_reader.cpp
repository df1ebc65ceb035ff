#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/step_reader.h"

#include <algorithm>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind two_actions{"two-actions", "{} has both 'plugin' and 'exec'"};

} // namespace

Action ActionReader::read() {
    action_.selector = attributes_.selector("selector", {"old", "new"});
    const bool is_call = attributes_.has("plugin") || attributes_.has("action");
    const bool is_script = attributes_.has("exec");
    if (is_call && is_script)
        report_two_actions();
    else if (is_call)
        read_call();
    else if (is_script)
        read_script();
    else
        attributes_.report_missing("plugin' or 'exec");
    return std::move(action_);
}

void ActionReader::report_two_actions() {
    const Span call = attributes_.key_span(attributes_.has("plugin") ? "plugin" : "action");
    const Span exec = attributes_.key_span("exec");
    const Span& later = exec.begin > call.begin ? exec : call;
    diagnostics_.add(two_actions, later, {attributes_.owner()});
}

void ActionReader::read_call() {
    PluginCall call;
    for (const auto& [name, text, span] :
         {std::tuple{"plugin", &PluginCall::plugin, &PluginCall::plugin_span},
          std::tuple{"action", &PluginCall::action, &PluginCall::action_span}}) {
        if (!attributes_.has(name)) {
            attributes_.report_missing(name);
        } else if (const auto word = attributes_.text(name)) {
            call.*text = *word;
            call.*span = attributes_.value_span(name);
        }
    }
    const bool is_path = call.plugin.find('/') != std::string::npos;
    if (is_path || (attributes_.has("plugin") && call.plugin.empty()))
        attributes_.report_type("plugin", "a name without '/'");
    read_arguments(call);
    action_.program = std::move(call);
}

/// The selector among the arguments is not one of them.
void ActionReader::read_arguments(PluginCall& call) {
    const YamlNode* arguments = attributes_.mapping("arguments");
    if (arguments == nullptr) return;
    call.arguments = *arguments;
    const AttributeReader inner(*arguments, "the arguments", source_, diagnostics_);
    if (const auto selector = inner.selector("selector", {"old", "new"}))
        action_.selector = selector;
    std::erase_if(call.arguments.members, [](const YamlNode::Member& member) {
        return member.key.text == "selector";
    });
}

void ActionReader::read_script() {
    const YamlNode& exec = *attributes_.attribute_node("exec");
    Script script{.words = {}, .span = span_of(source_, exec)};
    bool is_readable = exec.kind != YamlNode::Kind::map;
    if (exec.kind == YamlNode::Kind::scalar) {
        auto words = compile_command(exec.text);
        if (!words) return attributes_.report_type("exec", "a command whose quotes are closed");
        script.words = *std::move(words);
    }
    for (const YamlNode& item : exec.items) {
        is_readable = is_readable && item.kind == YamlNode::Kind::scalar;
        script.words.push_back(compile_text(item.text));
    }
    if (!is_readable || script.words.empty() || script.words.front().written.empty())
        return attributes_.report_type("exec", "a command, or a list of its words");
    action_.program = std::move(script);
}

} // namespace vow::skopos
