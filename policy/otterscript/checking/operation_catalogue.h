#pragma once

#include "policy/otterscript/statements/operation.h"
#include "policy/run/world.h"

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// All operations that a plan can use: those of the language, and three for each promise type,
/// bundled or of a program in the folder `operations` of the raft.
class OperationCatalogue {
public:
    OperationCatalogue(World& world, const std::string& raft);

    struct Found {
        const Operation* operation = nullptr;
        /// Names with their spaces, when several operations have the name.
        std::vector<std::string> candidates = {};
    };
    /// Names are found in any case.
    Found find(std::string_view space, std::string_view name);
    /// An operation that is not available, and has the name of one that is and all these arguments.
    /// Null if there is none.
    static const Operation*
    find_namesake(std::string_view name, std::span<const std::string_view> arguments);
    std::vector<std::string_view> names() const;

private:
    struct Type {
        std::string space; ///< "Vow" for bundled ones; may be empty
        const PromiseType* type;
    };

    void add_programs(HostFiles& host, const std::string& folder, const std::string& space);
    Found find_promise(std::string_view space, std::string_view name);
    const Operation& make(const Type& type, std::size_t prefix);
    void describe(Operation& operation);

    World& world_;
    std::vector<Type> types_;
    std::deque<PromiseType> programs_;
    std::map<std::string, Operation> made_;
    std::deque<Description> descriptions_; ///< borrowed by the properties
    std::deque<std::vector<Property>> properties_;
};

} // namespace vow::otterscript
