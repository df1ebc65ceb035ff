#pragma once

#include "policy/otterscript/syntax/expression_reader.h"
#include "policy/otterscript/syntax/parser.h"

namespace vow::otterscript {

/// Reads operations and calls of modules, with their arguments, up to their `;`. Borrows
/// everything.
class ActionReader {
public:
    ActionReader(Cursor& cursor, ExpressionReader& literals, const IsRaw& is_raw)
        : cursor_(cursor),
          literals_(literals),
          is_raw_(is_raw) {}

    /// At the name of an operation.
    Action read_action();
    /// After `call`.
    CallModule read_call();

private:
    std::size_t directly_called();
    std::vector<Argument> read_arguments(std::string_view operation);
    Argument read_argument(std::string_view operation);

    Cursor& cursor_;
    ExpressionReader& literals_;
    const IsRaw& is_raw_;
};

} // namespace vow::otterscript
