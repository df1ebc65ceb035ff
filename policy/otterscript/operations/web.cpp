#include "policy/otterscript/operations/table.h"

namespace vow::otterscript {

std::vector<Operation> web_operations() {
    return {};
}

} // namespace vow::otterscript
