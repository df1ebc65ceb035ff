#include "policy/inmanta/types/phases.h"
#include "protocol/data/overload.h"

#include <unordered_map>
#include <utility>

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind shadowed_variable{
    "variable-shadow",
    "Variable `{}` shadowed: originally declared at {}, shadowed at {}",
    Severity::warning};

using Places = std::vector<Place>;

std::string text_of(const Places& places) {
    std::string text;
    for (const Place& place : places) {
        if (!text.empty()) text += ',';
        text += inmanta::text_of(line_of(place));
    }
    return text;
}

class ShadowSearch {
public:
    explicit ShadowSearch(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void search(const File& file) {
        search_block(file.block, nullptr, [&] {
            for (const Definition& definition : file.definitions) {
                if (const auto* found = definition.as<ImplementationDefinition>())
                    search_block(found->body, nullptr, [] {});
            }
        });
    }

private:
    /// `loop`: the variable of the loop that has this block; may be null. `inside`: further work
    /// inside of the block.
    template <class Work>
    void search_block(const Block& block, const WrittenName* loop, Work inside) {
        std::unordered_map<std::string_view, Places> own;
        if (loop != nullptr) own[loop->text].push_back(loop->place);
        for (const Statement& statement : block.statements) {
            if (const auto* assignment = statement.as<VariableAssignment>())
                own[assignment->variable.text].push_back(assignment->variable.place);
        }
        for (auto& [name, places] : own) {
            Places& visible = visible_[name];
            if (!visible.empty())
                diagnostics_.add(
                    shadowed_variable,
                    places.front().span,
                    {name, text_of(visible), text_of(places)}
                );
            std::swap(visible, places);
        }
        for (const Statement& statement : block.statements)
            search_statement(statement);
        inside();
        for (auto& [name, hidden] : own)
            std::swap(visible_[name], hidden);
    }

    void search_statement(const Statement& statement) {
        const Overload search{
            [&](const For& loop) { search_block(loop.body, &loop.variable, [] {}); },
            [&](const If& condition) {
                search_block(condition.if_true, nullptr, [] {});
                search_block(condition.if_false, nullptr, [] {});
            },
            [](const VariableAssignment&) {},
            [](const AttributeAssignment&) {},
            [](const ExpressionPtr&) {}};
        std::visit(search, statement.node);
    }

    Diagnostics& diagnostics_;
    std::unordered_map<std::string_view, Places> visible_; ///< the places of each visible variable
};

} // namespace

void warn_of_shadowed_variables(const Model& model, Diagnostics& diagnostics) {
    for (const auto& space : model.namespaces)
        ShadowSearch(diagnostics).search(space->file);
}

} // namespace vow::inmanta
