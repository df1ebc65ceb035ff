#pragma once

#include "policy/cfengine/program/surroundings.h"
#include "policy/run/facts.h"
#include "policy/source/names.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// Classes of one bundle call: gone when it returns.
using BundleClasses = std::unordered_map<Symbol, Tags>;

/// The classes that hold everywhere: hard ones, asked of the host when first needed, and those
/// that policy or command line defined. Names of other namespaces than the default one are
/// qualified ("ns:name").
class Classes {
public:
    Classes(Names& names, Facts& facts) : names_(names), facts_(facts) {}

    bool has(Symbol name);
    void define(Symbol name, Tags tags);
    /// It does not hold to begin with, nor because an earlier run kept it; policy may define it.
    void negate(Symbol name);
    bool is_negated(Symbol name) const { return negated_.contains(name); }
    /// A hard class goes as well: it does not hold again in this run.
    void cancel(Symbol name);

    /// Sorted by name, hard ones included.
    std::vector<Named> all();
    /// Those that were defined, not discovered.
    const std::unordered_map<Symbol, Tags>& defined() const { return defined_; }

private:
    enum class Known : std::uint8_t { not_asked, no, yes };

    Known& known(Symbol name);

    Names& names_;
    Facts& facts_;
    std::vector<Known> known_; ///< by symbol
    std::unordered_map<Symbol, Tags> defined_;
    std::unordered_set<Symbol> negated_;
};

} // namespace vow::cfengine
