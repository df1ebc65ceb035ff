#include "policy/skopos/plan/step_reader.h"

#include "policy/skopos/plan/document.h"
#include "policy/skopos/plan/mistakes.h"
#include "policy/skopos/plan/step_classes.h"
#include "protocol/data/overload.h"

#include <algorithm>

namespace vow::skopos {
namespace {

constexpr DiagnosticKind unknown_class{"unknown-class", "'{}' is not a class of steps"};
constexpr DiagnosticKind misplaced_class{
    "misplaced-class", "a step of class '{}' cannot be here, only {}"};
constexpr DiagnosticKind bad_id{"bad-id", "'{}' cannot be an id: {}"};
constexpr DiagnosticKind duplicate_id{"duplicate-id", "the id '{}' is there twice"};
constexpr DiagnosticKind ignored_cleanup{
    "ignored-cleanup", "'cleanup' has no effect on {}, which is at the top", Severity::warning};
constexpr DiagnosticKind ignored_selector{
    "ignored-selector", "'selector' of {} has no effect beside 'target_num'", Severity::warning};

bool is_id(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

bool is_label(std::string_view text) {
    return text == "next" || text == "pass" || text == "fail";
}

std::string owner_of(const YamlNode& node) {
    const YamlNode* id = attribute_of(node, "id");
    return id == nullptr || id->text.empty() ? "the step" : "step '" + id->text + "'";
}

} // namespace

Chain StepReader::read_chain(const YamlNode& list, Holder holder) {
    Chain chain;
    chain.reserve(list.items.size());
    for (const YamlNode& item : list.items) {
        if (item.kind == YamlNode::Kind::map) {
            read_step(item, holder, chain);
        } else {
            diagnostics_.add(wrong_type, span_of(source_, item), {"a step", "a mapping"});
        }
    }
    return chain;
}

void StepReader::read_step(const YamlNode& node, Holder holder, Chain& chain) {
    if (at_step_) at_step_();
    const AttributeReader attributes(node, owner_of(node), source_, diagnostics_);
    Step& step = chain.emplace_back();
    read_id(attributes, step);
    step.label = attributes.text("label").value_or(step.id);
    step.on_pass = read_flow(attributes, "on_pass", diagnostics_);
    step.on_fail = read_flow(attributes, "on_fail", diagnostics_);
    read_cleanup(attributes, step, holder);
    read_class(attributes, step, holder);
    const YamlNode* named = attribute_of(node, "class");
    const ClassRow* row = named == nullptr ? nullptr : class_named(named->text);
    if (row == nullptr) return;
    read_details(attributes, step);
    const auto common = common_attributes();
    std::vector<std::string_view> known(common.begin(), common.end());
    known.insert(known.end(), row->attributes.begin(), row->attributes.end());
    warn_of_unknown_attributes(
        node,
        attributes.owner() + " of class '" + std::string(row->name) + "'",
        known,
        source_,
        diagnostics_
    );
}

void StepReader::read_id(const AttributeReader& attributes, Step& step) {
    if (!attributes.has("id")) return attributes.report_missing("id");
    const auto id = attributes.text("id");
    if (!id) return;
    step.span = attributes.value_span("id");
    if (!is_id(*id)) {
        diagnostics_.add(
            bad_id, step.span, {*id, "it may hold letters, digits, hyphens and underscores"}
        );
    } else if (is_label(*id)) {
        diagnostics_.add(bad_id, step.span, {*id, "it is a label of flow control"});
    } else if (const auto [first, is_new] = ids_.emplace(*id, step.span); !is_new) {
        diagnostics_.add(duplicate_id, step.span, {*id})
            .notes.push_back({"first used here", first->second});
    }
    step.id = *id;
}

void StepReader::read_class(const AttributeReader& attributes, Step& step, Holder holder) {
    if (!attributes.has("class")) return attributes.report_missing("class");
    const auto name = attributes.text("class");
    if (!name) return;
    const ClassRow* row = class_named(*name);
    if (row == nullptr) {
        std::vector<std::string_view> names;
        for (const ClassRow& known : step_classes())
            names.push_back(known.name);
        diagnostics_.add(
            unknown_class, attributes.value_span("class"), {*name}, did_you_mean(*name, names)
        );
        return;
    }
    if (std::ranges::find(row->holders, holder) == row->holders.end())
        diagnostics_.add(misplaced_class, attributes.value_span("class"), {*name, row->where});
    step.what = row->make();
}

void StepReader::read_cleanup(const AttributeReader& attributes, Step& step, Holder holder) {
    const auto cleanup = attributes.truth("cleanup");
    if (!cleanup) return;
    if (holder == Holder::plan) {
        diagnostics_.add(ignored_cleanup, attributes.key_span("cleanup"), {attributes.owner()});
    } else {
        step.is_cleanup = *cleanup;
    }
}

void StepReader::read_details(const AttributeReader& attributes, Step& step) {
    if (!step.is_holder()) step.number = leaves_++;
    const Overload read{
        [&](Component& component) {
            component.name = attributes.text("component").value_or(step.id);
            read_holder(attributes, step, Holder::component);
        },
        [&](Group&) { read_holder(attributes, step, Holder::group); },
        [&](Loop& loop) {
            read_loop(attributes, loop);
            read_holder(attributes, step, Holder::loop);
        },
        [&](Delay& delay) {
            delay.seconds = attributes.seconds("duration").value_or(delay.seconds);
        },
        [&](Gate& gate) { gate.message = attributes.text("message").value_or(""); },
        [&](Action& action) { action = ActionReader(attributes, source_, diagnostics_).read(); }};
    std::visit(read, step.what);
}

void StepReader::read_holder(const AttributeReader& attributes, Step& step, Holder inside) {
    if (const YamlNode* steps = attributes.list("steps")) step.steps = read_chain(*steps, inside);
}

void StepReader::read_loop(const AttributeReader& attributes, Loop& loop) {
    loop.count = attributes.count("target_num");
    loop.begin = attributes.count("start_index").value_or(0);
    const auto selector = attributes.selector("selector", {"old", "new", "target"});
    loop.selector = selector.value_or(Selector::target);
    if (selector && attributes.has("target_num"))
        diagnostics_.add(ignored_selector, attributes.key_span("selector"), {attributes.owner()});
}

void warn_of_unknown_attributes(
    const YamlNode& map,
    const std::string& owner,
    const std::vector<std::string_view>& known,
    const SourceText& source,
    Diagnostics& diagnostics
) {
    for (const YamlNode::Member& member : map.members) {
        if (std::ranges::find(known, member.key.text) != known.end()) continue;
        diagnostics.add(
            unknown_step_attribute,
            span_of(source, member.key),
            {owner, member.key.text},
            did_you_mean(member.key.text, known)
        );
    }
}

} // namespace vow::skopos
