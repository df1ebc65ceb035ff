#include "policy/skopos/plan/step_reader.h"
#include "protocol/text/text.h"

namespace vow::skopos {
namespace {

constexpr DiagnosticKind bad_flow{"bad-flow", "{}"};

struct NamedFlag {
    std::string_view name;
    bool Flow::*flag;
};
constexpr NamedFlag flow_flags[] = {
    {"pause", &Flow::pauses}, {"warn", &Flow::warns}, {"info", &Flow::informs}};

Flow::Label label_from(std::string_view word) {
    if (word == "next") return Flow::Label::next;
    if (word == "pass") return Flow::Label::pass;
    if (word == "fail") return Flow::Label::fail;
    return Flow::Label::step;
}

void set_flag(Flow& flow, std::string_view word, Diagnostics& diagnostics) {
    std::vector<std::string_view> names;
    for (const NamedFlag& known : flow_flags) {
        if (known.name == word) {
            flow.*known.flag = true;
            return;
        }
        names.push_back(known.name);
    }
    diagnostics.add(
        bad_flow,
        flow.span,
        {"'" + std::string(word) + "' is not a flag: pause, warn or info"},
        did_you_mean(word, names)
    );
}

} // namespace

Flow read_flow(const AttributeReader& attributes, std::string_view name, Diagnostics& diagnostics) {
    Flow flow;
    const auto text = attributes.text(name);
    if (!text) return flow;
    flow.is_written = true;
    flow.span = attributes.value_span(name);
    const auto words = split_at(*text, ',');
    flow.word = std::string(trimmed(words.front()));
    flow.label = label_from(flow.word);
    if (flow.word.empty()) {
        diagnostics.add(
            bad_flow,
            flow.span,
            {"'" + std::string(name) + "' has no label: next, pass, fail or the id of a step"}
        );
        flow.label = Flow::Label::next;
    }
    for (std::size_t at = 1; at < words.size(); ++at)
        set_flag(flow, trimmed(words[at]), diagnostics);
    return flow;
}

} // namespace vow::skopos
