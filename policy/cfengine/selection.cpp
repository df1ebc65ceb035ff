#include "policy/cfengine/selection.h"

#include "policy/cfengine/printing/printed_policy.h"
#include "policy/run/language.h"
#include "policy/run/policy_place.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace vow::cfengine {
namespace {

bool is_part_of_name(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

/// A class or bundle without its namespace.
std::string_view plain(std::string_view name) {
    return name.substr(name.rfind(':') + 1); // npos + 1 is 0
}

std::string_view literal(const Text& text) {
    return text.is_literal() ? text.literal() : std::string_view();
}

/// Calls `visit` for each literal text in an expression.
template <class Visit>
void for_each_literal(const Expression& expression, const Visit& visit) {
    const auto visit_all = [&](const std::vector<Expression>& items) {
        for (const Expression& item : items)
            for_each_literal(item, visit);
    };
    if (const auto* text = std::get_if<Text>(&expression.node)) visit(literal(*text));
    if (const auto* list = std::get_if<ListOf>(&expression.node)) visit_all(list->items);
    if (const auto* list = std::get_if<LiteralList>(&expression.node)) {
        for (const std::string& element : *list->elements)
            visit(std::string_view(element));
    }
    if (const auto* call = boxed_if<FunctionCall>(expression.node)) visit_all(call->arguments);
    if (const auto* body = boxed_if<BodyUse>(expression.node)) visit_all(body->arguments);
}

/// The words in a text: "a.!b" has the classes a and b.
std::set<std::string, std::less<>> words_in(std::string_view text) {
    std::set<std::string, std::less<>> words;
    while (!text.empty()) {
        const auto end = std::ranges::find_if_not(text, is_part_of_name);
        const auto size = static_cast<std::size_t>(end - text.begin());
        if (size > 0) words.emplace(text.substr(0, size));
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return words;
}

/// A part of the program, in the order of its outline.
struct Part {
    const Bundle* bundle;
    const Section* section;
    const PromiseStatement* promise;
    OutlinePart outline;
    enum class Role { left_out, chosen, needed } role = Role::left_out;
};

class Selector {
public:
    explicit Selector(Program& program) : program_(program) {
        auto outline = outline_of(program);
        auto written = outline.begin();
        for (const Bundle& bundle : program.bundles) {
            ++written; // of the bundle itself
            for (const Section& section : bundle.sections) {
                for (const PromiseStatement& promise : section.promises)
                    parts_.push_back({&bundle, &section, &promise, std::move(*written++)});
            }
        }
    }

    void choose(const std::string& what) {
        const PolicyPlace place = PolicyPlace::from(what);
        bool is_known = false;
        for (Part& part : parts_) {
            const Origin& origin = part.outline.origin;
            if (origin.handle != what && part.section->type != what && !place.is_at(origin))
                continue;
            is_known = true;
            include(part, Part::Role::chosen);
        }
        if (is_known) return;
        const std::string nearest = did_you_mean(what, names());
        throw OptionError(
            "--only " + what + ": no promise has this place, handle or type" +
            (nearest.empty() ? "" : "; " + nearest)
        );
    }

    Selection finish() {
        while (!waiting_.empty()) {
            const Part& part = *waiting_.back();
            waiting_.pop_back();
            follow(part);
        }
        return take_out();
    }

private:
    std::vector<std::string_view> names() const {
        std::vector<std::string_view> all;
        all.reserve(parts_.size() * 2);
        for (const Part& part : parts_) {
            all.emplace_back(part.section->type);
            all.emplace_back(part.outline.origin.handle);
        }
        return all;
    }

    void include(Part& part, Part::Role role) {
        if (part.role != Part::Role::left_out) return;
        part.role = role;
        waiting_.push_back(&part);
        if (role != Part::Role::chosen || part.section->kind != PromiseKind::method) return;
        const std::string called = called_by(part);
        for (Part& inner : parts_) {
            if (inner.bundle->name == called) include(inner, role);
        }
    }

    /// The bundle that a call names; empty if that is computed.
    static std::string called_by(const Part& part) {
        const Expression* use = part.promise->find("usebundle");
        const auto* named = use == nullptr ? nullptr : boxed_if<BundleUse>(use->node);
        const auto* text = use == nullptr ? nullptr : std::get_if<Text>(&use->node);
        if (named != nullptr) return std::string(plain(literal(named->name)));
        return std::string(plain(literal(text != nullptr ? *text : part.promise->promiser)));
    }

    /// Includes all that a promise depends on.
    void follow(const Part& part) {
        if (const Expression* needed = part.promise->find(CommonAttribute::depends_on))
            for_each_literal(*needed, [&](std::string_view handle) { need_handle(handle); });
        for (const OutlinePart::Condition& condition : part.outline.conditions) {
            for (const std::string& name : condition.classes)
                need_class(plain(name));
        }
        if (part.section->kind == PromiseKind::class_) {
            for (const AttributeStatement& attribute : part.promise->attributes)
                for_each_literal(attribute.value, [&](std::string_view text) { need_words(text); });
        }
        for (Part& call : parts_) {
            const bool is_call = call.section->kind == PromiseKind::method;
            if (is_call && called_by(call) == part.bundle->name) include(call, Part::Role::needed);
        }
    }

    void need_handle(std::string_view handle) {
        for (Part& part : parts_) {
            if (!handle.empty() && part.outline.origin.handle == handle)
                include(part, Part::Role::needed);
        }
    }

    void need_words(std::string_view text) {
        for (const std::string& word : words_in(text))
            need_class(word);
    }

    void need_class(std::string_view name) {
        if (!known_classes_.emplace(name).second) return;
        for (Part& part : parts_) {
            if (may_define(part, name)) include(part, Part::Role::needed);
        }
    }

    bool may_define(const Part& part, std::string_view name) const {
        if (part.section->kind == PromiseKind::class_)
            return literal(part.promise->promiser) == name;
        const Expression* classes = part.promise->find(CommonAttribute::classes);
        if (classes == nullptr) return false;
        bool is_named = false;
        const auto compare = [&](std::string_view text) {
            is_named = is_named || plain(text) == name;
        };
        for_each_literal(*classes, compare);
        const auto* use = boxed_if<BodyUse>(classes->node);
        const Body* body = use == nullptr ? nullptr : program_.find_body(use->key);
        if (body == nullptr) return is_named;
        for (const BodyClause& clause : body->clauses)
            for_each_literal(clause.attribute.value, compare);
        return is_named;
    }

    static bool stays(PromiseKind kind) {
        switch (kind) {
        case PromiseKind::variable:
        case PromiseKind::meta:
        case PromiseKind::default_value:
        case PromiseKind::class_:
        case PromiseKind::method:
        case PromiseKind::edit: return true;
        default: return false;
        }
    }

    Selection take_out() {
        Selection selection;
        std::set<const PromiseStatement*> removed;
        for (const Part& part : parts_) {
            const std::string name = part.section->type + " '" + part.outline.name + "' (" +
                                     part.outline.origin.file + ":" +
                                     std::to_string(part.outline.origin.line) + ")";
            if (part.role == Part::Role::chosen) selection.chosen.push_back(name);
            if (part.role == Part::Role::needed && part.section->kind != PromiseKind::class_)
                selection.needed.push_back(name);
            if (part.role == Part::Role::left_out && !stays(part.section->kind))
                removed.insert(part.promise);
        }
        parts_.clear();
        for (Bundle& bundle : program_.bundles) {
            for (Section& section : bundle.sections) {
                std::vector<PromiseStatement> kept;
                kept.reserve(section.promises.size());
                for (PromiseStatement& promise : section.promises) {
                    if (!removed.contains(&promise)) kept.push_back(std::move(promise));
                }
                section.promises = std::move(kept);
            }
        }
        return selection;
    }

    Program& program_;
    std::vector<Part> parts_;
    std::vector<const Part*> waiting_; ///< included, but not followed yet
    std::set<std::string, std::less<>> known_classes_;
};

} // namespace

Selection select_promises(Program& program, std::span<const std::string> only) {
    Selector selector(program);
    for (const std::string& what : only)
        selector.choose(what);
    return selector.finish();
}

} // namespace vow::cfengine
