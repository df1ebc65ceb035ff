#include "policy/source/names.h"

namespace vow {

Symbol Names::symbol(std::string_view text) {
    if (const auto known = symbols_.find(text); known != symbols_.end()) return known->second;
    const auto made = static_cast<Symbol>(texts_.size());
    symbols_.emplace(texts_.emplace_back(text), made);
    return made;
}

} // namespace vow
