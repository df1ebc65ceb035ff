#pragma once

#include "modules/packages/package_method.h"
#include "protocol/promise/promise.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vow::modules {

/// The operations of package methods that change packages in bulk: one command for all packages
/// that the promises of a section want to change in the same way.
class BulkSchedule {
public:
    /// A package, as the command gets it, and the promise that wants it changed. Promises of a
    /// section may have the same promiser, such as two versions of one package.
    struct Item {
        std::string promiser;
        Attributes attributes;
        std::uint32_t line; ///< in the policy
        std::string argument;
    };

    /// The packages of one command. As with the reference, the newest comes first.
    struct Group {
        AttributeValue method; ///< the body
        PackageOperation operation;
        std::vector<Item> items = {};
        bool has_run = false;
        bool has_succeeded = false;
    };

    void add(const AttributeValue& method, PackageOperation operation, Item item);

    /// The groups of a method that have not run, in the order of operations.
    std::vector<Group*> pending(const AttributeValue& method);

    /// The results of the groups that hold packages of a promise, which is removed from them. Its
    /// attributes are those with which it was added.
    std::vector<bool> take_results(const Promise& promise, const Attributes& attributes);

private:
    std::vector<Group> groups_;
};

} // namespace vow::modules
