#pragma once

#include "policy/cfengine/program/function.h"
#include "policy/cfengine/program/program.h"
#include "policy/cfengine/syntax/ast.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The file that the run was started with is the entry: only its `__main__` bundle becomes `main`.
enum class FileRole { entry, input };

/// Adds the definitions of a checked file to the program.
void compile(const ast::File& file, FileRole role, Program& program);

/// Compiles what a promise or a body consists of: texts, values and guards. Names without a
/// namespace belong to that of the block.
class ExpressionCompiler {
public:
    /// All outlive the compiler.
    ExpressionCompiler(SharedTexts& texts, Names& names, std::string_view name_space)
        : texts_(texts),
          names_(names),
          name_space_(name_space) {}

    Text text(std::string_view source) const;
    /// A text within the value of an attribute.
    Text value_text(std::string_view source) const;
    Guard guard(const std::shared_ptr<const ast::Guard>& source) const;
    Expression expression(const ast::Expression& source) const;
    /// The elements of a list variable.
    Expression list_value(const ast::Expression& source) const;
    /// The value of an attribute that takes a bundle.
    Expression bundle_use(const ast::Expression& source) const;
    /// The value of an attribute that takes a body of type `type`.
    BodyUse body_use(std::string_view type, const ast::Expression& source) const;
    std::vector<Symbol> symbols(const std::vector<ast::Parameter>& parameters) const;

    std::string_view name_space() const { return name_space_; }

private:
    using Node = decltype(Expression::node);

    Node compiled_node(const ast::Quoted& node) const;
    Node compiled_node(const ast::NakedReference& node) const;
    Node compiled_node(const ast::Identifier& node) const;
    Node compiled_node(const ast::List& node) const;
    Node compiled_node(const ast::Call& node) const;
    std::optional<LiteralList> literal_list(const ast::List& list) const;
    void replace_list(Expression& argument, const ast::Expression& source) const;
    std::vector<Expression> expressions(const std::vector<ast::Expression>& sources) const;

    SharedTexts& texts_;
    Names& names_;
    std::string_view name_space_;
};

/// Why a call cannot be made with its literal arguments, in the reference's words; empty if it can.
/// The reference finds the error when the call is made, so a check that follows the reference
/// leaves it to the run. The function itself checks arguments that are known only then.
std::string argument_error(const Function& function, const ast::Call& call);

} // namespace vow::cfengine
