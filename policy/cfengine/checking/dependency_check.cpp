#include "policy/cfengine/checking/lint.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <unordered_map>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind cyclic_dependency{
    "cyclic-dependency",
    "these promises wait for each other and are never kept: {}",
    Severity::warning};

/// A promise with a handle, and the handles that it waits for.
struct Node {
    enum class State { unseen, open, done };

    std::string_view handle;
    const ast::Promise* promise;
    std::vector<std::string_view> needs = {};
    State state = State::unseen;
};

std::vector<std::string_view> needs_of(const ast::Promise& promise) {
    std::vector<std::string_view> needs;
    const ast::Attribute* attribute = find_attribute(promise, "depends_on");
    const auto* list = attribute != nullptr ? boxed_if<ast::List>(attribute->value.node) : nullptr;
    if (list == nullptr) return needs;
    for (const ast::Expression& item : list->items) {
        const auto* text = std::get_if<ast::Quoted>(&item.node);
        if (text != nullptr && !has_reference(text->text)) needs.push_back(text->text);
    }
    return needs;
}

class DependencyCheck {
public:
    DependencyCheck(const std::vector<PromiseSite>& sites, Diagnostics& diagnostics)
        : diagnostics_(diagnostics) {
        for (const PromiseSite& site : sites) {
            const ast::Attribute* attribute = find_attribute(site.promise, "handle");
            const auto handle =
                attribute != nullptr ? literal_text(attribute->value) : std::nullopt;
            if (!handle) continue;
            if (has_reference(*handle)) {
                has_computed_handles_ = true;
                continue;
            }
            const auto [known, is_new] =
                nodes_.try_emplace(*handle, Node{*handle, &site.promise, needs_of(site.promise)});
            if (is_new)
                order_.push_back(&known->second);
            else
                known->second.needs.clear(); // any of them lets the others go on
        }
    }

    void run() {
        if (has_computed_handles_) return;
        for (Node* node : order_) {
            if (node->state == Node::State::unseen) visit(*node);
        }
    }

private:
    /// A step on the way along the dependencies.
    struct Step {
        Node* node;
        std::size_t next = 0; ///< in its needs
    };

    void visit(Node& first) {
        std::vector<Step> way = {{&first}};
        first.state = Node::State::open;
        while (!way.empty()) {
            Step& here = way.back();
            if (here.next == here.node->needs.size()) {
                here.node->state = Node::State::done;
                way.pop_back();
                continue;
            }
            const auto needed = nodes_.find(here.node->needs[here.next++]);
            if (needed == nodes_.end()) continue;
            Node& node = needed->second;
            if (node.state == Node::State::open) report(way, node);
            if (node.state != Node::State::unseen) continue;
            node.state = Node::State::open;
            way.push_back({&node});
        }
    }

    /// The circle begins at the last step of the way that is the node.
    void report(const std::vector<Step>& way, const Node& node) {
        const auto begin = std::ranges::find(way, &node, &Step::node);
        std::vector<std::string_view> names;
        std::vector<Note> notes;
        for (auto step = begin; step != way.end(); ++step) {
            names.push_back(step->node->handle);
            if (step != begin) notes.push_back({"waits as well", step->node->promise->span});
        }
        names.push_back(node.handle);
        const ast::Attribute* attribute = find_attribute(*node.promise, "depends_on");
        diagnostics_.add(cyclic_dependency, attribute->value.span, {joined(names, " -> ")}).notes =
            std::move(notes);
    }

    Diagnostics& diagnostics_;
    std::unordered_map<std::string_view, Node> nodes_;
    std::vector<Node*> order_;
    bool has_computed_handles_ = false;
};

} // namespace

void check_dependencies(const std::vector<PromiseSite>& sites, Diagnostics& diagnostics) {
    DependencyCheck(sites, diagnostics).run();
}

} // namespace vow::cfengine
